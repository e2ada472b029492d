# The command line apart from main, so that tests can link it.
noinst_LIBRARIES += src/libcommand.a
src_libcommand_a_CFLAGS = $(AM_CFLAGS) $(MPI_CFLAGS)
src_libcommand_a_SOURCES = \
	src/bundled.c src/bundled.h \
	src/choices.c src/choices.h \
	src/command_check.c src/command_explore.c src/command_report.c src/command_verify.c \
	src/command_init.c src/command_merge.c src/command_plot.c src/command_record.c src/command_simulate.c \
	src/commands.c src/commands.h \
	src/options.c src/options.h src/options_completion.c src/options_help.c \
	src/options_set.c src/options_set.h src/options_table.c \
	src/output.c src/output.h \
	src/progress.c src/progress.h \
	src/ranks.c src/ranks.h \
	src/settings.c src/settings.h \
	src/verify_settings.c src/verify_settings.h

LOGVAR_ARCHIVES = src/libcommand.a src/ui/libui.a src/figure/libfigure.a src/report/libreport.a src/record/librecord.a src/jobs/libjobs.a \
	src/estimate/libestimate.a src/init/libinit.a src/study/libstudy.a src/ingest/libingest.a src/stats/libstats.a \
	src/base/libbase.a
LOGVAR_LIBS = $(LOGVAR_ARCHIVES) \
	$(NCURSES_LIBS) $(GSL_LIBS) $(YAML_LIBS) $(NETTLE_LIBS) $(ZLIB_LIBS) $(PCRE2_LIBS) $(SQLITE_LIBS) $(CAIRO_LIBS) $(MPI_LIBS)

bin_PROGRAMS += logvar
logvar_SOURCES = src/main.c
logvar_CFLAGS = $(AM_CFLAGS) $(GSL_CFLAGS)
logvar_LDADD = $(LOGVAR_LIBS)

# A program that is not installed finds the bundled studies beside itself, wherever it was built.
noinst_DATA = bundled
CLEANFILES += bundled
bundled:
	$(AM_V_GEN)rm -f $@ && $(LN_S) $(abs_top_srcdir)/data $@

# Shell completion, printed by the program itself; a cross build has no program to ask.
if !CROSS_COMPILING
bashcompletiondir = $(datadir)/bash-completion/completions
nodist_bashcompletion_DATA = completions/logvar
zshcompletiondir = $(datadir)/zsh/site-functions
nodist_zshcompletion_DATA = completions/_logvar
fishcompletiondir = $(datadir)/fish/vendor_completions.d
nodist_fishcompletion_DATA = completions/logvar.fish
CLEANFILES += completions/logvar completions/_logvar completions/logvar.fish
PRINT_COMPLETION = $(AM_V_GEN)$(MKDIR_P) completions && ./logvar$(EXEEXT) --completion

completions/logvar: logvar$(EXEEXT)
	$(PRINT_COMPLETION) bash > $@
completions/_logvar: logvar$(EXEEXT)
	$(PRINT_COMPLETION) zsh > $@
completions/logvar.fish: logvar$(EXEEXT)
	$(PRINT_COMPLETION) fish > $@
endif
