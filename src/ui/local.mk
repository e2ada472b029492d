noinst_LIBRARIES += src/ui/libui.a
src_ui_libui_a_CFLAGS = $(AM_CFLAGS) $(NCURSES_CFLAGS)
src_ui_libui_a_SOURCES = \
	src/ui/app.c src/ui/app.h \
	src/ui/app_act.c \
	src/ui/app_input.c \
	src/ui/app_record.c src/ui/app_request.c \
	src/ui/app_state.h \
	src/ui/app_study.c \
	src/ui/background.c src/ui/background.h \
	src/ui/budget.h src/ui/budget_curves.c src/ui/budget_plot.c \
	src/ui/chooser.c \
	src/ui/guard.c src/ui/guard.h \
	src/ui/keyhelp.c src/ui/keyhelp.h \
	src/ui/keymap.c src/ui/keymap.h \
	src/ui/layout.c src/ui/layout.h \
	src/ui/lesson.c src/ui/lesson.h \
	src/ui/lesson_plots.c src/ui/lesson_plots.h \
	src/ui/lesson_sliders.c src/ui/lesson_steps.c src/ui/lesson_words.c \
	src/ui/loop.c src/ui/ui.h \
	src/ui/match.c src/ui/match.h \
	src/ui/pairs_forest.c \
	src/ui/pairs_more.c src/ui/pairs_words.c \
	src/ui/pairs_model.c src/ui/pairs_model.h \
	src/ui/panes.c \
	src/ui/plot.c src/ui/plot.h \
	src/ui/popup.c src/ui/popup.h \
	src/ui/prompt.c src/ui/prompt.h \
	src/ui/reduction.h \
	src/ui/reduction_detail.c \
	src/ui/reduction_table.c \
	src/ui/reduction_words.c \
	src/ui/reload.c src/ui/reload.h \
	src/ui/remember.c src/ui/remember.h \
	src/ui/screen.c \
	src/ui/script.c src/ui/script.h \
	src/ui/surface.c src/ui/surface.h \
	src/ui/table.c src/ui/table.h \
	src/ui/table_act.c \
	src/ui/table_order.c \
	src/ui/table_parts.h \
	src/ui/term.c src/ui/term.h \
	src/ui/theme.c src/ui/theme.h \
	src/ui/view.c src/ui/view.h \
	src/ui/view_budget.c \
	src/ui/view_calibration.c \
	src/ui/view_candidates.c \
	src/ui/view_families.c \
	src/ui/view_lesson.c \
	src/ui/view_pairs.c \
	src/ui/view_reduction.c \
	src/ui/view_scatter.c \
	src/ui/views.h \
	src/ui/write.c src/ui/write.h
