noinst_LIBRARIES += src/estimate/libestimate.a
src_estimate_libestimate_a_CFLAGS = $(AM_CFLAGS) $(GSL_CFLAGS)
src_estimate_libestimate_a_SOURCES = \
	src/estimate/crossfit.h \
	src/estimate/adjuster.h \
	src/estimate/exploratory.h \
	src/estimate/request.h \
	src/estimate/results.h \
	src/estimate/section.c \
	src/estimate/single.c src/estimate/single.h \
	src/estimate/status.h
