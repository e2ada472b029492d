noinst_LIBRARIES += src/estimate/libestimate.a
src_estimate_libestimate_a_CFLAGS = $(AM_CFLAGS) $(GSL_CFLAGS)
src_estimate_libestimate_a_SOURCES = \
	src/estimate/batch_records.c src/estimate/batch_records.h \
	src/estimate/build.c src/estimate/build.h \
	src/estimate/build_arms.c \
	src/estimate/build_budget.c \
	src/estimate/build_coverage.c \
	src/estimate/build_families.c \
	src/estimate/build_more.c \
	src/estimate/build_null.c \
	src/estimate/build_pairs.c \
	src/estimate/build_twophase.c \
	src/estimate/build_weights.c \
	src/estimate/weighed.c \
	src/estimate/calibration.c src/estimate/calibration.h \
	src/estimate/contrast.c src/estimate/contrast.h \
	src/estimate/coverage.h \
	src/estimate/exploratory.c src/estimate/exploratory.h \
	src/estimate/memo.c src/estimate/memo.h \
	src/estimate/more.c src/estimate/more.h \
	src/estimate/pairs.c src/estimate/pairs.h \
	src/estimate/planner.c src/estimate/planner.h src/estimate/planner_search.c \
	src/estimate/plan.c src/estimate/plan.h \
	src/estimate/records.c src/estimate/records.h \
	src/estimate/replicate.c src/estimate/replicate.h \
	src/estimate/replicate_twophase.c src/estimate/replicate_twophase.h \
	src/estimate/request.c src/estimate/request.h \
	src/estimate/signal.c src/estimate/signal.h src/estimate/build_signal.c \
	src/estimate/results.c src/estimate/results.h \
	src/estimate/twophase.c src/estimate/twophase.h \
	src/estimate/twophase_words.c src/estimate/twophase_words.h \
	src/estimate/results_build.h
