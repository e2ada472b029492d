/* Lesson: the method on simulated studies. Left what to think and do, and the sliders; right what
 * comes of it. */
#include "views/views.h"

#include "base/mem.h"
#include "views/lesson.h"
#include "tui/layout.h"
#include "views/lesson_plots.h"
#include "tui/popup.h"

#include <stdlib.h>
#include <string.h>

enum {
    STICKS_ROWS = 13,
    LEFT_COLUMNS = 38,
    BOTH_FROM_COLUMNS = 66,
    LABEL_COLUMNS = 12,
    VALUE_COLUMNS = 14,
    BAR_COLUMN = LABEL_COLUMNS + VALUE_COLUMNS + 3 /* in a slider's line */
};

static void *state_new(void)
{
    struct lesson *lesson = mem_zeroed(1, sizeof *lesson);
    lesson_init(lesson);
    return lesson;
}

static void state_free(void *state)
{
    lesson_done(state);
    free(state);
}

/* ---- text ---- */

struct paragraph {
    struct surface *surface;
    struct rect rect; /* what is left of the place */
    int indent;       /* of all lines but the first */
    enum style style;
};

static void draw_line(void *user, int number, enum style style, const char *text)
{
    struct paragraph *paragraph = user;
    struct rect *rect = &paragraph->rect;
    (void)style;
    if (rect->n_rows <= 0)
        return;
    int indent = number ? paragraph->indent : 0;
    surface_text(paragraph->surface, rect->row++, rect->column + indent, rect->n_columns - indent,
                 paragraph->style, text);
    rect->n_rows--;
}

static void draw_paragraph(struct paragraph *paragraph, enum style style, int indent,
                           const char *lead, const char *text)
{
    struct strbuf all;
    if (!*text)
        return;
    strbuf_init(&all);
    strbuf_printf(&all, "%s%s", lead, text);
    paragraph->style = style;
    paragraph->indent = indent;
    popup_wrap(all.text, paragraph->rect.n_columns - indent, draw_line, paragraph);
    strbuf_done(&all);
}

static void draw_text(const struct lesson *lesson, struct surface *surface, struct rect rect)
{
    const struct lesson_step *step = lesson_step(lesson->step);
    bool done = lesson->done >> lesson->step & 1;
    struct paragraph paragraph = {.surface = surface, .rect = rect};
    draw_paragraph(&paragraph, STYLE_TEXT, 0, "", step->idea);
    draw_paragraph(&paragraph, done ? STYLE_GAIN : STYLE_KEY, 4, done ? "[x] " : "[ ] ",
                   step->task);
    draw_paragraph(&paragraph, STYLE_TEXT, 0, "See: ", step->see);
    draw_paragraph(&paragraph, STYLE_TITLE, 0, step->is_done ? "Why: " : "", step->why);
}

static void add_marks(const struct lesson *lesson, bool ascii, struct strbuf *out)
{
    for (size_t i = 0; i < LESSON_STEPS; i++) {
        bool done = lesson->done >> i & 1;
        strbuf_puts(out, ascii ? (done ? "*" : ".") : done ? "●" : "○");
    }
}

/* ---- sliders ---- */

static void draw_slider(const struct lesson *lesson, struct surface *surface, int row, int column,
                        int n_columns, enum lesson_slider slider)
{
    size_t position = lesson->position[slider], last = lesson_slider_positions(slider) - 1;
    bool here = lesson->cursor == slider;
    struct strbuf text;
    strbuf_init(&text);
    lesson_slider_add(&text, slider, position);
    surface_text(surface, row, column, 1, STYLE_KEY, here ? ">" : " ");
    surface_text(surface, row, column + 2, LABEL_COLUMNS, here ? STYLE_TITLE : STYLE_TEXT,
                 lesson_slider_label(slider));
    surface_text_right(surface, row, column + 2 + LABEL_COLUMNS, VALUE_COLUMNS,
                       here ? STYLE_TITLE : STYLE_TEXT, text.text);
    int bar = column + BAR_COLUMN, n_bar = n_columns - BAR_COLUMN;
    for (int i = 0; i < n_bar; i++)
        surface_put(surface, row, bar + i, STYLE_DIM, surface->ascii ? '.' : 0x2591);
    view_bar(surface, row, bar, n_bar, STYLE_SERIES_1, (double)position / (double)last);
    strbuf_done(&text);
}

static int n_sliders(const struct lesson *lesson)
{
    return __builtin_popcount(lesson_step(lesson->step)->sliders);
}

