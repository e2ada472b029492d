noinst_LIBRARIES += src/ui/libui.a
src_ui_libui_a_CFLAGS = $(AM_CFLAGS)
src_ui_libui_a_SOURCES = \
	src/ui/app.c src/ui/app.h \
	src/ui/app_act.c \
	src/ui/app_input.c \
	src/ui/app_record.c \
	src/ui/app_request.c \
	src/ui/app_state.h \
	src/ui/app_study.c \
	src/ui/app_write.c \
	src/ui/chooser.c src/ui/chooser.h \
	src/ui/looks.c src/ui/looks.h \
	src/ui/loop.c \
	src/ui/panes.c src/ui/panes.h \
	src/ui/reload.c src/ui/reload.h \
	src/ui/remember.c src/ui/remember.h \
	src/ui/screen.c \
	src/ui/ticks.c src/ui/ticks.h \
	src/ui/ui.h \
	src/ui/watch.c src/ui/watch.h src/ui/watch_kernel.c src/ui/watch_kernel.h \
	src/ui/write.c src/ui/write.h
