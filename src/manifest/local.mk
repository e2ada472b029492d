noinst_LIBRARIES += src/manifest/libmanifest.a
src_manifest_libmanifest_a_CFLAGS = $(AM_CFLAGS) $(YAML_CFLAGS) $(PCRE2_CFLAGS)
src_manifest_libmanifest_a_SOURCES = \
	src/manifest/manifest.c src/manifest/manifest.h \
	src/manifest/manifest_arms.c \
	src/manifest/manifest_discover.c src/manifest/manifest_discover.h \
	src/manifest/manifest_internal.h \
	src/manifest/manifest_match.c \
	src/manifest/manifest_meaning.c \
	src/manifest/manifest_mlflow.c \
	src/manifest/manifest_node.h \
	src/manifest/manifest_outcome.c \
	src/manifest/manifest_owners.c \
	src/manifest/manifest_parse.c \
	src/manifest/manifest_pattern.c \
	src/manifest/manifest_runs.c src/manifest/manifest_runs.h \
	src/manifest/manifest_schema.c \
	src/manifest/manifest_settings.c \
	src/manifest/manifest_tables.c \
	src/manifest/manifest_values.c
