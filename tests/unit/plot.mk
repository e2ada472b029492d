check_PROGRAMS += tests/unit/check_plot
TESTS += tests/unit/check_plot
tests_unit_check_plot_SOURCES = tests/unit/check_plot.c
tests_unit_check_plot_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_plot_LDADD = $(UNIT_LIBS) src/ui/libui.a src/views/libviews.a src/tui/libtui.a src/estimate/libestimate.a src/engine/libengine.a src/stats/libstats.a src/base/libbase.a $(GSL_LIBS) $(NETTLE_LIBS) $(CHECK_LIBS)
