/* Whether `logvar check` accepts what was drafted; if not, which arms stand in the way. */
#ifndef LOGVAR_INIT_ACCEPT_H
#define LOGVAR_INIT_ACCEPT_H

#include "init/files.h"
#include "manifest/manifest.h"

enum init_verdict {
    INIT_ACCEPTED,
    INIT_AGAIN,  /* arms that cannot be used were taken out of the files: draft once more */
    INIT_REFUSED /* for the reasons in diags */
};

/* Loads the whole study, as check does. Arms that it refuses lose their files, with a note for each. */
enum init_verdict init_accept(const struct manifest *manifest, struct init_files *files,
                              struct diags *diags);

#endif
