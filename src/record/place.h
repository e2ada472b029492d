/* Where the program keeps what belongs to a study but not next to it: small files under
 * $XDG_STATE_HOME/logvar, or ~/.local/state/logvar. Safe in any thread. */
#ifndef LOGVAR_RECORD_PLACE_H
#define LOGVAR_RECORD_PLACE_H

#include <stdbool.h>

/* Newly allocated; NULL where there is no home for it. */
char *place_file(const char *name);
/* The study's own file with this ending, told from others by the manifest's path with its links
 * followed; NULL where the manifest is not a file. */
char *place_study_file(const char *study_path, const char *ending);
/* Makes the folders that lead to a file, for their owner alone. */
void place_make_folders(const char *path);
/* Whether the file could be written to, or made where there is none. */
bool place_is_writable(const char *path);

#endif
