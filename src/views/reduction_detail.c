/* One figure opened: its distribution over splits, what the folds picked, and the arithmetic. */
#include "views/reduction.h"

#include "base/num.h"
#include "tui/layout.h"
#include "tui/plot.h"
#include "tui/popup.h"

#include <math.h>

enum { BINS_MAX = 60, PICK_ROWS_MAX = 8, WORDS_COLUMNS = 52 };

struct histogram {
    struct plot_range range;
    int n_bins;
    size_t most, counts[BINS_MAX];
};

/* Bins of one width with an edge at zero, so that no bar holds gains and losses. */
static bool histogram_make(const struct vr_summary *vr, int n_bins_most, struct histogram *made)
{
    struct plot_range range = PLOT_EMPTY;
    *made = (struct histogram){.n_bins = 0};
    for (size_t i = 0; i < vr->n_done; i++)
        plot_include(&range, vr->vr[i] * 100);
    if (range.low > range.high)
        return false;
    range = plot_padded(range, 0.02);
    double width = (range.high - range.low) / (n_bins_most - 1);
    double first = floor(range.low / width) * width;
    made->n_bins = (int)ceil((range.high - first) / width);
    made->n_bins = made->n_bins < 1 ? 1 : made->n_bins > BINS_MAX ? BINS_MAX : made->n_bins;
    made->range = (struct plot_range){first, first + made->n_bins * width};
    for (size_t i = 0; i < vr->n_done; i++) {
        double at = (vr->vr[i] * 100 - first) / width;
        if (!isfinite(at))
            continue;
        int bin = at < 0 ? 0 : at >= made->n_bins ? made->n_bins - 1 : (int)at;
        made->counts[bin]++;
        made->most = made->counts[bin] > made->most ? made->counts[bin] : made->most;
    }
    return true;
}

static void draw_histogram(const struct vr_summary *vr, struct surface *surface, struct rect rect)
{
    struct histogram made;
    struct plot plot;
    int n_bins = rect.n_columns - 8 > BINS_MAX ? BINS_MAX : rect.n_columns - 8;
    if (n_bins < 8 || !histogram_make(vr, n_bins / 2, &made)) {
        surface_text(surface, rect.row, rect.column, rect.n_columns, STYLE_DIM, "no figures yet");
        return;
    }
    struct plot_frame frame = {
        .x = made.range, .y = {0, (double)made.most * 1.05}, .x_label = "VR %", .y_unit = "splits"};
    if (!plot_begin(&plot, surface, rect, &frame))
        return;
    double width = (made.range.high - made.range.low) / made.n_bins;
    for (int i = 0; i < made.n_bins; i++) {
        double left = made.range.low + i * width;
        plot_bar(&plot, left + width * 0.08, left + width * 0.92, 0, (double)made.counts[i],
                 left + width / 2 < 0 ? STYLE_LOSS : STYLE_GAIN);
    }
    plot_vertical(&plot, 0, STYLE_BORDER);
    plot_mark(&plot, vr->median * 100, plot.y.low, STYLE_HEADING, surface->ascii ? '^' : 0x25B2);
    plot_end(&plot);
}

static void draw_share(const char *text, double share, struct surface *surface, struct rect rect)
{
    enum { BAR = 10, ALL = 56 }; /* a bar far from its name is hard to read */
    if (rect.n_columns > ALL)
        rect.n_columns = ALL;
    int name = rect.n_columns - BAR - 8;
    surface_text(surface, rect.row, rect.column, name, STYLE_TEXT, text);
    surface_printf(surface, rect.row, rect.column + name + 1, 6, STYLE_TEXT, "%3.0f %%",
                   share * 100);
    view_bar(surface, rect.row, rect.column + name + 8, BAR, STYLE_SERIES_1, share);
}

static void draw_picks(const struct reduction_place *place, struct surface *surface,
                       struct rect rect)
{
    const struct vr_summary *vr = &place->result->vr;
    int shown = 0;
    if (!vr->n_picks || rect.n_rows < 3)
        return;
    surface_text(surface, rect.row, rect.column, rect.n_columns, STYLE_HEADING,
                 "Picked in the training folds of all splits");
    for (size_t i = 0; i < vr->n_picks && shown < PICK_ROWS_MAX && shown + 2 < rect.n_rows; i++) {
        size_t candidate = vr->picks[i].candidate;
        const struct arm *arm = place->arm;
        shown++;
        draw_share(candidate < arm->n_candidates ? arm->candidates[candidate].name : "?",
                   vr->picks[i].share, surface,
                   (struct rect){rect.row + shown, rect.column, 1, rect.n_columns});
    }
    if (vr->n_picks > (size_t)shown)
        surface_printf(surface, rect.row + shown + 1, rect.column, rect.n_columns, STYLE_DIM,
                       "and %zu more", vr->n_picks - (size_t)shown);
}