/* A line a slider, at the foot of the left side. */
static struct rect sliders_place(const struct lesson *lesson, struct rect left)
{
    int n = n_sliders(lesson);
    return (struct rect){left.row + left.n_rows - 1 - n, left.column + 1, n, left.n_columns - 2};
}

static void draw_left(const struct lesson *lesson, struct surface *surface, struct rect rect)
{
    struct strbuf title, marks;
    int n = n_sliders(lesson), below = n;
    strbuf_init(&title);
    strbuf_init(&marks);
    if (lesson->step < LESSON_STEPS)
        strbuf_printf(&title, "%zu/%d ", lesson->step + 1, LESSON_STEPS);
    strbuf_puts(&title, lesson_step(lesson->step)->title);
    add_marks(lesson, surface->ascii, &marks);
    bool both_fit = (int)title.length + LESSON_STEPS + 6 <= rect.n_columns;
    surface_frame(surface, rect, true, title.text, both_fit ? marks.text : NULL);
    draw_text(
        lesson, surface,
        (struct rect){rect.row + 1, rect.column + 1, rect.n_rows - 2 - below, rect.n_columns - 2});
    struct rect place = sliders_place(lesson, rect);
    for (int i = 0; i < n; i++)
        draw_slider(lesson, surface, place.row + i, place.column, place.n_columns,
                    (enum lesson_slider)lesson_slider_at(lesson, i));
    strbuf_done(&title);
    strbuf_done(&marks);
}

/* ---- pictures ---- */

static void draw_vr(const struct lesson *lesson, struct surface *surface, struct rect rect)
{
    struct strbuf title, note;
    struct experiment_setting setting = lesson_setting(lesson);
    strbuf_init(&title);
    strbuf_init(&note);
    strbuf_printf(&title, "VR %% of %zu studies", lesson->result ? lesson->result->n_done : 0);
    strbuf_printf(&note, "%s theory ", surface->ascii ? ":" : "┊");
    view_add_percent(&note, experiment_theory(&setting.simulation), 1);
    surface_frame(surface, rect, false, title.text, lesson_shows_theory(lesson) ? note.text : NULL);
    lesson_draw_vr(
        lesson, surface,
        (struct rect){rect.row + 1, rect.column + 1, rect.n_rows - 2, rect.n_columns - 2});
    strbuf_done(&title);
    strbuf_done(&note);
}

static void draw_sticks(const struct lesson *lesson, struct surface *surface, struct rect rect)
{
    const char *why = lesson_exploratory(lesson), *note = NULL;
    if (*why)
        note = "! exploratory";
    else if (lesson->declared != LESSON_NONE)
        note = "declared";
    surface_frame(surface, rect, false, "Difference, sd", note);
    lesson_draw_sticks(
        lesson, surface,
        (struct rect){rect.row + 1, rect.column + 1, rect.n_rows - 2, rect.n_columns - 2});
}

static void draw_right(const struct lesson *lesson, struct surface *surface, struct rect rect)
{
    int n = lesson_vr_rows(lesson, rect.n_rows - STICKS_ROWS), above = n ? n + 1 : 0;
    struct rect below = {rect.row + above, rect.column, rect.n_rows - above, rect.n_columns};
    if (n)
        draw_vr(lesson, surface, (struct rect){rect.row, rect.column, n + 2, rect.n_columns});
    draw_sticks(lesson, surface, below);
    if (n)
        layout_join(surface, below);
}

static struct rect left_side(struct rect rect)
{
    if (rect.n_columns >= BOTH_FROM_COLUMNS)
        rect.n_columns = LEFT_COLUMNS + (rect.n_columns - 80 > 0 ? (rect.n_columns - 80) / 4 : 0);
    return rect;
}

static void draw(const struct view_context *context, struct surface *surface, struct rect rect)
{
    const struct lesson *lesson = context->state;
    struct rect left = left_side(rect), right = rect;
    if (left.n_columns < rect.n_columns) {
        right.column += left.n_columns;
        right.n_columns -= left.n_columns;
        draw_right(lesson, surface, right);
    }
    draw_left(lesson, surface, left);
}

/* ---- keys ---- */

enum { PAGE = 4 };

