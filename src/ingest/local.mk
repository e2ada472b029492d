noinst_LIBRARIES += src/ingest/libingest.a
src_ingest_libingest_a_CFLAGS = $(AM_CFLAGS) $(YAML_CFLAGS) $(ZLIB_CFLAGS) $(PCRE2_CFLAGS)
src_ingest_libingest_a_SOURCES = \
	src/ingest/log.h \
	src/ingest/manifest.h \
	src/ingest/reader.h \
	src/ingest/table.h
