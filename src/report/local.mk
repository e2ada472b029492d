noinst_LIBRARIES += src/report/libreport.a
src_report_libreport_a_CFLAGS = $(AM_CFLAGS)
src_report_libreport_a_SOURCES =
