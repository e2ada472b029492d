# One harness a log format, from one source.
READER_FUZZ_LIBS = src/mlflow/libmlflow.a src/manifest/libmanifest.a src/logs/liblogs.a src/base/libbase.a $(YAML_LIBS) $(NETTLE_LIBS) $(ZLIB_LIBS) \
	$(PCRE2_LIBS) $(SQLITE_LIBS)
READER_FUZZERS = tests/fuzz/fuzz_csv \
	tests/fuzz/fuzz_jsonl \
	tests/fuzz/fuzz_json \
	tests/fuzz/fuzz_hf_trainer \
	tests/fuzz/fuzz_log_json \
	tests/fuzz/fuzz_mllog \
	tests/fuzz/fuzz_text \
	tests/fuzz/fuzz_tfevents \
	tests/fuzz/fuzz_wandb \
	tests/fuzz/fuzz_mlflow \
	tests/fuzz/fuzz_auto \
	tests/fuzz/fuzz_pattern \
	tests/fuzz/fuzz_table

tests_fuzz_fuzz_csv_SOURCES = tests/fuzz/fuzz_reader.c
tests_fuzz_fuzz_csv_CPPFLAGS = $(AM_CPPFLAGS) -DFUZZ_FORMAT='"csv"'
tests_fuzz_fuzz_csv_LDADD = $(FUZZ_LDADD) $(READER_FUZZ_LIBS)

tests_fuzz_fuzz_jsonl_SOURCES = tests/fuzz/fuzz_reader.c
tests_fuzz_fuzz_jsonl_CPPFLAGS = $(AM_CPPFLAGS) -DFUZZ_FORMAT='"jsonl"'
tests_fuzz_fuzz_jsonl_LDADD = $(FUZZ_LDADD) $(READER_FUZZ_LIBS)

tests_fuzz_fuzz_json_SOURCES = tests/fuzz/fuzz_reader.c
tests_fuzz_fuzz_json_CPPFLAGS = $(AM_CPPFLAGS) -DFUZZ_FORMAT='"json"'
tests_fuzz_fuzz_json_LDADD = $(FUZZ_LDADD) $(READER_FUZZ_LIBS)

tests_fuzz_fuzz_hf_trainer_SOURCES = tests/fuzz/fuzz_reader.c
tests_fuzz_fuzz_hf_trainer_CPPFLAGS = $(AM_CPPFLAGS) -DFUZZ_FORMAT='"hf-trainer"'
tests_fuzz_fuzz_hf_trainer_LDADD = $(FUZZ_LDADD) $(READER_FUZZ_LIBS)

tests_fuzz_fuzz_log_json_SOURCES = tests/fuzz/fuzz_reader.c
tests_fuzz_fuzz_log_json_CPPFLAGS = $(AM_CPPFLAGS) -DFUZZ_FORMAT='"log-json"'
tests_fuzz_fuzz_log_json_LDADD = $(FUZZ_LDADD) $(READER_FUZZ_LIBS)

tests_fuzz_fuzz_mllog_SOURCES = tests/fuzz/fuzz_reader.c
tests_fuzz_fuzz_mllog_CPPFLAGS = $(AM_CPPFLAGS) -DFUZZ_FORMAT='"mllog"'
tests_fuzz_fuzz_mllog_LDADD = $(FUZZ_LDADD) $(READER_FUZZ_LIBS)

tests_fuzz_fuzz_text_SOURCES = tests/fuzz/fuzz_reader.c
tests_fuzz_fuzz_text_CPPFLAGS = $(AM_CPPFLAGS) -DFUZZ_FORMAT='"text"'
tests_fuzz_fuzz_text_LDADD = $(FUZZ_LDADD) $(READER_FUZZ_LIBS)

tests_fuzz_fuzz_tfevents_SOURCES = tests/fuzz/fuzz_reader.c tests/fuzz/fuzz_checksums.c tests/fuzz/fuzz_checksums.h
tests_fuzz_fuzz_tfevents_CPPFLAGS = $(AM_CPPFLAGS) -DFUZZ_FORMAT='"tfevents"' -DFUZZ_CHECKSUMS
tests_fuzz_fuzz_tfevents_LDADD = $(FUZZ_LDADD) $(READER_FUZZ_LIBS)

tests_fuzz_fuzz_wandb_SOURCES = tests/fuzz/fuzz_reader.c tests/fuzz/fuzz_wandb_sums.c tests/fuzz/fuzz_checksums.h
tests_fuzz_fuzz_wandb_CPPFLAGS = $(AM_CPPFLAGS) $(ZLIB_CFLAGS) -DFUZZ_FORMAT='"wandb"' -DFUZZ_CHECKSUMS
tests_fuzz_fuzz_wandb_LDADD = $(FUZZ_LDADD) $(READER_FUZZ_LIBS)

tests_fuzz_fuzz_mlflow_SOURCES = tests/fuzz/fuzz_reader.c
tests_fuzz_fuzz_mlflow_CPPFLAGS = $(AM_CPPFLAGS) -DFUZZ_FORMAT='"mlflow"'
tests_fuzz_fuzz_mlflow_LDADD = $(FUZZ_LDADD) $(READER_FUZZ_LIBS)

tests_fuzz_fuzz_auto_SOURCES = tests/fuzz/fuzz_reader.c
tests_fuzz_fuzz_auto_CPPFLAGS = $(AM_CPPFLAGS) -DFUZZ_FORMAT='"auto"'
tests_fuzz_fuzz_auto_LDADD = $(FUZZ_LDADD) $(READER_FUZZ_LIBS)

tests_fuzz_fuzz_pattern_SOURCES = tests/fuzz/fuzz_reader.c
tests_fuzz_fuzz_pattern_CPPFLAGS = $(AM_CPPFLAGS) -DFUZZ_FORMAT='"text"' \
	-DFUZZ_PATTERN='"(?:step (?<step>[0-9]+))? *(?<epoch>[0-9.]+)? *(?<metric>[a-z/]+)[=:] *(?<value>[-+.0-9a-z]+)"'
tests_fuzz_fuzz_pattern_LDADD = $(FUZZ_LDADD) $(READER_FUZZ_LIBS)

tests_fuzz_fuzz_table_SOURCES = tests/fuzz/fuzz_table.c
tests_fuzz_fuzz_table_LDADD = $(FUZZ_LDADD) $(READER_FUZZ_LIBS)
