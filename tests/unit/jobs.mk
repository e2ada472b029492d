check_PROGRAMS += tests/unit/check_distributions
TESTS += tests/unit/check_distributions
tests_unit_check_distributions_SOURCES = tests/unit/check_distributions.c
tests_unit_check_distributions_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_distributions_LDADD = $(UNIT_LIBS) src/stats/libstats.a src/base/libbase.a $(GSL_LIBS) $(NETTLE_LIBS) $(CHECK_LIBS)

JOBS_LIBS = $(UNIT_LIBS) src/simulate/libsimulate.a src/jobs/libjobs.a src/estimate/libestimate.a src/engine/libengine.a src/study/libstudy.a \
	src/mlflow/libmlflow.a src/manifest/libmanifest.a src/logs/liblogs.a src/stats/libstats.a src/base/libbase.a \
	$(GSL_LIBS) $(YAML_LIBS) $(NETTLE_LIBS) $(ZLIB_LIBS) $(PCRE2_LIBS) $(SQLITE_LIBS) $(CHECK_LIBS)

check_PROGRAMS += tests/unit/check_jobs
TESTS += tests/unit/check_jobs
SMALL_SOURCES = tests/unit/small.c tests/unit/small.h tests/unit/snapshots.c tests/unit/snapshots.h
tests_unit_check_jobs_SOURCES = tests/unit/check_jobs.c $(SMALL_SOURCES)
tests_unit_check_jobs_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_jobs_LDADD = $(JOBS_LIBS)
# One test makes the engine break its contract.
tests_unit_check_jobs_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=crossfit_batch

check_PROGRAMS += tests/unit/check_results
TESTS += tests/unit/check_results
tests_unit_check_results_SOURCES = tests/unit/check_results.c
tests_unit_check_results_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_results_LDADD = $(JOBS_LIBS)

check_PROGRAMS += tests/unit/check_parts
TESTS += tests/unit/check_parts
tests_unit_check_parts_SOURCES = tests/unit/check_parts.c $(SMALL_SOURCES)
tests_unit_check_parts_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_parts_LDADD = $(JOBS_LIBS)

check_PROGRAMS += tests/unit/check_truth
TESTS += tests/unit/check_truth
tests_unit_check_truth_SOURCES = tests/unit/check_truth.c
tests_unit_check_truth_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_truth_LDADD = $(JOBS_LIBS)
