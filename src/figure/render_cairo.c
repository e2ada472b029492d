/* The one file that calls cairo. */
#include "figure/render.h"

#include "base/mem.h"
#include "base/text.h"
#include "config.h"
#include "report/escape.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Dots of a PNG a point: 300 an inch. */
#define PNG_DOTS (300.0 / 72)

struct renderer {
    cairo_surface_t *surface; /* for measuring only */
    cairo_t *cairo;
};

bool render_available(void)
{
    return true;
}

/* Outlines as they are, not fitted to dots: widths scale with the size. */
static void set_options(cairo_t *cairo)
{
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_set_font_options(cairo, options);
    cairo_font_options_destroy(options);
}

static void set_font(cairo_t *cairo, double size, bool bold)
{
    cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                           bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cairo, size);
}

struct renderer *renderer_new(void)
{
    struct renderer *renderer = mem_zeroed(1, sizeof *renderer);
    renderer->surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);
    renderer->cairo = cairo_create(renderer->surface);
    set_options(renderer->cairo);
    return renderer;
}

void renderer_free(struct renderer *renderer)
{
    if (!renderer)
        return;
    cairo_destroy(renderer->cairo);
    cairo_surface_destroy(renderer->surface);
    free(renderer);
}

double renderer_measure(void *user, const char *text, double size, bool bold)
{
    struct renderer *renderer = user;
    cairo_text_extents_t extents;
    set_font(renderer->cairo, size, bold);
    cairo_text_extents(renderer->cairo, text, &extents);
    return extents.x_advance;
}

#ifdef __has_feature
#define HAS_SANITIZER __has_feature(address_sanitizer)
#elif defined __SANITIZE_ADDRESS__
#define HAS_SANITIZER 1
#endif
#if defined HAS_SANITIZER && HAS_SANITIZER
/* Fontconfig keeps its patterns until the process ends, behind pointers that the leak sanitizer cannot
 * follow. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig";
}

const char *__lsan_default_options(void);
const char *__lsan_default_options(void)
{
    return "print_suppressions=0";
}
#endif

/* ---- items ---- */

static void set_ink(cairo_t *cairo, const struct item *item)
{
    static const double dashes[N_DASHES][4] = {[DASH_LONG] = {5, 2},
                                               [DASH_SHORT] = {2.5, 1.5},
                                               [DASH_DOT] = {0.9, 1.6},
                                               [DASH_DASH_DOT] = {5, 1.5, 1, 1.5}};
    const double *dash = dashes[item->dash];
    cairo_set_source_rgba(cairo, (item->rgb >> 16) / 255.0, (item->rgb >> 8 & 0xFF) / 255.0,
                          (item->rgb & 0xFF) / 255.0, item->alpha);
    cairo_set_line_width(cairo, item->width);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_dash(cairo, dash, dash[0] > 0 ? dash[2] > 0 ? 4 : 2 : 0, 0);
}

static void spend_ink(cairo_t *cairo, enum ink ink)
{
    if (ink == INK_FILL)
        cairo_fill(cairo);
    else
        cairo_stroke(cairo);
}

static void draw_path(cairo_t *cairo, const struct item *item)
{
    bool down = false;
    for (size_t i = 0; i < item->n_points; i++) {
        struct point point = item->points[i];
        bool there = isfinite(point.x) && isfinite(point.y);
        if (there && down)
            cairo_line_to(cairo, point.x, point.y);
        else if (there)
            cairo_move_to(cairo, point.x, point.y);
        down = there;
    }
    spend_ink(cairo, item->ink);
}

/* Corners of a mark of radius 1; a circle has none, a cross is two strokes. */
static const struct {
    size_t n_corners;
    struct point corners[4];
} marks[N_MARKS] = {
    [MARK_SQUARE] = {4, {{-0.85, -0.85}, {0.85, -0.85}, {0.85, 0.85}, {-0.85, 0.85}}},
    [MARK_TRIANGLE] = {3, {{0, -1.15}, {1.05, 0.8}, {-1.05, 0.8}}},
    [MARK_DIAMOND] = {4, {{0, -1.25}, {1.25, 0}, {0, 1.25}, {-1.25, 0}}},
    [MARK_TRIANGLE_DOWN] = {3, {{0, 1.15}, {1.05, -0.8}, {-1.05, -0.8}}},
    [MARK_CROSS] = {4, {{-0.9, -0.9}, {0.9, 0.9}, {-0.9, 0.9}, {0.9, -0.9}}},
};

