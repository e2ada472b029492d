noinst_LIBRARIES += src/report/libreport.a
src_report_libreport_a_CFLAGS = $(AM_CFLAGS)
src_report_libreport_a_SOURCES = \
	src/report/json_report.c src/report/json_report.h \
	src/report/report.c src/report/report.h \
	src/report/text_report.c src/report/text_report.h
