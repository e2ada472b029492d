check_PROGRAMS += tests/unit/check_stats
TESTS += tests/unit/check_stats
tests_unit_check_stats_SOURCES = tests/unit/check_stats.c
tests_unit_check_stats_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_stats_LDADD = $(UNIT_LIBS) src/stats/libstats.a src/base/libbase.a $(GSL_LIBS) $(CHECK_LIBS)
