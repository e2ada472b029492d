check_PROGRAMS += tests/unit/check_options tests/unit/check_report
TESTS += tests/unit/check_options tests/unit/check_report
tests_unit_check_options_SOURCES = tests/unit/check_options.c
tests_unit_check_options_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_options_LDADD = $(UNIT_LIBS) $(LOGVAR_LIBS) $(CHECK_LIBS)
tests_unit_check_report_SOURCES = tests/unit/check_report.c
tests_unit_check_report_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_report_LDADD = $(UNIT_LIBS) $(LOGVAR_LIBS) $(CHECK_LIBS)
