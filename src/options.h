/* The command line: one table of commands and one of options serve parsing, --help, the man page
 * and shell completion. */
#ifndef LOGVAR_OPTIONS_H
#define LOGVAR_OPTIONS_H

enum exit_status {
    EXIT_DONE = 0,
    EXIT_DATA = 1,     /* the data or manifest is at fault */
    EXIT_USAGE = 2,
    EXIT_INTERNAL = 3,
    EXIT_CONDITION = 4 /* report --fail-if holds */
};

#endif
