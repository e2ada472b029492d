bin_PROGRAMS += logvar
logvar_SOURCES = src/main.c src/options.c src/options.h
logvar_CFLAGS = $(AM_CFLAGS)
logvar_LDADD = src/ui/libui.a src/report/libreport.a src/jobs/libjobs.a src/estimate/libestimate.a \
	src/study/libstudy.a src/ingest/libingest.a src/stats/libstats.a src/base/libbase.a \
	$(NCURSES_LIBS) $(GSL_LIBS) $(YAML_LIBS) $(NETTLE_LIBS) $(ZLIB_LIBS) $(PCRE2_LIBS)
