noinst_LIBRARIES += src/estimate/libestimate.a
src_estimate_libestimate_a_CFLAGS = $(AM_CFLAGS) $(GSL_CFLAGS)
src_estimate_libestimate_a_SOURCES = \
	src/estimate/adjuster.c src/estimate/adjuster.h \
	src/estimate/batch.c src/estimate/batch.h \
	src/estimate/components.c src/estimate/components.h \
	src/estimate/crossfit.c src/estimate/crossfit.h \
	src/estimate/design.c src/estimate/design.h \
	src/estimate/exploratory.h \
	src/estimate/family.c \
	src/estimate/foldplan.c \
	src/estimate/gram.c src/estimate/gram.h \
	src/estimate/request.h \
	src/estimate/results.h \
	src/estimate/ridge.c src/estimate/ridge.h \
	src/estimate/score.c src/estimate/score.h \
	src/estimate/search.c src/estimate/search.h \
	src/estimate/section.c \
	src/estimate/single.c src/estimate/single.h \
	src/estimate/split.c src/estimate/split.h \
	src/estimate/status.c src/estimate/status.h \
	src/estimate/workspace.c
