/* Why nothing is proposed: which files there are, what the readers say of them, and the way on. */
#ifndef LOGVAR_INIT_WHY_H
#define LOGVAR_INIT_WHY_H

#include "init/files.h"

/* A note for each ending of the files' names, the commonest first, from a few files of each. */
void init_tell_why(const struct init_files *files, struct diags *diags);

#endif
