noinst_LIBRARIES += src/engine/libengine.a
src_engine_libengine_a_CFLAGS = $(AM_CFLAGS) $(GSL_CFLAGS) -Wno-psabi
src_engine_libengine_a_SOURCES = \
	src/engine/adjuster.c src/engine/adjuster.h \
	src/engine/average.c src/engine/average.h \
	src/engine/average_lanes.h \
	src/engine/batch.c src/engine/batch.h \
	src/engine/batch_average.c \
	src/engine/components.c src/engine/components.h \
	src/engine/crossfit.c src/engine/crossfit.h \
	src/engine/design.c src/engine/design.h \
	src/engine/eigen_lanes.h \
	src/engine/elementary.h \
	src/engine/evidence.c src/engine/evidence.h \
	src/engine/family.c \
	src/engine/foldplan.c \
	src/engine/gram.c src/engine/gram.h \
	src/engine/gram_lanes.h \
	src/engine/products_lanes.h \
	src/engine/kernels.c src/engine/kernels.h \
	src/engine/kernels_avx2.c \
	src/engine/kernels_avx512.c \
	src/engine/kernels_body.h \
	src/engine/kernels_portable.c \
	src/engine/lanczos.c src/engine/lanczos.h \
	src/engine/lanes.h \
	src/engine/linear.c src/engine/linear.h src/engine/linear_internal.h \
	src/engine/linear_average.c \
	src/engine/linear_components.c \
	src/engine/linear_fits.c \
	src/engine/linear_workspace.c \
	src/engine/operator_lanes.h \
	src/engine/panel.c src/engine/panel.h \
	src/engine/panel_average.c src/engine/panel_average.h \
	src/engine/panel_components.c src/engine/panel_components.h \
	src/engine/panel_ridge.c src/engine/panel_ridge.h \
	src/engine/pca.c \
	src/engine/regress_lanes.h \
	src/engine/ridge.c src/engine/ridge.h \
	src/engine/ridge_lanes.h \
	src/engine/score.c src/engine/score.h \
	src/engine/score_lanes.h \
	src/engine/search.c src/engine/search.h \
	src/engine/search_lanes.h \
	src/engine/single.c src/engine/single.h \
	src/engine/split.c src/engine/split.h \
	src/engine/status.c src/engine/status.h \
	src/engine/tridiagonal_lanes.h \
	src/engine/workspace.c
