include src/ingest/readers.mk
noinst_LIBRARIES += src/ingest/libingest.a
src_ingest_libingest_a_CFLAGS = $(AM_CFLAGS) $(YAML_CFLAGS) $(ZLIB_CFLAGS) $(PCRE2_CFLAGS) $(SQLITE_CFLAGS)
src_ingest_libingest_a_SOURCES = \
	src/ingest/manifest.c src/ingest/manifest.h \
	src/ingest/manifest_arms.c \
	src/ingest/manifest_discover.c src/ingest/manifest_discover.h \
	src/ingest/manifest_internal.h \
	src/ingest/manifest_match.c \
	src/ingest/manifest_meaning.c \
	src/ingest/manifest_mlflow.c \
	src/ingest/manifest_node.h \
	src/ingest/manifest_outcome.c \
	src/ingest/manifest_parse.c \
	src/ingest/manifest_pattern.c \
	src/ingest/manifest_runs.c src/ingest/manifest_runs.h \
	src/ingest/manifest_schema.c \
	src/ingest/manifest_settings.c \
	src/ingest/manifest_tables.c \
	src/ingest/manifest_values.c \
	$(READER_SOURCES)
if HAVE_SQLITE
src_ingest_libingest_a_SOURCES += src/ingest/mlflow_guard.c src/ingest/mlflow_guard.h \
	src/ingest/mlflow_open.c src/ingest/mlflow_open.h src/ingest/mlflow_store.c
else
src_ingest_libingest_a_SOURCES += src/ingest/mlflow_store_none.c
endif
