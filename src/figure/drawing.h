/* A drawing: what is to be put on paper, as a list of shapes in points (1/72 inch), before any
 * library draws it. Charts make one, render.h turns it into SVG, PDF or PNG; tests look at the list.
 *
 * The origin is the upper left corner, y grows downwards. Everything lives in the drawing's arena.
 * Text is made visible (base/text.h) when it is added, so that names from logs are harmless. How
 * wide a text is only fonts know: `measure` is the caller's. One thread. */
#ifndef LOGVAR_FIGURE_DRAWING_H
#define LOGVAR_FIGURE_DRAWING_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

struct point {
    double x, y;
};

struct box {
    double x, y, width, height;
};

enum mark_shape {
    MARK_CIRCLE,
    MARK_SQUARE,
    MARK_TRIANGLE,
    MARK_DIAMOND,
    MARK_TRIANGLE_DOWN,
    MARK_CROSS,
    N_MARKS
};

enum dash { DASH_SOLID, DASH_LONG, DASH_SHORT, DASH_DOT, DASH_DASH_DOT, N_DASHES };

enum ink { INK_STROKE, INK_FILL };

enum item_kind { ITEM_PATH, ITEM_MARK, ITEM_TEXT, ITEM_CLIP, ITEM_UNCLIP };

struct item {
    enum item_kind kind;
    enum ink ink;
    unsigned rgb; /* 0xRRGGBB */
    double alpha; /* of fills */
    double width; /* of strokes */
    enum dash dash;
    struct point *points; /* ITEM_PATH; a point that is NaN lifts the pen; MARK, TEXT: one */
    size_t n_points;
    enum mark_shape shape;
    double size;      /* ITEM_MARK: radius; ITEM_TEXT: of the font */
    const char *text; /* its baseline goes through the point */
    double anchor;    /* 0 = the text begins at the point, 0.5 = centred, 1 = ends there */
    double text_width;
    bool bold, upwards; /* upwards: turned to be read from below */
    struct box box;     /* ITEM_CLIP */
    struct item *next;
};

/* Points wide. */
typedef double text_measure(void *user, const char *text, double size, bool bold);

struct drawing {
    struct arena arena;
    double width, height;
    text_measure *measure;
    void *measure_user;
    struct item *first, *last;
};

void drawing_init(struct drawing *drawing, text_measure *measure, void *user);
void drawing_done(struct drawing *drawing);

void drawing_line(struct drawing *drawing, const struct point *points, size_t n_points,
                  unsigned rgb, double width, enum dash dash);
void drawing_segment(struct drawing *drawing, double x1, double y1, double x2, double y2,
                     unsigned rgb, double width, enum dash dash);
void drawing_area(struct drawing *drawing, const struct point *points, size_t n_points,
                  unsigned rgb, double alpha);
void drawing_frame(struct drawing *drawing, struct box box, unsigned rgb, double width);
void drawing_mark(struct drawing *drawing, double x, double y, enum mark_shape shape, double radius,
                  unsigned rgb, enum ink ink);
void drawing_clip(struct drawing *drawing, struct box box);
void drawing_unclip(struct drawing *drawing);

struct text_style {
    double size, anchor;
    bool bold, upwards;
    unsigned rgb;
};
void drawing_text(struct drawing *drawing, double x, double y, struct text_style style,
                  const char *text);

double drawing_text_width(const struct drawing *drawing, const char *text, double size, bool bold);
/* The text with so much of its middle replaced by … that it is at most `width` wide; in the arena,
 * made visible. */
const char *drawing_fit(struct drawing *drawing, const char *text, double size, bool bold,
                        double width);
/* How much of a text fits on a line: bytes up to a blank, at least one word. 0 at the end. */
size_t drawing_wrap(struct drawing *drawing, const char *text, double size, bool bold,
                    double width);

#endif
