/* What each command does, once the command line is read. A new command is a number in options.h, a
 * row in options_table.c and a function in the table of commands.c. */
#ifndef LOGVAR_COMMANDS_H
#define LOGVAR_COMMANDS_H

#include "options.h"

enum exit_status command_run(const struct options *options);

#endif
