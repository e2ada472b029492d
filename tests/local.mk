EXTRA_DIST += tests/lib/tap.sh tests/compilers tests/foreign tests/format tests/valgrind
# A shared object, for LD_PRELOAD.
check_PROGRAMS += tests/lib/faults.so
tests_lib_faults_so_SOURCES = tests/lib/faults.c
tests_lib_faults_so_CFLAGS = $(LOGVAR_BASE_CFLAGS) -fPIC
tests_lib_faults_so_LDFLAGS = -shared
tests_lib_faults_so_LDADD = $(DL_LIBS)
UNIT_LIBS = tests/unit/libunit.a
UNIT_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)

# Unit tests: one Check program per module, speaking TAP through tests/unit/unit.h.
if HAVE_CHECK
check_LIBRARIES += tests/unit/libunit.a
tests_unit_libunit_a_SOURCES = tests/unit/unit.c tests/unit/unit.h
tests_unit_libunit_a_CFLAGS = $(AM_CFLAGS) $(CHECK_CFLAGS)
include tests/unit/base.mk
include tests/unit/stats.mk
include tests/unit/manifest.mk
include tests/unit/readers.mk
include tests/unit/study.mk
include tests/unit/estimate.mk
include tests/unit/jobs.mk
include tests/unit/report.mk
include tests/unit/figure.mk
include tests/unit/ui.mk
include tests/unit/lesson.mk
include tests/unit/plot.mk
else
# The other tests have run by then.
check-local:
	@echo 'make check: the unit tests were left out, because the library Check (0.15 or later) was not'
	@echo 'found when configure ran; $(CHECK_FROM), then run configure again.'
	@exit 1
endif
include tests/cli/local.mk
include tests/screens/local.mk
include tests/tty/local.mk
include tests/fuzz/local.mk
include tests/bench/local.mk
