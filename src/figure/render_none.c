/* In place of render_cairo.c where there is no cairo. */
#include "figure/render.h"

#include <stddef.h>

bool render_available(void)
{
    return false;
}

struct renderer *renderer_new(void)
{
    return NULL;
}

void renderer_free(struct renderer *renderer)
{
    (void)renderer;
}

double renderer_measure(void *renderer, const char *text, double size, bool bold)
{
    (void)renderer, (void)text, (void)size, (void)bold;
    return 0;
}

bool renderer_write(struct renderer *renderer, const struct drawing *drawing, const char *format,
                    const struct render_facts *facts, struct strbuf *out, struct strbuf *problem)
{
    (void)renderer, (void)drawing, (void)format, (void)facts, (void)out;
    strbuf_puts(problem, RENDER_MISSING);
    return false;
}
