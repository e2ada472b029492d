# The log readers and what they share.
READER_SOURCES = \
	src/ingest/axis.c src/ingest/axis.h \
	src/ingest/cell.c src/ingest/cell.h \
	src/ingest/delimited.c src/ingest/delimited.h \
	src/ingest/delimited_header.c src/ingest/delimited_columns.h \
	src/ingest/field.c src/ingest/field.h \
	src/ingest/file_name.c src/ingest/file_name.h \
	src/ingest/foreign.c src/ingest/foreign.h \
	src/ingest/gzip.c src/ingest/gzip.h \
	src/ingest/json.c src/ingest/json.h \
	src/ingest/json_columns.c src/ingest/json_columns.h \
	src/ingest/json_fields.c src/ingest/json_fields.h \
	src/ingest/json_file.c src/ingest/json_file.h \
	src/ingest/jsonl.c src/ingest/jsonl.h \
	src/ingest/lines.c src/ingest/lines.h \
	src/ingest/log.c src/ingest/log.h \
	src/ingest/log_build.c src/ingest/log_builder.h \
	src/ingest/log_join.c \
	src/ingest/log_json.c src/ingest/log_json.h \
	src/ingest/log_segment.c \
	src/ingest/mlflow.c src/ingest/mlflow.h \
	src/ingest/mlflow_points.c src/ingest/mlflow_points.h \
	src/ingest/mlflow_store.h \
	src/ingest/mllog.c src/ingest/mllog.h \
	src/ingest/monitor.c src/ingest/monitor.h \
	src/ingest/name_table.c src/ingest/name_table.h \
	src/ingest/protobuf.c src/ingest/protobuf.h \
	src/ingest/reader.c src/ingest/reader.h \
	src/ingest/run_files.c src/ingest/run_files.h \
	src/ingest/table.c src/ingest/table.h \
	src/ingest/table_scan.c \
	src/ingest/text_clean.c src/ingest/text_clean.h \
	src/ingest/text_log.c src/ingest/text_log.h \
	src/ingest/text_pattern.c src/ingest/text_pattern.h \
	src/ingest/text_words.c src/ingest/text_words.h \
	src/ingest/tf_tensor.c src/ingest/tf_tensor.h \
	src/ingest/tfevents.c src/ingest/tfevents.h \
	src/ingest/tfrecord.c src/ingest/tfrecord.h \
	src/ingest/utf16.c src/ingest/utf16.h
