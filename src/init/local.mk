noinst_LIBRARIES += src/init/libinit.a
src_init_libinit_a_CFLAGS = $(AM_CFLAGS)
src_init_libinit_a_SOURCES = \
	src/init/accept.c src/init/accept.h \
	src/init/choice.c src/init/choice.h \
	src/init/columns.c src/init/columns.h \
	src/init/draft.c src/init/draft.h \
	src/init/draft_columns.c \
	src/init/draft_metrics.c \
	src/init/draft_mlflow.c \
	src/init/draft_runs.c \
	src/init/draft_parts.c src/init/draft_parts.h \
	src/init/files.c src/init/files.h \
	src/init/init.c src/init/init.h \
	src/init/kinds.c src/init/kinds.h \
	src/init/layout.c src/init/layout.h \
	src/init/mlflow.c src/init/mlflow.h \
	src/init/names.c \
	src/init/places.c src/init/places.h \
	src/init/settings.c src/init/settings.h \
	src/init/split.c src/init/split.h \
	src/init/split_keys.c src/init/split_keys.h \
	src/init/survey.c src/init/survey.h \
	src/init/why.c src/init/why.h \
	src/init/yaml_text.c src/init/yaml_text.h
