/* The names in a folder.
 *
 *   struct folder folder = folder_open(path);
 *   while ((name = folder_next(&folder)) != NULL) ...
 *   if ((error = folder_close(&folder)) != 0) ...
 *
 * A folder that cannot be opened gives no names; folder_close says why, also when reading stopped half
 * way. No memory ends the program (base/mem.h). */
#ifndef LOGVAR_BASE_FOLDER_H
#define LOGVAR_BASE_FOLDER_H

#include <dirent.h>

struct folder {
    DIR *stream; /* NULL = not opened */
    int error;   /* of errno.h */
};

struct folder folder_open(const char *path); /* "" is the current folder */
/* NULL in the end; "." and ".." are passed over. Valid until the next call. */
const char *folder_next(struct folder *folder);
/* 0, or why not all names were given. */
int folder_close(struct folder *folder);

#endif
