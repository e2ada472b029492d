#include "logs/file_name.h"

#include <string.h>

static const char *last_part(const char *name)
{
    const char *slash = strrchr(name, '/');
    return slash ? slash + 1 : name;
}

static const char *without_extension(struct arena *arena, const char *name)
{
    const char *dot = strrchr(last_part(name), '.');
    return dot && dot != last_part(name) ? arena_strndup(arena, name, (size_t)(dot - name))
                                         : arena_strdup(arena, name);
}

const char *file_name_stem(struct arena *arena, const char *name)
{
    return without_extension(arena, last_part(name));
}

const char *file_name_metric(struct arena *arena, const char *name)
{
    static const char *const folders[] = {"metrics/", "scalars/"};
    const char *tag = strstr(last_part(name), "-tag-");
    if (tag)
        return without_extension(arena, tag + strlen("-tag-"));
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        const char *at = strstr(name, folders[i]);
        if (at && (at == name || at[-1] == '/') && at[strlen(folders[i])])
            return without_extension(arena, at + strlen(folders[i]));
    }
    return NULL;
}
