noinst_LIBRARIES += src/estimate/libestimate.a
src_estimate_libestimate_a_CFLAGS = $(AM_CFLAGS) $(GSL_CFLAGS) -Wno-psabi
src_estimate_libestimate_a_SOURCES = \
	src/estimate/adjuster.c src/estimate/adjuster.h \
	src/estimate/batch.c src/estimate/batch.h \
	src/estimate/batch_records.c src/estimate/batch_records.h \
	src/estimate/build.c src/estimate/build.h \
	src/estimate/build_arms.c \
	src/estimate/build_budget.c \
	src/estimate/build_coverage.c src/estimate/coverage.h \
	src/estimate/build_families.c \
	src/estimate/build_null.c \
	src/estimate/build_more.c \
	src/estimate/more.c src/estimate/more.h \
	src/estimate/build_pairs.c \
	src/estimate/calibration.c src/estimate/calibration.h \
	src/estimate/components.c src/estimate/components.h \
	src/estimate/contrast.c src/estimate/contrast.h \
	src/estimate/crossfit.c src/estimate/crossfit.h \
	src/estimate/design.c src/estimate/design.h \
	src/estimate/eigen_lanes.h \
	src/estimate/experiment.c src/estimate/experiment.h \
	src/estimate/experiment_summary.c \
	src/estimate/exploratory.c src/estimate/exploratory.h \
	src/estimate/family.c \
	src/estimate/foldplan.c \
	src/estimate/gram.c src/estimate/gram.h \
	src/estimate/gram_lanes.h \
	src/estimate/kernels.c src/estimate/kernels.h src/estimate/kernels_body.h \
	src/estimate/kernels_avx2.c src/estimate/kernels_avx512.c src/estimate/kernels_portable.c \
	src/estimate/lanes.h \
	src/estimate/pairs.c src/estimate/pairs.h \
	src/estimate/lanczos.c src/estimate/lanczos.h \
	src/estimate/operator_lanes.h \
	src/estimate/panel.c src/estimate/panel.h \
	src/estimate/panel_components.c src/estimate/panel_components.h \
	src/estimate/panel_ridge.c src/estimate/panel_ridge.h \
	src/estimate/pca.c \
	src/estimate/plan.c src/estimate/plan.h \
	src/estimate/records.c src/estimate/records.h \
	src/estimate/regress_lanes.h \
	src/estimate/replicate.c src/estimate/replicate.h \
	src/estimate/request.c src/estimate/request.h \
	src/estimate/results.c src/estimate/results.h src/estimate/results_build.h \
	src/estimate/ridge.c src/estimate/ridge.h src/estimate/ridge_lanes.h \
	src/estimate/score.c src/estimate/score.h src/estimate/score_lanes.h \
	src/estimate/search.c src/estimate/search.h src/estimate/search_lanes.h \
	src/estimate/single.c src/estimate/single.h \
	src/estimate/split.c src/estimate/split.h \
	src/estimate/status.c src/estimate/status.h \
	src/estimate/tridiagonal_lanes.h \
	src/estimate/workspace.c
