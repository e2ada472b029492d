noinst_LIBRARIES += src/ui/libui.a
src_ui_libui_a_CFLAGS = $(AM_CFLAGS) $(NCURSES_CFLAGS)
src_ui_libui_a_SOURCES = \
	src/ui/surface.h