static void draw_weights(const struct view_context *context, const struct reduction_place *place,
                         struct surface *surface, struct rect rect)
{
    const struct vr_summary *vr = &place->result->vr;
    if (!vr->n_weights || rect.n_rows < 3)
        return;
    surface_text(surface, rect.row, rect.column, rect.n_columns, STYLE_HEADING,
                 "Weights in the training folds of all splits");
    for (size_t i = 0; i < vr->n_weights && (int)i + 1 < rect.n_rows; i++) {
        struct strbuf name;
        strbuf_init(&name);
        model_weight_name(context->study, place->arm, place->result, &vr->weights[i], &name);
        draw_share(name.text, vr->weights[i].share, surface,
                   (struct rect){rect.row + (int)i + 1, rect.column, 1, rect.n_columns});
        strbuf_done(&name);
    }
}

struct detail_area {
    struct surface *surface;
    struct rect rect;
};

static void draw_word_line(void *user, int n, enum style style, const char *text)
{
    const struct detail_area *words = user;
    if (n < words->rect.n_rows)
        surface_text(words->surface, words->rect.row + n, words->rect.column, words->rect.n_columns,
                     style, text);
}

static int draw_words(const struct view_context *context, struct surface *surface, struct rect rect)
{
    struct strbuf text;
    strbuf_init(&text);
    reduction_add_arithmetic(context, &text);
    int n =
        popup_wrap(text.text, rect.n_columns, draw_word_line, &(struct detail_area){surface, rect});
    strbuf_done(&text);
    return n;
}

static void draw_frame(const struct view_context *context, const struct reduction_place *place,
                       struct surface *surface, struct rect rect)
{
    struct strbuf title, note;
    char label[VIEW_ADJUSTER_LABEL_MAX], count[NUM_TEXT_MAX];
    strbuf_init(&title);
    strbuf_init(&note);
    view_adjuster_label(context->request->adjusters[place->adjuster], label);
    strbuf_printf(&title, "%s, %s", place->arm->label, label);
    if (place->result) {
        num_write_grouped(count, place->result->vr.n_done);
        strbuf_printf(&note, "%s%s splits", place->result->exploratory ? "! exploratory, " : "",
                      count);
    }
    surface_frame(surface, rect, context->focused, title.text, note.length ? note.text : NULL);
    strbuf_done(&title);
    strbuf_done(&note);
}

/* Side by side where there is room, else one below the other. */
void reduction_draw_detail(const struct view_context *context, struct surface *surface,
                           struct rect rect)
{
    struct reduction_place place = reduction_place(context);
    struct rect inner = layout_inner(rect);
    inner.column++;
    inner.n_columns -= 2;
    draw_frame(context, &place, surface, rect);
    struct rect plot = inner, words = inner;
    if (inner.n_columns >= 2 * WORDS_COLUMNS) {
        words.n_columns = WORDS_COLUMNS;
        words.column = inner.column + inner.n_columns - WORDS_COLUMNS;
        plot.n_columns = inner.n_columns - WORDS_COLUMNS - 2;
        plot.n_rows = inner.n_rows > 24 ? 24 : inner.n_rows;
    } else {
        plot.n_rows = inner.n_rows * 2 / 5 > 14 ? 14 : inner.n_rows * 2 / 5;
        words.row += plot.n_rows;
        words.n_rows -= plot.n_rows;
    }
    if (place.result && place.result->vr.status == ESTIMATE_OK)
        draw_histogram(&place.result->vr, surface, plot);
    else
        surface_text(surface, plot.row, plot.column, plot.n_columns, STYLE_DIM,
                     place.result ? estimate_status_text(place.result->vr.status) : "computing …");
    int used = draw_words(context, surface, words) + (inner.n_rows > 20);
    words.row += used;
    words.n_rows -= used;
    if (place.result && place.result->vr.status == ESTIMATE_OK) {
        draw_picks(&place, surface, words);
        draw_weights(context, &place, surface, words);
    }
}
