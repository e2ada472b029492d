#include "command/bundled.h"

#include "base/file.h"
#include "base/mem.h"

#include <stdlib.h>
#include <unistd.h>

/* The folder of the running program, or NULL where the system does not tell. */
static char *program_folder(void)
{
    char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n <= 0)
        return NULL;
    path[n] = '\0';
    return file_folder(path);
}

static char *readable(char *path)
{
    if (path && access(path, R_OK) == 0)
        return path;
    free(path);
    return NULL;
}

char *bundled_study(void)
{
    char *folder = program_folder();
    char *path = NULL;
    /* "bundled" is a link to data/ that the build makes in its own folder. */
    if (folder)
        path = readable(file_join(folder, "bundled/study/study.yaml"));
    if (!path)
        path = readable(mem_strdup(LOGVAR_PKGDATADIR "/study/study.yaml"));
    if (!path && folder)
        path = readable(file_join(folder, "../share/logvar/study/study.yaml"));
    free(folder);
    return path;
}
