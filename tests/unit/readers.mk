# Readers: one program a family of formats, all with the same helpers.
READERS_LIBS = $(UNIT_LIBS) src/study/libstudy.a src/mlflow/libmlflow.a src/manifest/libmanifest.a src/logs/liblogs.a src/base/libbase.a $(NETTLE_LIBS) $(YAML_LIBS) \
	$(ZLIB_LIBS) $(PCRE2_LIBS) $(SQLITE_LIBS) $(CHECK_LIBS)
check_LIBRARIES += tests/unit/libreaders.a
tests_unit_libreaders_a_SOURCES = tests/unit/readers.c tests/unit/readers.h
tests_unit_libreaders_a_CFLAGS = $(UNIT_CFLAGS)

READERS_CHECKS = tests/unit/check_readers_log tests/unit/check_readers_csv \
	tests/unit/check_readers_json tests/unit/check_readers_text tests/unit/check_readers_events \
	tests/unit/check_readers_wandb tests/unit/check_readers_marks \
	tests/unit/check_run_files
check_PROGRAMS += $(READERS_CHECKS)
TESTS += $(READERS_CHECKS)
tests_unit_check_readers_log_SOURCES = tests/unit/check_readers_log.c
tests_unit_check_readers_log_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_readers_log_LDADD = tests/unit/libreaders.a $(READERS_LIBS)
tests_unit_check_readers_csv_SOURCES = tests/unit/check_readers_csv.c
tests_unit_check_readers_csv_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_readers_csv_LDADD = tests/unit/libreaders.a $(READERS_LIBS)
tests_unit_check_readers_json_SOURCES = tests/unit/check_readers_json.c
tests_unit_check_readers_json_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_readers_json_LDADD = tests/unit/libreaders.a $(READERS_LIBS)
tests_unit_check_readers_text_SOURCES = tests/unit/check_readers_text.c
tests_unit_check_readers_text_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_readers_text_LDADD = tests/unit/libreaders.a $(READERS_LIBS)
tests_unit_check_readers_events_SOURCES = tests/unit/check_readers_events.c
tests_unit_check_readers_events_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_readers_events_LDADD = tests/unit/libreaders.a $(READERS_LIBS)
tests_unit_check_readers_wandb_SOURCES = tests/unit/check_readers_wandb.c
tests_unit_check_readers_wandb_CFLAGS = $(UNIT_CFLAGS) $(ZLIB_CFLAGS)
tests_unit_check_readers_wandb_LDADD = tests/unit/libreaders.a $(READERS_LIBS)
tests_unit_check_readers_marks_SOURCES = tests/unit/check_readers_marks.c
tests_unit_check_readers_marks_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_readers_marks_LDADD = tests/unit/libreaders.a $(READERS_LIBS)
tests_unit_check_run_files_SOURCES = tests/unit/check_run_files.c
tests_unit_check_run_files_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_run_files_LDADD = tests/unit/libreaders.a $(READERS_LIBS)
