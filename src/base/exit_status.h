/* What the program leaves with; logvar(1) says the same. */
#ifndef LOGVAR_BASE_EXIT_STATUS_H
#define LOGVAR_BASE_EXIT_STATUS_H

enum exit_status {
    EXIT_DONE = 0,
    EXIT_DATA = 1,  /* the data or manifest is at fault */
    EXIT_USAGE = 2, /* the command line is, or the terminal that it needs */
    /* A fault of the program or its surroundings: output that cannot be written, or is refused because
     * something is in its place already. */
    EXIT_INTERNAL = 3,
    EXIT_CONDITION = 4 /* report --fail-if holds */
};

#endif
