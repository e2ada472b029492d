/* What harnesses share that need more than bytes: files, and a small study. One thread. */
#ifndef LOGVAR_TESTS_FUZZ_SUPPORT_H
#define LOGVAR_TESTS_FUZZ_SUPPORT_H

#include "study/study.h"

#include <stddef.h>

/* A folder of the process's own, in memory where the system has such a place; the home of what the
 * program remembers lies in it too. Removed when the process ends. */
const char *fuzz_folder(void);
/* Writes a file there, over one of the same name; its path, newly allocated. */
char *fuzz_file(const char *name, const void *bytes, size_t n_bytes);

/* Three arms of 12 runs and 16 candidates in 3 families; the path is that of a file in the folder.
 * The same one every time. */
struct study *fuzz_study(void);

/* Cuts the next line, a copy of it in *line (newly allocated), off the input; false at the end. */
bool fuzz_line(const char **at, const char *end, char **line);

#endif
