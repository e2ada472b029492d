# The lesson while a slider is held: make bench-lesson
EXTRA_PROGRAMS += tests/bench/bench_lesson
tests_bench_bench_lesson_SOURCES = tests/bench/lesson.c
tests_bench_bench_lesson_CFLAGS = $(AM_CFLAGS) $(GSL_CFLAGS)
tests_bench_bench_lesson_LDADD = src/ui/libui.a src/record/librecord.a src/jobs/libjobs.a src/estimate/libestimate.a \
	src/stats/libstats.a src/study/libstudy.a src/ingest/libingest.a src/base/libbase.a \
	$(NCURSES_LIBS) $(GSL_LIBS) $(YAML_LIBS) $(PCRE2_LIBS) $(SQLITE_LIBS) $(ZLIB_LIBS) $(NETTLE_LIBS)
CLEANFILES += tests/bench/bench_lesson$(EXEEXT)
.PHONY: bench-lesson
bench-lesson: tests/bench/bench_lesson$(EXEEXT)
	tests/bench/bench_lesson$(EXEEXT)
