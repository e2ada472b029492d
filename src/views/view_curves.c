/* Curves: the runs of an arm over training, one metric at a time, with the runs that were left out; and
 * behind one key, because it looks at outcomes, when the metric begins to tell. */
#include "views/curves.h"
#include "views/views.h"

#include "base/mem.h"
#include "base/num.h"
#include "tui/layout.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *state_new(void)
{
    struct curves_state *state = mem_zeroed(1, sizeof *state);
    arena_init(&state->arena);
    state->time = SIGNAL_TIMES / 3 - 1;
    return state;
}

static void state_free(void *user)
{
    struct curves_state *state = user;
    arena_done(&state->arena);
    free(state);
}

/* The metric of the declared statistic, else the first. */
static size_t first_metric(const struct arm *arm)
{
    size_t candidate = arm->n_statistic ? arm->statistic_candidate[0] : ARM_NO_CANDIDATE;
    for (size_t i = 0; candidate != ARM_NO_CANDIDATE && i < arm->traces->n_metrics; i++)
        if (!strcmp(arm->traces->metrics[i].name, arm->candidates[candidate].metric))
            return i;
    return 0;
}

/* Another arm, or another study: the same metric if it is there. */
static void follow_arm(struct curves_state *state, const struct study *study, const struct arm *arm)
{
    const char *metric = NULL;
    if (state->study == study && state->arm == arm)
        return;
    if (state->study == study && state->arm && state->arm->traces)
        metric = state->arm->traces->metrics[state->metric].name;
    const struct trace_metric *same = metric ? trace_find(arm->traces, metric) : NULL;
    state->metric = same ? (size_t)(same - arm->traces->metrics) : first_metric(arm);
    state->study = study;
    state->arm = arm;
    state->computed = NULL;
}

/* The next ticked arm of the group, round and round. */
static const struct arm *other_arm(const struct view_context *context, const struct arm *arm)
{
    const struct request *request = context->request;
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < request->n_arms; i++) {
            const struct arm *other = &context->study->arms[request->arms[i]];
            bool after = pass || other > arm;
            if (after && other != arm && other->group_index == arm->group_index && other->traces)
                return other;
        }
    return NULL;
}

static bool find(const struct view_context *context, struct curves *curves)
{
    *curves = (struct curves){.context = context, .state = context->state};
    if (!context->request->n_arms)
        return false;
    curves->arm = &context->study->arms[context->focus->arm];
    if (!curves->arm->traces)
        return false;
    follow_arm(curves->state, context->study, curves->arm);
    curves->metric = &curves->arm->traces->metrics[curves->state->metric];
    if (curves->state->both)
        curves->other = other_arm(context, curves->arm);
    return true;
}

void curves_add_time(const struct trace_metric *metric, size_t time, struct strbuf *out)
{
    static const char *const axes[] = {
        [LOG_AXIS_STEP] = "step", [LOG_AXIS_EPOCH] = "epoch", [LOG_AXIS_INDEX] = "row"};
    char number[NUM_TEXT_MAX];
    num_write_fixed(number, floor(signal_time(time) * metric->length + 1e-9), 0);
    strbuf_printf(out, "%s %s", axes[metric->axis], number);
}

static void draw_nothing(const struct curves *curves, struct surface *surface, struct rect rect)
{
    surface_frame(surface, rect, curves->context->focused, "Curves", NULL);
    surface_text(surface, rect.row + 1, rect.column + 2, rect.n_columns - 4, STYLE_DIM,
                 curves->arm ? "a table has no training curves" : "no arm is ticked");
}

static size_t n_left_out(const struct curves *curves)
{
    size_t n = 0;
    for (size_t r = 0; r < curves->arm->traces->n_runs; r++)
        n += curves->arm->traces->runs[r].reason != NULL;
    return n;
}

static void draw_frame(const struct curves *curves, struct surface *surface, struct rect rect)
{
    struct strbuf title, note;
    size_t n_out = n_left_out(curves);
    strbuf_init(&title);
    strbuf_init(&note);
    strbuf_printf(&title, "%s%s%s: %s, %zu runs", curves->arm->label, curves->other ? " and " : "",
                  curves->other ? curves->other->name : "", curves->metric->name,
                  curves->arm->n_runs);
    if (n_out)
        strbuf_printf(&title, ", %zu left out (%s)", n_out, surface->ascii ? "x" : "×");
    strbuf_printf(&note, "%s%zu of %zu metrics", curves->state->outcome ? "! exploratory, " : "",
                  curves->state->metric + 1, curves->arm->traces->n_metrics);
    surface_frame(surface, rect, curves->context->focused, title.text, note.text);
    strbuf_done(&title);
    strbuf_done(&note);
}

static void draw(const struct view_context *context, struct surface *surface, struct rect rect)
{
    struct curves curves;
    if (!find(context, &curves)) {
        draw_nothing(&curves, surface, rect);
        return;
    }
    draw_frame(&curves, surface, rect);
    struct rect inner = layout_inner(rect);
    struct rect before = surface_set_clip(surface, inner);
    if (curves.state->outcome) {
        int wanted =
            curves.state->heat ? (int)curves.arm->traces->n_metrics + 2 : inner.n_rows * 2 / 5;
        int below = wanted < inner.n_rows / 2 ? wanted : inner.n_rows / 2;
        struct rect foot = {inner.row + inner.n_rows - below, inner.column, below, inner.n_columns};
        inner.n_rows -= below;
        if (curves.state->heat)
            curves_draw_heat(
                &curves, surface,
                (struct rect){foot.row, foot.column + 1, foot.n_rows, foot.n_columns - 2});
        else
            curves_draw_signal(&curves, surface, foot);
    }
    curves_plot(&curves, surface, inner);
    surface->clip = before;
}

