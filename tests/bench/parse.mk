# make bench-parse: how fast logs are read, next to pandas.read_csv and json.loads on the same files:
# many runs of 1,000 steps, and one of very many.
EXTRA_PROGRAMS += tests/bench/parse
tests_bench_parse_SOURCES = tests/bench/parse.c
tests_bench_parse_CFLAGS = $(AM_CFLAGS)
tests_bench_parse_LDADD = src/mlflow/libmlflow.a src/manifest/libmanifest.a src/logs/liblogs.a src/base/libbase.a \
	$(YAML_LIBS) $(NETTLE_LIBS) $(ZLIB_LIBS) $(PCRE2_LIBS) $(SQLITE_LIBS)
CLEANFILES += tests/bench/parse$(EXEEXT)
EXTRA_DIST += tests/bench/parse.py

PYTHON3 = /usr/bin/python3
.PHONY: bench-parse
bench-parse: tests/bench/parse$(EXEEXT)
	tests/bench/parse$(EXEEXT) generate bench-runs 450 1000
	tests/bench/parse$(EXEEXT) generate bench-long 1 150000
	for set in bench-runs bench-long; do \
	  tests/bench/parse$(EXEEXT) time $$set/csv $$set/jsonl $$set/txt; \
	  $(PYTHON3) $(srcdir)/tests/bench/parse.py $$set; done
	rm -rf bench-runs bench-long
