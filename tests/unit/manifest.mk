check_PROGRAMS += tests/unit/check_manifest
TESTS += tests/unit/check_manifest
tests_unit_check_manifest_SOURCES = tests/unit/check_manifest.c
tests_unit_check_manifest_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_manifest_LDADD = $(UNIT_LIBS) src/ingest/libingest.a src/base/libbase.a \
	$(YAML_LIBS) $(NETTLE_LIBS) $(ZLIB_LIBS) $(PCRE2_LIBS) $(CHECK_LIBS)
