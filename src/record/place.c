#include "record/place.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/sha256.h"
#include "base/strbuf.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

char *place_file(const char *name)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    struct strbuf path;
    strbuf_init(&path);
    if (state && *state == '/')
        strbuf_puts(&path, state);
    else if (home && *home == '/')
        strbuf_printf(&path, "%s/.local/state", home);
    if (!path.length) {
        strbuf_done(&path);
        return NULL;
    }
    strbuf_printf(&path, "/logvar/%s", name);
    return path.text;
}

char *place_study_file(const char *study_path, const char *ending)
{
    char *real = study_path ? file_real_path(study_path) : NULL, digest[SHA256_TEXT];
    if (!real)
        return NULL;
    sha256_hex(real, strlen(real), digest);
    free(real);
    struct strbuf name;
    strbuf_init(&name);
    strbuf_printf(&name, "%.16s.%s", digest, ending);
    char *path = place_file(name.text);
    strbuf_done(&name);
    return path;
}

void place_make_folders(const char *path)
{
    char *copy = mem_strdup(path);
    for (char *slash = strchr(copy + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(copy, 0700);
        *slash = '/';
    }
    free(copy);
}

/* What is not there yet can be made if the nearest folder that is there can be written to. */
bool place_is_writable(const char *path)
{
    char *copy = mem_strdup(path);
    struct stat info;
    bool found = stat(copy, &info) == 0, is_file = found && !S_ISDIR(info.st_mode);
    for (char *slash; !found && (slash = strrchr(copy, '/')); found = stat(copy, &info) == 0)
        slash[slash == copy] = '\0';
    bool fine = found && (is_file || S_ISDIR(info.st_mode)) && access(copy, W_OK) == 0;
    free(copy);
    return fine;
}
