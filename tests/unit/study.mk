# Studies: one program an area, all with the same helpers.
check_LIBRARIES += tests/unit/libstudytest.a
tests_unit_libstudytest_a_SOURCES = tests/unit/study_test.c tests/unit/study_test.h
tests_unit_libstudytest_a_CFLAGS = $(UNIT_CFLAGS)
EXTRA_DIST += tests/ref/study_candidates.py tests/ref/study_candidates.csv
STUDY_TEST_LIBS = tests/unit/libstudytest.a $(UNIT_LIBS) src/report/libreport.a src/simulate/libsimulate.a src/jobs/libjobs.a \
	src/estimate/libestimate.a src/engine/libengine.a src/stats/libstats.a \
	src/study/libstudy.a src/mlflow/libmlflow.a src/manifest/libmanifest.a src/logs/liblogs.a src/base/libbase.a \
	$(GSL_LIBS) $(YAML_LIBS) $(NETTLE_LIBS) $(ZLIB_LIBS) $(PCRE2_LIBS) $(SQLITE_LIBS) $(CHECK_LIBS)

STUDY_CHECKS = tests/unit/check_study_rules tests/unit/check_study_outcome \
	tests/unit/check_study_load tests/unit/check_study_table tests/unit/check_study_real \
	tests/unit/check_study_print tests/unit/check_study_watch
check_PROGRAMS += $(STUDY_CHECKS)
TESTS += $(STUDY_CHECKS)
tests_unit_check_study_rules_SOURCES = tests/unit/check_study_rules.c
tests_unit_check_study_rules_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_study_rules_LDADD = $(STUDY_TEST_LIBS)
tests_unit_check_study_outcome_SOURCES = tests/unit/check_study_outcome.c
tests_unit_check_study_outcome_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_study_outcome_LDADD = $(STUDY_TEST_LIBS)
tests_unit_check_study_load_SOURCES = tests/unit/check_study_load.c
tests_unit_check_study_load_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_study_load_LDADD = $(STUDY_TEST_LIBS)
tests_unit_check_study_table_SOURCES = tests/unit/check_study_table.c
tests_unit_check_study_table_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_study_table_LDADD = $(STUDY_TEST_LIBS)
tests_unit_check_study_real_SOURCES = tests/unit/check_study_real.c
tests_unit_check_study_real_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_study_real_LDADD = $(STUDY_TEST_LIBS)
tests_unit_check_study_print_SOURCES = tests/unit/check_study_print.c
tests_unit_check_study_print_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_study_print_LDADD = $(STUDY_TEST_LIBS)
tests_unit_check_study_watch_SOURCES = tests/unit/check_study_watch.c
tests_unit_check_study_watch_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_study_watch_LDADD = src/ui/libui.a $(STUDY_TEST_LIBS)
if HAVE_SQLITE
check_PROGRAMS += tests/unit/check_study_mlflow
TESTS += tests/unit/check_study_mlflow
endif
tests_unit_check_study_mlflow_SOURCES = tests/unit/check_study_mlflow.c
tests_unit_check_study_mlflow_CFLAGS = $(UNIT_CFLAGS) $(SQLITE_CFLAGS)
tests_unit_check_study_mlflow_LDADD = src/ui/libui.a src/init/libinit.a $(STUDY_TEST_LIBS)
