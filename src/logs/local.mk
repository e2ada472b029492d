# The log readers and what they share.
noinst_LIBRARIES += src/logs/liblogs.a
src_logs_liblogs_a_CFLAGS = $(AM_CFLAGS) $(ZLIB_CFLAGS) $(PCRE2_CFLAGS)
src_logs_liblogs_a_SOURCES = \
	src/logs/axis.c src/logs/axis.h \
	src/logs/cell.c src/logs/cell.h \
	src/logs/delimited.c src/logs/delimited.h \
	src/logs/delimited_columns.h \
	src/logs/delimited_header.c \
	src/logs/delimited_marks.c \
	src/logs/field.c src/logs/field.h \
	src/logs/file_name.c src/logs/file_name.h \
	src/logs/foreign.c src/logs/foreign.h \
	src/logs/gzip.c src/logs/gzip.h \
	src/logs/json.c src/logs/json.h \
	src/logs/json_columns.c src/logs/json_columns.h \
	src/logs/json_fields.c src/logs/json_fields.h \
	src/logs/json_file.c src/logs/json_file.h \
	src/logs/jsonl.c src/logs/jsonl.h \
	src/logs/lines.c src/logs/lines.h \
	src/logs/log.c src/logs/log.h \
	src/logs/log_axes.c \
	src/logs/log_build.c \
	src/logs/log_builder.h \
	src/logs/log_join.c \
	src/logs/log_json.c src/logs/log_json.h \
	src/logs/log_segment.c \
	src/logs/mlflow.c src/logs/mlflow.h \
	src/logs/mllog.c src/logs/mllog.h \
	src/logs/name_table.c src/logs/name_table.h \
	src/logs/number_marks.c src/logs/number_marks.h \
	src/logs/protobuf.c src/logs/protobuf.h \
	src/logs/reader.c src/logs/reader.h \
	src/logs/table.c src/logs/table.h \
	src/logs/table_scan.c \
	src/logs/text_clean.c src/logs/text_clean.h \
	src/logs/text_log.c src/logs/text_log.h \
	src/logs/text_pattern.c src/logs/text_pattern.h \
	src/logs/text_words.c src/logs/text_words.h \
	src/logs/tf_tensor.c src/logs/tf_tensor.h \
	src/logs/tfevents.c src/logs/tfevents.h \
	src/logs/tfrecord.c src/logs/tfrecord.h \
	src/logs/utf16.c src/logs/utf16.h \
	src/logs/wandb.c src/logs/wandb.h \
	src/logs/wandb_records.c src/logs/wandb_records.h
