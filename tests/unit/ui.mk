check_PROGRAMS += tests/unit/check_decode
TESTS += tests/unit/check_decode
tests_unit_check_decode_SOURCES = tests/unit/check_decode.c
tests_unit_check_decode_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_decode_LDADD = $(UNIT_LIBS) src/tui/libtui.a src/base/libbase.a $(CHECK_LIBS)

check_PROGRAMS += tests/unit/check_surface
TESTS += tests/unit/check_surface
tests_unit_check_surface_SOURCES = tests/unit/check_surface.c
tests_unit_check_surface_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_surface_LDADD = $(UNIT_LIBS) src/ui/libui.a src/views/libviews.a src/tui/libtui.a src/base/libbase.a $(CHECK_LIBS)

# Everything about the screen is tested in process, without a terminal.
UI_LIBS = $(UNIT_LIBS) src/ui/libui.a src/views/libviews.a src/tui/libtui.a src/record/librecord.a src/simulate/libsimulate.a src/jobs/libjobs.a src/estimate/libestimate.a src/engine/libengine.a \
	src/stats/libstats.a src/study/libstudy.a src/mlflow/libmlflow.a src/manifest/libmanifest.a src/logs/liblogs.a src/base/libbase.a
UI_TEST_LIBS = $(NCURSES_LIBS) $(GSL_LIBS) $(YAML_LIBS) $(PCRE2_LIBS) $(SQLITE_LIBS) $(ZLIB_LIBS) $(NETTLE_LIBS) $(CHECK_LIBS)
UI_FIXTURE = tests/unit/ui_fixture.c tests/unit/ui_fixture_sections.c tests/unit/ui_fixture.h

check_PROGRAMS += tests/unit/check_screens
TESTS += tests/unit/check_screens
tests_unit_check_screens_SOURCES = tests/unit/check_screens.c $(UI_FIXTURE)
tests_unit_check_screens_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_screens_LDADD = $(UI_LIBS) $(UI_TEST_LIBS)

check_PROGRAMS += tests/unit/check_app
TESTS += tests/unit/check_app
tests_unit_check_app_SOURCES = tests/unit/check_app.c $(UI_FIXTURE)
tests_unit_check_app_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_app_LDADD = $(UI_LIBS) $(UI_TEST_LIBS)

check_PROGRAMS += tests/unit/check_widgets
TESTS += tests/unit/check_widgets
tests_unit_check_widgets_SOURCES = tests/unit/check_widgets.c
tests_unit_check_widgets_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_widgets_LDADD = $(UI_LIBS) $(UI_TEST_LIBS)

check_PROGRAMS += tests/unit/check_record
TESTS += tests/unit/check_record
tests_unit_check_record_SOURCES = tests/unit/check_record.c
tests_unit_check_record_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_record_LDADD = $(UNIT_LIBS) src/record/librecord.a src/simulate/libsimulate.a src/jobs/libjobs.a src/estimate/libestimate.a src/engine/libengine.a \
	src/stats/libstats.a src/study/libstudy.a src/mlflow/libmlflow.a src/manifest/libmanifest.a src/logs/liblogs.a src/base/libbase.a \
	$(GSL_LIBS) $(YAML_LIBS) $(PCRE2_LIBS) $(SQLITE_LIBS) $(ZLIB_LIBS) $(NETTLE_LIBS) $(CHECK_LIBS)
