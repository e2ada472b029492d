noinst_LIBRARIES += src/report/libreport.a
src_report_libreport_a_CFLAGS = $(AM_CFLAGS)
src_report_libreport_a_SOURCES = \
	src/report/candidates_csv.c src/report/candidates_csv.h \
	src/report/check.c src/report/check.h \
	src/report/check_dropped.c src/report/check_dropped.h \
	src/report/condition.c src/report/condition.h \
	src/report/csv_report.c src/report/csv_report.h \
	src/report/document.c src/report/document.h \
	src/report/escape.c src/report/escape.h \
	src/report/fields.c src/report/fields.h \
	src/report/figure.c src/report/figure.h \
	src/report/html_report.c src/report/html_report.h \
	src/report/json_claims.c src/report/json_claims.h \
	src/report/json_record.c \
	src/report/section_record.c \
	src/report/json_report.c src/report/json_report.h \
	src/report/latex_report.c src/report/latex_report.h \
	src/report/listing.c src/report/listing.h \
	src/report/lookup.c src/report/lookup.h \
	src/report/markdown_report.c src/report/markdown_report.h \
	src/report/report.c src/report/report.h \
	src/report/rows.c src/report/rows.h \
	src/report/section_arms.c \
	src/report/section_diagnostics.c \
	src/report/section_more.c \
	src/report/section_signal.c \
	src/report/section_pairs.c \
	src/report/section_twophase.c \
	src/report/sections.c src/report/sections.h \
	src/report/sentence.c src/report/sentence.h \
	src/report/text_report.c src/report/text_report.h \
	src/report/verify.c src/report/verify.h
