#include "command/bundled.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/portable.h"

#include <stdlib.h>
#include <unistd.h>

/* The folder of the running program, or NULL where the system does not tell. */
static char *program_folder(void)
{
    char *path = portable_program_path();
    char *folder = path ? file_folder(path) : NULL;
    free(path);
    return folder;
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
