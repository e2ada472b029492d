/* Whole files in and out.
 *
 * Reading refuses what is not a regular file (a named pipe or a device in a log folder must not
 * hang the program) and what is larger than the caller's limit. Writing never leaves half a file:
 * the text goes to a temporary file next to the target, is synced, and takes its name at the end. */
#ifndef LOGVAR_BASE_FILE_H
#define LOGVAR_BASE_FILE_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>

struct file_bytes {
    char *bytes; /* n_bytes, then one NUL; owned */
    size_t n_bytes;
};

/* On failure adds one error to diags (if not NULL) and returns false. */
bool file_read(const char *path, size_t max_bytes, struct file_bytes *out, struct diags *diags);
/* The same for text that is read as a C string: a NUL in it, which would hide the rest, is an error. */
bool file_read_text(const char *path, size_t max_bytes, struct file_bytes *out,
                    struct diags *diags);
void file_bytes_done(struct file_bytes *bytes);

enum file_write_mode { FILE_KEEP_EXISTING, FILE_REPLACE };
/* With FILE_KEEP_EXISTING an existing file is an error and is left as it is; one that is replaced keeps its
 * mode. */
bool file_write(const char *path, enum file_write_mode mode, const char *bytes, size_t n_bytes,
                struct diags *diags);

/* Joins a folder and a relative path; an absolute path stays as it is. Newly allocated. */
char *file_join(const char *folder, const char *path);
/* The folder part of a path ("." if none). Newly allocated. */
char *file_folder(const char *path);
/* The path without links, . and .. (realpath); NULL with errno where there is nothing. Newly allocated. */
char *file_real_path(const char *path);

#endif