static void draw_mark(cairo_t *cairo, const struct item *item)
{
    struct point at = item->points[0];
    if (!isfinite(at.x) || !isfinite(at.y))
        return;
    bool cross = item->shape == MARK_CROSS;
    cairo_new_path(cairo);
    if (item->shape == MARK_CIRCLE)
        cairo_arc(cairo, at.x, at.y, item->size, 0, 2 * M_PI);
    for (size_t i = 0; i < marks[item->shape].n_corners; i++) {
        struct point corner = marks[item->shape].corners[i];
        if (cross && i == 2)
            cairo_new_sub_path(cairo);
        if (i == 0 || (cross && i == 2))
            cairo_move_to(cairo, at.x + corner.x * item->size, at.y + corner.y * item->size);
        else
            cairo_line_to(cairo, at.x + corner.x * item->size, at.y + corner.y * item->size);
    }
    if (!cross)
        cairo_close_path(cairo);
    spend_ink(cairo, cross ? INK_STROKE : item->ink);
}

static void draw_text(cairo_t *cairo, const struct item *item)
{
    cairo_save(cairo);
    cairo_translate(cairo, item->points[0].x, item->points[0].y);
    if (item->upwards)
        cairo_rotate(cairo, -M_PI / 2);
    set_font(cairo, item->size, item->bold);
    cairo_move_to(cairo, -item->anchor * item->text_width, 0);
    cairo_show_text(cairo, item->text);
    cairo_restore(cairo);
}

static void draw_clip(cairo_t *cairo, const struct item *item)
{
    cairo_save(cairo);
    cairo_rectangle(cairo, item->box.x, item->box.y, item->box.width, item->box.height);
    cairo_clip(cairo);
}

static void draw_unclip(cairo_t *cairo, const struct item *item)
{
    (void)item;
    cairo_restore(cairo);
}

static void draw_items(cairo_t *cairo, const struct drawing *drawing)
{
    static void (*const draw[])(cairo_t *, const struct item *) = {[ITEM_PATH] = draw_path,
                                                                   [ITEM_MARK] = draw_mark,
                                                                   [ITEM_TEXT] = draw_text,
                                                                   [ITEM_CLIP] = draw_clip,
                                                                   [ITEM_UNCLIP] = draw_unclip};
    set_options(cairo);
    cairo_set_source_rgb(cairo, 1, 1, 1);
    cairo_paint(cairo);
    for (const struct item *item = drawing->first; item; item = item->next) {
        set_ink(cairo, item);
        draw[item->kind](cairo, item);
    }
}

/* ---- formats ---- */

static cairo_status_t take_bytes(void *out, const unsigned char *bytes, unsigned n_bytes)
{
    strbuf_add(out, (const char *)bytes, n_bytes);
    return CAIRO_STATUS_SUCCESS;
}

static void add_facts(struct strbuf *out, const struct render_facts *facts)
{
    strbuf_printf(out, "study sha256 %s, seed %llu", facts->sha256,
                  (unsigned long long)facts->seed);
}

static cairo_surface_t *svg_new(const struct drawing *drawing, const struct render_facts *facts,
                                struct strbuf *out)
{
    (void)facts;
    cairo_surface_t *surface =
        cairo_svg_surface_create_for_stream(take_bytes, out, drawing->width, drawing->height);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PT);
    return surface;
}

