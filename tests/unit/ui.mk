check_PROGRAMS += tests/unit/check_surface
TESTS += tests/unit/check_surface
tests_unit_check_surface_SOURCES = tests/unit/check_surface.c
tests_unit_check_surface_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_surface_LDADD = $(UNIT_LIBS) src/ui/libui.a src/base/libbase.a $(CHECK_LIBS)
