# The lesson while a slider is held: make bench-lesson
EXTRA_PROGRAMS += tests/bench/bench_lesson
tests_bench_bench_lesson_SOURCES = tests/bench/lesson.c
tests_bench_bench_lesson_CFLAGS = $(AM_CFLAGS) $(GSL_CFLAGS)
tests_bench_bench_lesson_LDADD = src/ui/libui.a src/views/libviews.a src/tui/libtui.a src/record/librecord.a src/simulate/libsimulate.a src/jobs/libjobs.a src/estimate/libestimate.a src/engine/libengine.a \
	src/stats/libstats.a src/study/libstudy.a src/mlflow/libmlflow.a src/manifest/libmanifest.a src/logs/liblogs.a src/base/libbase.a \
	$(NCURSES_LIBS) $(GSL_LIBS) $(YAML_LIBS) $(PCRE2_LIBS) $(SQLITE_LIBS) $(ZLIB_LIBS) $(NETTLE_LIBS)
CLEANFILES += tests/bench/bench_lesson$(EXEEXT)
.PHONY: bench-lesson
bench-lesson: tests/bench/bench_lesson$(EXEEXT)
	tests/bench/bench_lesson$(EXEEXT)
