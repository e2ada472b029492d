check_PROGRAMS += tests/unit/check_options
TESTS += tests/unit/check_options
tests_unit_check_options_SOURCES = tests/unit/check_options.c
tests_unit_check_options_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_options_LDADD = $(UNIT_LIBS) $(LOGVAR_LIBS) $(CHECK_LIBS)
