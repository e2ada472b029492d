# The command line apart from main, so that tests can link it.
noinst_LIBRARIES += src/command/libcommand.a
src_command_libcommand_a_CFLAGS = $(AM_CFLAGS) $(MPI_CFLAGS)
src_command_libcommand_a_SOURCES = \
	src/command/bundled.c src/command/bundled.h \
	src/command/choices.c src/command/choices.h \
	src/command/command_check.c \
	src/command/command_explore.c \
	src/command/command_init.c \
	src/command/command_merge.c \
	src/command/command_plan.c \
	src/command/command_plot.c \
	src/command/plan_report.c src/command/plan_report.h \
	src/command/command_record.c \
	src/command/command_report.c \
	src/command/command_simulate.c \
	src/command/command_verify.c \
	src/command/commands.c src/command/commands.h \
	src/command/options.c src/command/options.h \
	src/command/options_completion.c \
	src/command/options_help.c \
	src/command/options_set.c src/command/options_set.h \
	src/command/options_table.c \
	src/command/output.c src/command/output.h \
	src/command/progress.c src/command/progress.h \
	src/command/ranks.c src/command/ranks.h \
	src/command/settings.c src/command/settings.h \
	src/command/verify_settings.c src/command/verify_settings.h