static bool act(const struct view_context *context, enum action action)
{
    struct lesson *lesson = context->state;
    switch (action) {
    case ACTION_UP:
        return lesson_choose(lesson, -1);
    case ACTION_DOWN:
        return lesson_choose(lesson, 1);
    case ACTION_LEFT:
        return lesson_move(lesson, -1);
    case ACTION_RIGHT:
        return lesson_move(lesson, 1);
    case ACTION_PAGE_UP:
        return lesson_move(lesson, PAGE);
    case ACTION_PAGE_DOWN:
        return lesson_move(lesson, -PAGE);
    case ACTION_FIRST:
        return lesson_move(lesson, -1000);
    case ACTION_LAST:
        return lesson_move(lesson, 1000);
    case ACTION_STEP_NEXT:
        return lesson_go(lesson, lesson->step + 1);
    case ACTION_STEP_BACK:
        return lesson->step > 0 && lesson_go(lesson, lesson->step - 1);
    case ACTION_STEP_AGAIN:
        lesson_reset(lesson);
        return true;
    case ACTION_OTHER_SEEDS:
        lesson_draw_again(lesson);
        return true;
    case ACTION_FREE_PLAY:
        lesson_toggle_free(lesson);
        return true;
    case ACTION_COMPARE_NEXT:
        return lesson_compare_next(lesson);
    case ACTION_DECLARE:
        return lesson_declare(lesson);
    default:
        return false;
    }
}

/* ---- the mouse ---- */

/* The slider in this row, or LESSON_NONE. */
static int slider_under(const struct lesson *lesson, struct rect rect, int row, int column)
{
    struct rect place = sliders_place(lesson, left_side(rect));
    return layout_inside(place, row, column) ? lesson_slider_at(lesson, row - place.row)
                                             : LESSON_NONE;
}

/* How far along its bar a column is; the ends of the bar are the ends of its way. */
static double share_at(const struct lesson *lesson, struct rect rect, int column)
{
    struct rect place = sliders_place(lesson, left_side(rect));
    int bar = place.column + BAR_COLUMN, n_bar = place.n_columns - BAR_COLUMN;
    return n_bar > 1 ? (double)(column - bar) / (n_bar - 1) : 0;
}

/* On its name a slider is chosen, on its bar it is moved too. */
static bool click(const struct view_context *context, struct rect rect, int row, int column)
{
    struct lesson *lesson = context->state;
    int slider = slider_under(lesson, rect, row, column);
    lesson->grabbed = slider;
    if (slider == LESSON_NONE)
        return false;
    lesson->cursor = (enum lesson_slider)slider;
    if (share_at(lesson, rect, column) >= 0)
        lesson_put(lesson, (enum lesson_slider)slider, share_at(lesson, rect, column));
    return true;
}

static void drag(const struct view_context *context, struct rect rect, int row, int column)
{
    struct lesson *lesson = context->state;
    (void)row;
    if (lesson->grabbed != LESSON_NONE)
        lesson_put(lesson, (enum lesson_slider)lesson->grabbed, share_at(lesson, rect, column));
}

static bool wheel(const struct view_context *context, struct rect rect, int row, int column,
                  int direction)
{
    struct lesson *lesson = context->state;
    int slider = slider_under(lesson, rect, row, column);
    if (slider != LESSON_NONE) {
        lesson->cursor = (enum lesson_slider)slider;
        lesson_move(lesson, direction);
    }
    return true;
}

/* ---- words ---- */

static void status(const struct view_context *context, struct strbuf *line)
{
    lesson_add_status(context->state, line);
}

static bool explain(const struct view_context *context, struct strbuf *text)
{
    lesson_add_explanation(context->state, text);
    return true;
}

/* ---- figures of its own ---- */

static int source_fd(const void *state)
{
    const struct lesson *lesson = state;
    return lesson->lab ? lab_fd(lesson->lab) : -1;
}

static void source_progress(const void *state, size_t *n_done, size_t *n_wanted)
{
    const struct lesson *lesson = state;
    *n_done = lesson_is_current(lesson) ? lesson->result->n_done : 0;
    *n_wanted = LESSON_REPEATS;
}

static void source_start(void *state)
{
    lesson_start(state);
}

static void source_take(void *state)
{
    lesson_take(state);
}

static void source_write(const void *state, struct strbuf *out)
{
    lesson_write(state, out);
}

static void source_read(void *state, const char *text)
{
    lesson_read(state, text);
}

static const struct view_source source = {.title = "Lesson: the method, on simulated studies",
                                          .what = "studies",
                                          .hint = {"Left Right", "or drag a slider"},
                                          .start = source_start,
                                          .fd = source_fd,
                                          .take = source_take,
                                          .progress = source_progress,
                                          .write = source_write,
                                          .read = source_read};

const struct view view_lesson = {.name = "Lesson",
                                 .id = "lesson",
                                 .source = &source,
                                 .state_new = state_new,
                                 .state_free = state_free,
                                 .draw = draw,
                                 .act = act,
                                 .click = click,
                                 .drag = drag,
                                 .wheel = wheel,
                                 .status = status,
                                 .explain = explain};
