noinst_LIBRARIES += src/stats/libstats.a
src_stats_libstats_a_CFLAGS = $(AM_CFLAGS) $(GSL_CFLAGS) -Wno-psabi
src_stats_libstats_a_SOURCES = \
	src/stats/eigen.c src/stats/eigen.h \
	src/stats/moments.c src/stats/moments.h \
	src/stats/ols.c src/stats/ols.h \
	src/stats/quantile.c src/stats/quantile.h \
	src/stats/student.c src/stats/student.h \
	src/stats/welch.c src/stats/welch.h
