ESTIMATE_LIBS = $(UNIT_LIBS) src/estimate/libestimate.a src/engine/libengine.a src/stats/libstats.a src/base/libbase.a \
	$(GSL_LIBS) $(NETTLE_LIBS) $(CHECK_LIBS)

EXTRA_DIST += tests/ref/average.csv tests/ref/average.json tests/ref/average.py tests/ref/average_study.py

check_PROGRAMS += tests/unit/check_average
TESTS += tests/unit/check_average
tests_unit_check_average_SOURCES = tests/unit/check_average.c tests/unit/arms.c tests/unit/arms.h
tests_unit_check_average_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_average_LDADD = $(ESTIMATE_LIBS)

EXTRA_DIST += tests/ref/crossfit.csv tests/ref/crossfit.json tests/ref/crossfit.py

check_PROGRAMS += tests/unit/check_crossfit
TESTS += tests/unit/check_crossfit
tests_unit_check_crossfit_SOURCES = tests/unit/check_crossfit.c tests/unit/arms.c tests/unit/arms.h
tests_unit_check_crossfit_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_crossfit_LDADD = $(ESTIMATE_LIBS)

check_PROGRAMS += tests/unit/check_crossfit_naive
TESTS += tests/unit/check_crossfit_naive
tests_unit_check_crossfit_naive_SOURCES = tests/unit/check_crossfit_naive.c tests/unit/naive.c \
	tests/unit/naive.h tests/unit/arms.c tests/unit/arms.h
tests_unit_check_crossfit_naive_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_crossfit_naive_LDADD = $(ESTIMATE_LIBS)

check_PROGRAMS += tests/unit/check_kernels
TESTS += tests/unit/check_kernels
tests_unit_check_kernels_SOURCES = tests/unit/check_kernels.c tests/unit/arms.c tests/unit/arms.h
tests_unit_check_kernels_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_kernels_LDADD = $(ESTIMATE_LIBS)

check_PROGRAMS += tests/unit/check_adjusters
TESTS += tests/unit/check_adjusters
tests_unit_check_adjusters_SOURCES = tests/unit/check_adjusters.c tests/unit/arms.c tests/unit/arms.h
tests_unit_check_adjusters_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_adjusters_LDADD = $(ESTIMATE_LIBS)

check_PROGRAMS += tests/unit/check_components
TESTS += tests/unit/check_components
tests_unit_check_components_SOURCES = tests/unit/check_components.c tests/unit/arms.c tests/unit/arms.h
tests_unit_check_components_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_components_LDADD = $(ESTIMATE_LIBS)

EXTRA_DIST += tests/ref/more.py
check_PROGRAMS += tests/unit/check_more
TESTS += tests/unit/check_more
tests_unit_check_more_SOURCES = tests/unit/check_more.c
tests_unit_check_more_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_more_LDADD = $(ESTIMATE_LIBS)

EXTRA_DIST += tests/ref/twophase.json tests/ref/twophase.csv tests/ref/valid.py
check_PROGRAMS += tests/unit/check_twophase
TESTS += tests/unit/check_twophase
tests_unit_check_twophase_SOURCES = tests/unit/check_twophase.c tests/unit/arms.c tests/unit/arms.h
tests_unit_check_twophase_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_twophase_LDADD = $(ESTIMATE_LIBS)
