#include "base/folder.h"

#include "base/mem.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

struct folder folder_open(const char *path)
{
    struct folder folder = {.stream = opendir(*path ? path : ".")};
    if (!folder.stream)
        folder.error = errno;
    if (folder.error == ENOMEM)
        mem_exhausted();
    return folder;
}

static bool is_itself(const char *name)
{
    return !strcmp(name, ".") || !strcmp(name, "..");
}

const char *folder_next(struct folder *folder)
{
    struct dirent *item = NULL;
    do {
        errno = 0;
        item = folder->stream ? readdir(folder->stream) : NULL;
    } while (item && is_itself(item->d_name));
    if (!item && errno)
        folder->error = errno;
    return item ? item->d_name : NULL;
}

int folder_close(struct folder *folder)
{
    if (folder->stream)
        closedir(folder->stream);
    folder->stream = NULL;
    return folder->error;
}
