#include "figure/drawing.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

void drawing_init(struct drawing *drawing, text_measure *measure, void *user)
{
    *drawing = (struct drawing){.measure = measure, .measure_user = user};
    arena_init(&drawing->arena);
}

void drawing_done(struct drawing *drawing)
{
    arena_done(&drawing->arena);
}

static struct item *add(struct drawing *drawing, struct item item, const struct point *points,
                        size_t n_points)
{
    struct item *kept = arena_alloc(&drawing->arena, 1, sizeof *kept);
    *kept = item;
    kept->n_points = n_points;
    kept->points = arena_alloc(&drawing->arena, n_points, sizeof *kept->points);
    if (n_points)
        memcpy(kept->points, points, n_points * sizeof *points);
    if (drawing->last)
        drawing->last->next = kept;
    else
        drawing->first = kept;
    drawing->last = kept;
    return kept;
}

void drawing_line(struct drawing *drawing, const struct point *points, size_t n_points,
                  unsigned rgb, double width, enum dash dash)
{
    struct item item = {.kind = ITEM_PATH, .rgb = rgb, .alpha = 1, .width = width, .dash = dash};
    add(drawing, item, points, n_points);
}

void drawing_segment(struct drawing *drawing, double x1, double y1, double x2, double y2,
                     unsigned rgb, double width, enum dash dash)
{
    drawing_line(drawing, (struct point[]){{x1, y1}, {x2, y2}}, 2, rgb, width, dash);
}

void drawing_area(struct drawing *drawing, const struct point *points, size_t n_points,
                  unsigned rgb, double alpha)
{
    struct item item = {.kind = ITEM_PATH, .ink = INK_FILL, .rgb = rgb, .alpha = alpha};
    add(drawing, item, points, n_points);
}

void drawing_frame(struct drawing *drawing, struct box box, unsigned rgb, double width)
{
    double right = box.x + box.width, bottom = box.y + box.height;
    struct point corners[] = {
        {box.x, box.y}, {right, box.y}, {right, bottom}, {box.x, bottom}, {box.x, box.y}};
    drawing_line(drawing, corners, 5, rgb, width, DASH_SOLID);
}

void drawing_mark(struct drawing *drawing, double x, double y, enum mark_shape shape, double radius,
                  unsigned rgb, enum ink ink)
{
    struct item item = {.kind = ITEM_MARK,
                        .ink = ink,
                        .rgb = rgb,
                        .alpha = 1,
                        .width = 0.8,
                        .shape = shape,
                        .size = radius};
    add(drawing, item, &(struct point){x, y}, 1);
}

void drawing_clip(struct drawing *drawing, struct box box)
{
    add(drawing, (struct item){.kind = ITEM_CLIP, .box = box}, NULL, 0);
}

void drawing_unclip(struct drawing *drawing)
{
    add(drawing, (struct item){.kind = ITEM_UNCLIP}, NULL, 0);
}

static const char *keep_visible(struct drawing *drawing, const char *text)
{
    char *visible = text_visible(text);
    const char *kept = arena_strdup(&drawing->arena, visible);
    free(visible);
    return kept;
}

void drawing_text(struct drawing *drawing, double x, double y, struct text_style style,
                  const char *text)
{
    struct item item = {.kind = ITEM_TEXT,
                        .ink = INK_FILL,
                        .rgb = style.rgb,
                        .alpha = 1,
                        .size = style.size,
                        .anchor = style.anchor,
                        .bold = style.bold,
                        .upwards = style.upwards,
                        .text = keep_visible(drawing, text)};
    item.text_width = drawing_text_width(drawing, item.text, style.size, style.bold);
    add(drawing, item, &(struct point){x, y}, 1);
}

double drawing_text_width(const struct drawing *drawing, const char *text, double size, bool bold)
{
    return drawing->measure(drawing->measure_user, text, size, bold);
}

/* Where the code point that begins at or before `at` begins. */
static size_t code_start(const char *text, size_t at)
{
    while (at > 0 && ((unsigned char)text[at] & 0xC0) == 0x80)
        at--;
    return at;
}

const char *drawing_fit(struct drawing *drawing, const char *text, double size, bool bold,
                        double width)
{
    const char *visible = keep_visible(drawing, text), *shown = visible;
    size_t n = strlen(visible);
    for (size_t kept = n; kept > 1 && drawing_text_width(drawing, shown, size, bold) > width;) {
        kept--;
        size_t head = code_start(visible, (kept + 1) / 2);
        size_t tail = n - kept / 2;
        while (tail < n && ((unsigned char)visible[tail] & 0xC0) == 0x80)
            tail++;
        shown = arena_printf(&drawing->arena, "%.*s…%s", (int)head, visible, visible + tail);
    }
    return shown;
}

size_t drawing_wrap(struct drawing *drawing, const char *text, double size, bool bold, double width)
{
    size_t fits = 0, length = strlen(text);
    while (fits < length) {
        size_t end = fits + (text[fits] == ' ');
        end += strcspn(text + end, " ");
        if (!strncmp(text + end, " %", 2)) /* stays with its number */
            end += 2 + strcspn(text + end + 2, " ");
        const char *line = arena_strndup(&drawing->arena, text, end);
        if (fits && drawing_text_width(drawing, line, size, bold) > width)
            break;
        fits = end;
    }
    return fits;
}
