/* Rendering: a drawing as the bytes of an SVG, PDF or PNG file. The only part that knows cairo; built
 * without it there is no renderer, and everything else stays as it is.
 *
 * Text becomes outlines of the sans-serif font, so that a figure looks the same everywhere. The same
 * drawing gives the same bytes on the same machine: no dates are written. SVG and PDF carry the
 * facts; an SVG also has all its texts in a description, for search and for screen readers. */
#ifndef LOGVAR_FIGURE_RENDER_H
#define LOGVAR_FIGURE_RENDER_H

#include "base/strbuf.h"
#include "figure/drawing.h"

#include <stdbool.h>
#include <stdint.h>

#define RENDER_MISSING                                                                             \
    "this logvar was built without cairo, which draws figures (configure --with-cairo, Debian's "  \
    "libcairo2-dev)"

/* The endings that there are: "svg", "pdf", "png"; NULL past the last. */
const char *render_format(size_t index);
/* By a path's ending, in any case; NULL if it is none of them. */
const char *render_format_of(const char *path);

struct render_facts {
    const char *title, *figure, *sha256;
    uint64_t seed;
};

bool render_available(void);
struct renderer;
struct renderer *renderer_new(void); /* NULL = built without cairo */
void renderer_free(struct renderer *renderer);
/* A text_measure; user: the renderer. */
double renderer_measure(void *renderer, const char *text, double size, bool bold);
/* false with a sentence in `problem`; adds to `out`. */
bool renderer_write(struct renderer *renderer, const struct drawing *drawing, const char *format,
                    const struct render_facts *facts, struct strbuf *out, struct strbuf *problem);

#endif
