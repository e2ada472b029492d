noinst_LIBRARIES += src/report/libreport.a
src_report_libreport_a_CFLAGS = $(AM_CFLAGS)
src_report_libreport_a_SOURCES = \
	src/report/candidates_csv.c src/report/candidates_csv.h \
	src/report/check.c src/report/check.h \
	src/report/check_dropped.c src/report/check_dropped.h \
	src/report/json_report.c src/report/json_report.h \
	src/report/listing.c src/report/listing.h \
	src/report/report.c src/report/report.h \
	src/report/text_report.c src/report/text_report.h
