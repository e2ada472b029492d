# The log readers and what they share.
READER_SOURCES = \
	src/ingest/axis.c src/ingest/axis.h \
	src/ingest/cell.c src/ingest/cell.h \
	src/ingest/delimited.c src/ingest/delimited.h \
	src/ingest/field.c src/ingest/field.h \
	src/ingest/file_name.c src/ingest/file_name.h \
	src/ingest/gzip.c src/ingest/gzip.h \
	src/ingest/json.c src/ingest/json.h \
	src/ingest/json_fields.c src/ingest/json_fields.h \
	src/ingest/jsonl.c src/ingest/jsonl.h \
	src/ingest/lines.c src/ingest/lines.h \
	src/ingest/log.c src/ingest/log.h \
	src/ingest/log_build.c src/ingest/log_builder.h \
	src/ingest/log_join.c \
	src/ingest/log_segment.c \
	src/ingest/reader.c src/ingest/reader.h \
	src/ingest/table.c src/ingest/table.h \
	src/ingest/table_scan.c
