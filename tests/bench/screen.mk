# Time of a frame: make bench-screen
EXTRA_PROGRAMS += tests/bench/bench_screen
tests_bench_bench_screen_SOURCES = tests/bench/bench_screen.c $(UI_FIXTURE)
tests_bench_bench_screen_CFLAGS = $(UNIT_CFLAGS)
tests_bench_bench_screen_LDADD = $(UI_LIBS) $(UI_TEST_LIBS)
CLEANFILES += tests/bench/bench_screen$(EXEEXT)
.PHONY: bench-screen
bench-screen: tests/bench/bench_screen$(EXEEXT)
	tests/bench/bench_screen$(EXEEXT)
