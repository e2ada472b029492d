#include "figure/render.h"

#include <string.h>
#include <strings.h>

static const char *const formats[] = {"svg", "pdf", "png"};
enum { N_FORMATS = sizeof formats / sizeof *formats };

const char *render_format(size_t index)
{
    return index < N_FORMATS ? formats[index] : NULL;
}

const char *render_format_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    const char *point = strrchr(name, '.');
    for (size_t i = 0; point && point != name && i < N_FORMATS; i++)
        if (!strcasecmp(point + 1, formats[i]))
            return formats[i];
    return NULL;
}
