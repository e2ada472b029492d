#include "commands.h"

#include <stdio.h>

static enum exit_status run_nothing(const struct options *options)
{
    fprintf(stderr, "logvar: %s is not there yet\n", commands[options->command].name);
    return EXIT_INTERNAL;
}

static enum exit_status (*const runners[N_COMMANDS])(const struct options *) = {
    [COMMAND_EXPLORE] = run_nothing,
    [COMMAND_REPORT] = run_nothing,
};

enum exit_status command_run(const struct options *options)
{
    return runners[options->command](options);
}
