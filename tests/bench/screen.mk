# Time of a frame: make bench-screen
EXTRA_PROGRAMS += tests/bench/bench_screen
tests_bench_bench_screen_SOURCES = tests/bench/bench_screen.c $(UI_FIXTURE)
tests_bench_bench_screen_CFLAGS = $(UNIT_CFLAGS)
tests_bench_bench_screen_LDADD = $(UI_LIBS) $(UI_TEST_LIBS)
CLEANFILES += tests/bench/bench_screen$(EXEEXT)
.PHONY: bench-screen
bench-screen: tests/bench/bench_screen$(EXEEXT)
	tests/bench/bench_screen$(EXEEXT)
# Time from a key to the last byte on a terminal, everything computed: make bench-terminal
EXTRA_DIST += tests/bench/terminal.py
.PHONY: bench-terminal
bench-terminal: logvar$(EXEEXT)
	$(PYTHON3) $(srcdir)/tests/bench/terminal.py ./logvar$(EXEEXT) $(srcdir)/data/study/study.yaml
