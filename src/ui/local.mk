noinst_LIBRARIES += src/ui/libui.a
src_ui_libui_a_CFLAGS = $(AM_CFLAGS) $(NCURSES_CFLAGS)
src_ui_libui_a_SOURCES = \
	src/ui/app.h \
	src/ui/keymap.h \
	src/ui/match.c src/ui/match.h \
	src/ui/pairs_model.c src/ui/pairs_model.h \
	src/ui/plot.c src/ui/plot.h \
	src/ui/surface.c src/ui/surface.h \
	src/ui/table.c src/ui/table.h \
	src/ui/theme.c src/ui/theme.h \
	src/ui/view.h \
	src/ui/view_budget.c \
	src/ui/view_calibration.c \
	src/ui/view_candidates.c \
	src/ui/view_families.c \
	src/ui/view_pairs.c \
	src/ui/view_scatter.c \
	src/ui/views.h
