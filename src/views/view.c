#include "views/view.h"

#include "base/mem.h"
#include "base/num.h"
#include "views/views.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct view *view_get(enum view_id id)
{
    static const struct view *const views[N_VIEWS] = {
        [VIEW_REDUCTION] = &view_reduction,   [VIEW_PAIRS] = &view_pairs,
        [VIEW_BUDGET] = &view_budget,         [VIEW_CALIBRATION] = &view_calibration,
        [VIEW_CANDIDATES] = &view_candidates, [VIEW_SCATTER] = &view_scatter,
        [VIEW_FAMILIES] = &view_families,     [VIEW_LESSON] = &view_lesson,
        [VIEW_CURVES] = &view_curves,
    };
    return (unsigned)id < N_VIEWS ? views[id] : NULL;
}

const struct arm_result *view_arm_result(const struct view_context *context, size_t arm)
{
    const struct snapshot *snapshot = context->snapshot;
    for (size_t i = 0; snapshot && i < snapshot->n_arms; i++)
        if (snapshot->arms[i].arm == &context->study->arms[arm])
            return &snapshot->arms[i];
    return NULL;
}

const struct adjuster_result *view_result(const struct view_context *context, size_t arm,
                                          size_t adjuster)
{
    const struct arm_result *result = view_arm_result(context, arm);
    for (size_t i = 0; result && i < result->n_adjusters; i++)
        if (adjuster_equal(result->adjusters[i].adjuster, context->request->adjusters[adjuster]))
            return &result->adjusters[i];
    return NULL;
}

void view_adjuster_label(struct adjuster adjuster, char label[VIEW_ADJUSTER_LABEL_MAX])
{
    static const char *const stems[N_ADJUSTER_KINDS] = {[ADJUSTER_RAW] = "raw",
                                                        [ADJUSTER_FIXED] = "fixed",
                                                        [ADJUSTER_BEST] = "best",
                                                        [ADJUSTER_PCA] = "pca",
                                                        [ADJUSTER_POSTHOC] = "post hoc best",
                                                        [ADJUSTER_BEST_SHRUNK] = "best, shrunk",
                                                        [ADJUSTER_PCA_SHRUNK] = "pca",
                                                        [ADJUSTER_RIDGE] = "ridge",
                                                        [ADJUSTER_AVERAGE] = "average"};
    struct strbuf text;
    strbuf_init(&text);
    strbuf_puts(&text, stems[adjuster.kind]);
    if (adjuster.kind == ADJUSTER_PCA || adjuster.kind == ADJUSTER_PCA_SHRUNK)
        strbuf_printf(&text, " %u", adjuster.k);
    if (adjuster.kind == ADJUSTER_PCA_SHRUNK)
        strbuf_puts(&text, ", shrunk");
    size_t n = text.length < VIEW_ADJUSTER_LABEL_MAX ? text.length : VIEW_ADJUSTER_LABEL_MAX - 1;
    memcpy(label, text.text, n);
    label[n] = '\0';
    strbuf_done(&text);
}

enum exploratory_reason view_exploratory(const struct view_context *context, size_t adjuster)
{
    return exploratory_rule(context->study, context->request, context->request->adjusters[adjuster],
                            context->history);
}

void view_add_number(struct strbuf *out, double value, int decimals)
{
    char text[NUM_TEXT_MAX];
    if (!isfinite(value)) {
        strbuf_puts(out, "–");
        return;
    }
    size_t n = num_write_fixed(text, value, decimals);
    bool is_zero = strspn(text + (*text == '-'), "0.") == n - (*text == '-');
    strbuf_puts(out, text + (is_zero && *text == '-'));
}

void view_add_percent(struct strbuf *out, double fraction, int decimals)
{
    size_t start = out->length;
    view_add_number(out, fraction * 100, decimals);
    if (fraction > 0 && isfinite(fraction) && strpbrk(out->text + start, "123456789")) {
        char *number = mem_strndup(out->text + start, out->length - start);
        out->length = start;
        strbuf_printf(out, "+%s", number);
        free(number);
    }
}

int view_decimals(double sd)
{
    if (!isfinite(sd) || sd <= 0)
        return 2;
    int decimals = 1 - (int)floor(log10(sd));
    return decimals < 0 ? 0 : decimals > 6 ? 6 : decimals;
}

enum style view_sign_style(double value)
{
    return value > 0 ? STYLE_GAIN : value < 0 ? STYLE_LOSS : STYLE_TEXT;
}

void view_bar(struct surface *surface, int row, int column, int n_columns, enum style style,
              double fraction)
{
    if (!isfinite(fraction) || fraction <= 0 || n_columns <= 0)
        return;
    int eighths = (int)lround((fraction > 1 ? 1 : fraction) * 8 * n_columns);
    for (int i = 0; i < n_columns && eighths > 0; i++, eighths -= 8) {
        uint32_t block = eighths >= 8 ? 0x2588 : 0x2590 - (uint32_t)eighths;
        if (surface->ascii)
            block = eighths >= 4 ? '#' : ' ';
        surface_put(surface, row, column + i, style, block);
    }
}

/* The next item of [0, n) in a direction, going round; `from` itself when there is no other. */
static size_t around(size_t from, size_t n, int direction)
{
    return direction > 0 ? (from + 1) % n : (from + n - 1) % n;
}

bool view_step_arm(const struct view_context *context, int direction)
{
    const struct request *request = context->request;
    for (size_t i = 0; i < request->n_arms && request->n_arms > 1; i++)
        if (request->arms[i] == context->focus->arm) {
            context->focus->arm = request->arms[around(i, request->n_arms, direction)];
            return true;
        }
    return false;
}

bool view_step_adjuster(const struct view_context *context, int direction)
{
    if (context->request->n_adjusters < 2)
        return false;
    context->focus->adjuster =
        around(context->focus->adjuster, context->request->n_adjusters, direction);
    return true;
}

void view_show(const struct view_context *context, enum view_id id)
{
    context->wishes->show = true;
    context->wishes->view = id;
}
