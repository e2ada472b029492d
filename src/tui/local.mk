# What any screen needs; only term.c includes curses.h.
noinst_LIBRARIES += src/tui/libtui.a
src_tui_libtui_a_CFLAGS = $(AM_CFLAGS) $(NCURSES_CFLAGS)
src_tui_libtui_a_SOURCES = \
	src/tui/background.c src/tui/background.h \
	src/tui/decode.c src/tui/decode.h \
	src/tui/guard.c src/tui/guard.h \
	src/tui/keyhelp.c src/tui/keyhelp.h \
	src/tui/keymap.c src/tui/keymap.h \
	src/tui/layout.c src/tui/layout.h \
	src/tui/match.c src/tui/match.h \
	src/tui/plot.c src/tui/plot.h \
	src/tui/popup.c src/tui/popup.h \
	src/tui/prompt.c src/tui/prompt.h \
	src/tui/script.c src/tui/script.h \
	src/tui/surface.c src/tui/surface.h \
	src/tui/table.c src/tui/table.h \
	src/tui/table_act.c \
	src/tui/table_order.c \
	src/tui/table_parts.h \
	src/tui/term.c src/tui/term.h \
	src/tui/theme.c src/tui/theme.h
