noinst_LIBRARIES += src/study/libstudy.a
src_study_libstudy_a_CFLAGS = $(AM_CFLAGS)
src_study_libstudy_a_SOURCES = \
	src/study/arm_outcome.c src/study/arm_outcome.h \
	src/study/candidate.c src/study/candidate.h \
	src/study/candidate_name.c \
	src/study/column_match.c src/study/column_match.h \
	src/study/draft.c src/study/draft.h \
	src/study/families.c src/study/families.h \
	src/study/filter.c src/study/filter.h \
	src/study/leakage.c src/study/leakage.h \
	src/study/logs_arms.c \
	src/study/long_arms.c \
	src/study/metric.c src/study/metric.h \
	src/study/mlflow_arms.c \
	src/study/monitor.c src/study/monitor.h \
	src/study/names.c src/study/names.h \
	src/study/no_outcome.c \
	src/study/outcome.c src/study/outcome.h \
	src/study/parallel.c src/study/parallel.h \
	src/study/past_outcome.c src/study/past_outcome.h \
	src/study/plausible.c src/study/plausible.h \
	src/study/primary.c src/study/primary.h \
	src/study/repeats.c src/study/repeats.h \
	src/study/run_data.c src/study/run_data.h \
	src/study/run_attempts.c src/study/run_attempts.h \
	src/study/run_files.c src/study/run_files.h \
	src/study/run_sequence.c src/study/run_sequence.h \
	src/study/runs_arms.c \
	src/study/short_runs.c src/study/short_runs.h \
	src/study/sources.h \
	src/study/study.c src/study/study.h \
	src/study/study_load.c \
	src/study/table_arms.c \
	src/study/table_file.c src/study/table_file.h \
	src/study/table_source.c src/study/table_source.h \
	src/study/unfinished.c src/study/unfinished.h \
	src/study/trace.c src/study/trace.h \
	src/study/wide_arms.c \
	src/study/window.c src/study/window.h
