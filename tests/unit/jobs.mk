check_PROGRAMS += tests/unit/check_distributions
TESTS += tests/unit/check_distributions
tests_unit_check_distributions_SOURCES = tests/unit/check_distributions.c
tests_unit_check_distributions_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_distributions_LDADD = $(UNIT_LIBS) src/stats/libstats.a src/base/libbase.a $(GSL_LIBS) $(NETTLE_LIBS) $(CHECK_LIBS)