static cairo_surface_t *pdf_new(const struct drawing *drawing, const struct render_facts *facts,
                                struct strbuf *out)
{
    cairo_surface_t *surface =
        cairo_pdf_surface_create_for_stream(take_bytes, out, drawing->width, drawing->height);
    struct strbuf subject;
    strbuf_init(&subject);
    add_facts(&subject, facts);
    char *title = text_visible(facts->title ? facts->title : "");
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title);
    free(title);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_SUBJECT, subject.text);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_KEYWORDS, facts->figure);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATOR, PACKAGE_STRING);
    cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, "");
    strbuf_done(&subject);
    return surface;
}

static cairo_surface_t *png_new(const struct drawing *drawing, const struct render_facts *facts,
                                struct strbuf *out)
{
    (void)facts, (void)out;
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)ceil(drawing->width * PNG_DOTS),
                                   (int)ceil(drawing->height * PNG_DOTS));
    cairo_surface_set_device_scale(surface, PNG_DOTS, PNG_DOTS);
    return surface;
}

static const struct escape xml[] = {
    {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\0', NULL}};

/* cairo writes no metadata into SVG: it goes behind the opening tag. */
static void svg_describe(const struct drawing *drawing, const struct render_facts *facts,
                         struct strbuf *out)
{
    const char *root = strstr(out->text, "<svg");
    const char *end = root ? strchr(root, '>') : NULL;
    if (!end)
        return;
    char *rest = mem_strdup(end + 1);
    out->length = (size_t)(end + 1 - out->text);
    out->text[out->length] = '\0';
    strbuf_puts(out, "\n<title>");
    escape_add(out, facts->title ? facts->title : "", xml);
    strbuf_printf(out, "</title>\n<desc>%s: ", facts->figure);
    for (const struct item *item = drawing->first; item; item = item->next)
        if (item->kind == ITEM_TEXT) {
            escape_add(out, item->text, xml);
            strbuf_add_char(out, '\n');
        }
    strbuf_puts(out, "</desc>\n<metadata>" PACKAGE_STRING ", ");
    add_facts(out, facts);
    strbuf_puts(out, "</metadata>");
    strbuf_puts(out, rest);
    free(rest);
}

static cairo_status_t png_finish(cairo_surface_t *surface, struct strbuf *out)
{
    return cairo_surface_write_to_png_stream(surface, take_bytes, out);
}

static const struct target {
    const char *format;
    cairo_surface_t *(*open)(const struct drawing *, const struct render_facts *, struct strbuf *);
    cairo_status_t (*finish)(cairo_surface_t *, struct strbuf *);
    void (*describe)(const struct drawing *, const struct render_facts *, struct strbuf *);
} targets[] = {
    {"svg", svg_new, NULL, svg_describe},
    {"pdf", pdf_new, NULL, NULL},
    {"png", png_new, png_finish, NULL},
};

static const struct target *target_find(const char *format)
{
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        if (!strcmp(format, targets[i].format))
            return &targets[i];
    return NULL;
}

bool renderer_write(struct renderer *renderer, const struct drawing *drawing, const char *format,
                    const struct render_facts *facts, struct strbuf *out, struct strbuf *problem)
{
    const struct target *target = target_find(format);
    (void)renderer;
    if (!target) {
        strbuf_printf(problem, "no figure in the format %s", format);
        return false;
    }
    struct strbuf bytes;
    strbuf_init(&bytes);
    cairo_surface_t *surface = target->open(drawing, facts, &bytes);
    cairo_t *cairo = cairo_create(surface);
    draw_items(cairo, drawing);
    cairo_status_t status = cairo_status(cairo);
    cairo_destroy(cairo);
    if (target->finish && status == CAIRO_STATUS_SUCCESS)
        status = target->finish(surface, &bytes);
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS)
        status = cairo_surface_status(surface);
    cairo_surface_destroy(surface);
    if (status == CAIRO_STATUS_SUCCESS && target->describe)
        target->describe(drawing, facts, &bytes);
    strbuf_add(out, bytes.text, bytes.length);
    strbuf_done(&bytes);
    if (status == CAIRO_STATUS_NO_MEMORY)
        mem_exhausted();
    if (status != CAIRO_STATUS_SUCCESS)
        strbuf_printf(problem, "cairo: %s", cairo_status_to_string(status));
    return status == CAIRO_STATUS_SUCCESS;
}
