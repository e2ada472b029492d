include tests/bench/screen.mk
include tests/bench/parse.mk
include tests/bench/lesson.mk
include tests/bench/unfinished.mk

# make bench: the paper's whole study and the time from a key to its figures. Not part of check.
EXTRA_PROGRAMS += tests/bench/bench
tests_bench_bench_SOURCES = tests/bench/bench.c tests/bench/bench.h tests/bench/growth.c \
	tests/bench/keys.c tests/bench/paper.c
tests_bench_bench_CFLAGS = $(AM_CFLAGS) $(GSL_CFLAGS)
tests_bench_bench_LDADD = src/simulate/libsimulate.a src/jobs/libjobs.a src/estimate/libestimate.a src/engine/libengine.a src/study/libstudy.a \
	src/mlflow/libmlflow.a src/manifest/libmanifest.a src/logs/liblogs.a src/stats/libstats.a src/base/libbase.a \
	$(GSL_LIBS) $(YAML_LIBS) $(NETTLE_LIBS) $(ZLIB_LIBS) $(PCRE2_LIBS) $(SQLITE_LIBS)
CLEANFILES += tests/bench/bench$(EXEEXT)

# One thread, kind by kind: make tests/bench/kernels && tests/bench/kernels
EXTRA_PROGRAMS += tests/bench/kernels
tests_bench_kernels_SOURCES = tests/bench/kernels.c tests/unit/arms.c tests/unit/arms.h
tests_bench_kernels_CFLAGS = $(AM_CFLAGS)
tests_bench_kernels_LDADD = src/estimate/libestimate.a src/engine/libengine.a src/stats/libstats.a src/base/libbase.a \
	$(GSL_LIBS) $(NETTLE_LIBS)
CLEANFILES += tests/bench/kernels$(EXEEXT)

BENCH_FLAGS = --threads 2 --study $(top_srcdir)/data/study/study.yaml
.PHONY: bench
bench: tests/bench/bench$(EXEEXT) bench-parse bench-screen bench-lesson bench-terminal
	tests/bench/bench$(EXEEXT) $(BENCH_FLAGS)
