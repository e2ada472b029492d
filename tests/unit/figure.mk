check_PROGRAMS += tests/unit/check_figure
TESTS += tests/unit/check_figure
tests_unit_check_figure_SOURCES = tests/unit/check_figure.c
tests_unit_check_figure_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_figure_LDADD = $(UNIT_LIBS) $(LOGVAR_LIBS) $(CHECK_LIBS)
