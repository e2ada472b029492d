# Every library, from the top to the leaves: the order in which the linker needs them.
LOGVAR_ARCHIVES = src/command/libcommand.a src/ui/libui.a src/views/libviews.a src/tui/libtui.a \
	src/figure/libfigure.a src/report/libreport.a src/record/librecord.a src/simulate/libsimulate.a src/jobs/libjobs.a \
	src/estimate/libestimate.a src/engine/libengine.a src/init/libinit.a src/study/libstudy.a \
	src/mlflow/libmlflow.a src/manifest/libmanifest.a src/logs/liblogs.a src/stats/libstats.a src/base/libbase.a
LOGVAR_LIBS = $(LOGVAR_ARCHIVES) \
	$(NCURSES_LIBS) $(GSL_LIBS) $(YAML_LIBS) $(NETTLE_LIBS) $(ZLIB_LIBS) $(PCRE2_LIBS) $(SQLITE_LIBS) $(CAIRO_LIBS) $(MPI_LIBS)

bin_PROGRAMS += logvar
logvar_SOURCES = src/main.c
logvar_CFLAGS = $(AM_CFLAGS) $(GSL_CFLAGS)
logvar_LDADD = $(LOGVAR_LIBS)

# A program that is not installed finds the bundled studies next to itself, wherever it was built.
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
