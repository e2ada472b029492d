# What unfinished runs bring on the bundled study: make bench-unfinished (a table of data/README.md)
EXTRA_PROGRAMS += tests/bench/unfinished
tests_bench_unfinished_SOURCES = tests/bench/unfinished.c
tests_bench_unfinished_CFLAGS = $(AM_CFLAGS) $(GSL_CFLAGS)
tests_bench_unfinished_LDADD = src/estimate/libestimate.a src/engine/libengine.a src/stats/libstats.a src/study/libstudy.a \
	src/mlflow/libmlflow.a src/manifest/libmanifest.a src/logs/liblogs.a src/base/libbase.a \
	$(GSL_LIBS) $(YAML_LIBS) $(NETTLE_LIBS) $(ZLIB_LIBS) $(PCRE2_LIBS) $(SQLITE_LIBS)
CLEANFILES += tests/bench/unfinished$(EXEEXT)
.PHONY: bench-unfinished
bench-unfinished: tests/bench/unfinished$(EXEEXT)
	tests/bench/unfinished$(EXEEXT) $(top_srcdir)/data/study/study.yaml
