/* The files below the folders that could be logs, as paths that a manifest may use. */
#ifndef LOGVAR_INIT_FILES_H
#define LOGVAR_INIT_FILES_H

#include "base/arena.h"
#include "base/diag.h"
#include "init/init.h"

struct init_files {
    struct arena *arena;
    struct diags *diags;
    const char *base; /* folder of the manifest; paths are relative to it or absolute */
    const char *root; /* what was asked for, for names and messages */
    size_t n_paths, capacity;
    char **paths; /* natural order; the array is owned, the strings are the arena's */
    bool too_many;
    const char *left_out; /* the first that is not a log of the runs that were found, or NULL */
    size_t n_bytes_read;  /* by surveys, to keep them short */
};

/* false when a folder is not there, or nothing is in it. What lies there and cannot be looked at or named is
 * left out with a warning. */
bool init_files_find(const struct init_request *request, struct init_files *files,
                     struct diags *diags);
void init_files_done(struct init_files *files);
/* An openable path; the caller frees it. */
char *init_file_path(const struct init_files *files, const char *path);

#endif
