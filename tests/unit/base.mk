check_PROGRAMS += tests/unit/check_base
TESTS += tests/unit/check_base
tests_unit_check_base_SOURCES = tests/unit/check_base.c
tests_unit_check_base_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_base_LDADD = $(UNIT_LIBS) src/base/libbase.a $(NETTLE_LIBS) $(CHECK_LIBS)