static size_t moved(size_t at, long by, size_t n)
{
    if (by < 0)
        return at > (size_t)-by ? at - (size_t)-by : 0;
    return n - 1 - at > (size_t)by ? at + (size_t)by : n - 1;
}

static bool move(struct curves *curves, enum action action)
{
    static const struct {
        enum action action;
        long time, place, metric;
    } moves[] = {{ACTION_LEFT, -1, 0, 0},
                 {ACTION_RIGHT, 1, 0, 0},
                 {ACTION_PAGE_UP, -10, 0, 0},
                 {ACTION_PAGE_DOWN, 10, 0, 0},
                 {ACTION_FIRST, -SIGNAL_TIMES, 0, 0},
                 {ACTION_LAST, SIGNAL_TIMES, 0, 0},
                 {ACTION_UP, 0, 1, 0},
                 {ACTION_DOWN, 0, -1, 0},
                 {ACTION_NEXT_CANDIDATE, 0, 0, 1},
                 {ACTION_PREVIOUS_CANDIDATE, 0, 0, -1}};
    struct curves_state *state = curves->state;
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        if (moves[i].action == action) {
            state->time = moved(state->time, moves[i].time, SIGNAL_TIMES);
            state->place = moved(state->place, moves[i].place, curves->arm->traces->n_runs);
            state->metric = moved(state->metric, moves[i].metric, curves->arm->traces->n_metrics);
            return true;
        }
    return false;
}

static bool act(const struct view_context *context, enum action action)
{
    struct curves curves;
    if (action == ACTION_NEXT_ARM || action == ACTION_PREVIOUS_ARM) {
        view_step_arm(context, action == ACTION_NEXT_ARM ? 1 : -1);
        return true;
    }
    if (!find(context, &curves))
        return false;
    switch (action) {
    case ACTION_OUTCOME:
        curves.state->outcome = !curves.state->outcome;
        return true;
    case ACTION_HEAT:
        curves.state->heat = !curves.state->heat || !curves.state->outcome;
        curves.state->outcome = true;
        return true;
    case ACTION_PAIRS:
        curves.state->both = !curves.state->both;
        return true;
    default:
        return move(&curves, action);
    }
}

/* Metrics next to the outcome say which statistic would do well. */
static bool ranks_candidates(const struct view_context *context)
{
    const struct curves_state *state = context->state;
    struct curves curves;
    return state->outcome && find(context, &curves);
}

static void add_signal(const struct curves *curves, struct strbuf *line)
{
    const struct signal *signal = curves_signal(curves);
    if (signal->status != ESTIMATE_OK)
        return;
    const struct signal_metric *metric = &signal->metrics[curves->state->metric];
    strbuf_puts(line, "; rho^2 ");
    view_add_number(line, 100 * metric->rho2[curves->state->time], 1);
    strbuf_puts(line, " %, noise ");
    view_add_number(line, 100 * metric->noise, 1);
    strbuf_puts(line, " %");
}

static void status(const struct view_context *context, struct strbuf *line)
{
    struct curves curves;
    if (!find(context, &curves))
        return;
    curves_add_time(curves.metric, curves.state->time, line);
    size_t run = curves_run(&curves);
    if (run != TRACE_NO_RUN) {
        const struct trace_run *of = &curves.arm->traces->runs[run];
        double value = curves_value(curves.metric, run, curves.state->time);
        strbuf_printf(line, ": run %s has %s ", of->id, curves.metric->name);
        view_add_number(line, value, view_decimals(fabs(value) / 100));
        if (of->reason)
            strbuf_printf(line, " (left out: %s)", of->reason);
    }
    if (curves.state->outcome)
        add_signal(&curves, line);
}

static bool explain(const struct view_context *context, struct strbuf *text)
{
    struct curves curves;
    if (!find(context, &curves))
        return false;
    strbuf_printf(text,
                  "Every one of the %zu runs of %s that were read, over training. The value at a "
                  "time is the last one logged by then. The shaded part is the window, in which "
                  "statistics may lie. Runs that were left out end in a cross.\n",
                  curves.arm->traces->n_runs, curves.arm->label);
    strbuf_printf(
        text,
        "With the outcome (o), the runs with the best and the worst third of the outcomes "
        "are drawn apart, and below them the squared correlation rho^2 of the metric "
        "with the outcome at every time. The dashes are what noise reaches: in %g %% of "
        "%d random orders of the outcomes the largest rho^2 at any time stays below. A "
        "statistic pays only from rho^2 = 1/n_train on, and one that is chosen here was "
        "chosen by the outcomes.\n",
        100 * SIGNAL_QUANTILE, SIGNAL_PERMUTATIONS);
    return true;
}

const struct view view_curves = {.name = "Curves",
                                 .id = "curves",
                                 .ranks_candidates = ranks_candidates,
                                 .state_new = state_new,
                                 .state_free = state_free,
                                 .draw = draw,
                                 .act = act,
                                 .status = status,
                                 .explain = explain};
