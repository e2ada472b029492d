MANIFEST_LIBS = $(UNIT_LIBS) src/mlflow/libmlflow.a src/manifest/libmanifest.a src/logs/liblogs.a src/base/libbase.a \
	$(YAML_LIBS) $(NETTLE_LIBS) $(ZLIB_LIBS) $(PCRE2_LIBS) $(SQLITE_LIBS) $(CHECK_LIBS)
check_PROGRAMS += tests/unit/check_manifest
TESTS += tests/unit/check_manifest
tests_unit_check_manifest_SOURCES = tests/unit/check_manifest.c tests/unit/manifest_unit.h
tests_unit_check_manifest_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_manifest_LDADD = $(MANIFEST_LIBS)
check_PROGRAMS += tests/unit/check_manifest_runs
TESTS += tests/unit/check_manifest_runs
tests_unit_check_manifest_runs_SOURCES = tests/unit/check_manifest_runs.c tests/unit/manifest_unit.h
tests_unit_check_manifest_runs_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_manifest_runs_LDADD = $(MANIFEST_LIBS)
check_PROGRAMS += tests/unit/check_init
TESTS += tests/unit/check_init
tests_unit_check_init_SOURCES = tests/unit/check_init.c
tests_unit_check_init_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_init_LDADD = $(UNIT_LIBS) src/init/libinit.a src/study/libstudy.a \
	src/mlflow/libmlflow.a src/manifest/libmanifest.a src/logs/liblogs.a src/stats/libstats.a src/base/libbase.a \
	$(GSL_LIBS) $(YAML_LIBS) $(NETTLE_LIBS) $(ZLIB_LIBS) $(PCRE2_LIBS) $(SQLITE_LIBS) $(CHECK_LIBS)
