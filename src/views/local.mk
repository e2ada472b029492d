noinst_LIBRARIES += src/views/libviews.a
src_views_libviews_a_CFLAGS = $(AM_CFLAGS)
src_views_libviews_a_SOURCES = \
	src/views/budget.h \
	src/views/budget_curves.c \
	src/views/budget_plot.c src/views/budget_table.c \
	src/views/lesson.c src/views/lesson.h \
	src/views/lesson_plots.c src/views/lesson_plots.h \
	src/views/lesson_sliders.c \
	src/views/lesson_steps.c \
	src/views/lesson_words.c \
	src/views/pairs_forest.c \
	src/views/pairs_model.c src/views/pairs_model.h \
	src/views/pairs_more.c \
	src/views/pairs_words.c \
	src/views/reduction.h \
	src/views/reduction_detail.c \
	src/views/reduction_table.c \
	src/views/reduction_words.c \
	src/views/view.c src/views/view.h \
	src/views/view_budget.c \
	src/views/calibration.h src/views/calibration_matrix.c \
	src/views/view_calibration.c \
	src/views/view_candidates.c \
	src/views/view_curves.c src/views/curves.h src/views/curves_plot.c src/views/curves_signal.c \
	src/views/view_families.c \
	src/views/view_lesson.c \
	src/views/view_pairs.c \
	src/views/view_reduction.c \
	src/views/view_scatter.c \
	src/views/views.h
