/* Arms from runs that were read: outcomes, metrics, candidates. */
#include "study/sources.h"

#include "base/mem.h"
#include "study/leakage.h"
#include "study/metric.h"
#include "study/past_outcome.h"
#include "study/primary.h"
#include "study/short_runs.h"
#include "study/unfinished.h"

#include <stdlib.h>
#include <string.h>

/* One metric of an arm: a series a finished run, then one an unfinished run that counts; NULL where the
 * run has none. */
struct arm_metric {
    const char *metric;
    struct family_match match;
    size_t family;
    bool barred;
    const struct window_series **series;
};

struct gathering {
    struct arm_draft *arm;
    const struct arm_runs *source;
    size_t n_runs; /* finished; then come the unfinished ones that count: */
    size_t n_all;
    const struct run_data **runs; /* [n_all] */
    size_t n_slots, capacity;
    struct arm_metric *slots; /* in order of first appearance */
    double *values;
};

static void gather_metrics(struct gathering *gathering)
{
    struct names known;
    names_init(&known);
    for (size_t r = 0; r < gathering->n_runs; r++) {
        const struct run_data *run = gathering->runs[r];
        for (size_t s = 0; s < run->n_series; s++) {
            const char *metric = run->series[s].metric;
            size_t i = names_add(&known, metric, gathering->n_slots);
            if (i == gathering->n_slots) {
                gathering->slots = mem_grow(gathering->slots, gathering->n_slots,
                                            &gathering->capacity, sizeof *gathering->slots);
                gathering->slots[gathering->n_slots++] = (struct arm_metric){
                    .metric = arena_strdup(gathering->arm->arena, metric),
                    .series = mem_zeroed(gathering->n_all, sizeof(struct window_series *))};
            }
            gathering->slots[i].series[r] = &run->series[s];
        }
    }
    /* Unfinished runs bring no metrics of their own. */
    for (size_t r = gathering->n_runs; r < gathering->n_all; r++)
        for (size_t s = 0; s < gathering->runs[r]->n_series; s++) {
            size_t i = names_find(&known, gathering->runs[r]->series[s].metric);
            if (i != NAMES_NONE)
                gathering->slots[i].series[r] = &gathering->runs[r]->series[s];
        }
    names_done(&known);
}

/* What stands in the logs and is not a series is listed too, unless another run has it as one. */
static void list_unused(struct gathering *gathering)
{
    struct names listed;
    names_init(&listed);
    for (size_t i = 0; i < gathering->n_slots; i++)
        names_add(&listed, gathering->slots[i].metric, 0);
    for (size_t r = 0; r < gathering->n_runs; r++)
        for (size_t i = 0; i < gathering->runs[r]->n_unused; i++) {
            const struct log_unused *unused = &gathering->runs[r]->unused[i];
            if (names_find(&listed, unused->name) != NAMES_NONE)
                continue;
            names_add(&listed, unused->name, 0);
            arm_draft_drop(gathering->arm, arena_strdup(gathering->arm->arena, unused->name),
                           DROP_UNUSED, arena_strdup(gathering->arm->arena, unused->reason));
        }
    names_done(&listed);
}

static size_t n_outcomes_inside(const struct gathering *gathering)
{
    size_t n = 0;
    for (size_t r = 0; r < gathering->n_runs; r++)
        n += gathering->runs[r]->outcome_in_window;
    return n;
}

/* The outcome's own metric may give candidates (validation loss early, against validation loss at
 * the end), but not where the outcome itself lies in the window. */
static const char *outcome_bar(const struct gathering *gathering, const char *metric)
{
    size_t n = n_outcomes_inside(gathering);
    if (!n || strcmp(metric, gathering->source->settings->outcome.metric) != 0)
        return NULL;
    return arena_printf(gathering->arm->arena,
                        "the outcome itself: it lies inside the window in %zu of %zu runs", n,
                        gathering->n_runs);
}

static void judge_metric(struct gathering *gathering, struct arm_metric *slot)
{
    const struct manifest_arm *settings = gathering->source->settings;
    struct arm_draft *arm = gathering->arm;
    enum drop_kind kind;
    slot->match = family_of(settings, slot->metric, false);
    slot->barred = leakage_bars(settings, slot->metric, &slot->match, &kind);
    if (slot->barred) {
        arm_draft_drop(arm, slot->metric, kind, leakage_reason(kind, settings, arm->arm.refusal));
        return;
    }
    const char *reason = outcome_bar(gathering, slot->metric);
    slot->barred = reason != NULL;
    if (reason)
        arm_draft_drop(arm, slot->metric, DROP_OUTCOME, reason);
    slot->family = study_draft_family(arm->draft, slot->match.name, slot->match.length, false);
}

static void offer(struct gathering *gathering, const struct arm_metric *slot,
                  const struct candidate_spec *spec, const char *name)
{
    size_t n_past = past_outcome(spec, gathering->runs, slot->series, gathering->n_runs);
    if (n_past) {
        arm_draft_drop(gathering->arm, name, DROP_AFTER_OUTCOME,
                       arena_printf(gathering->arm->arena,
                                    "at or past the outcome in %zu of %zu runs", n_past,
                                    gathering->n_runs));
        return;
    }
    for (size_t r = 0; r < gathering->n_all; r++)
        gathering->values[r] = candidate_value(spec, slot->series[r], &gathering->runs[r]->length);
    arm_draft_offer(gathering->arm, (struct candidate){name, slot->metric, slot->family},
                    gathering->values);
}

/* Whether the position is past the window's end in every run that has the series. */
static bool is_past_window(const struct gathering *gathering, const struct arm_metric *slot,
                           const struct candidate_spec *spec)
{
    const struct manifest_window *window = &gathering->source->settings->window;
    for (size_t r = 0; r < gathering->n_runs; r++) {
        if (!slot->series[r])
            continue;
        const struct run_length *length = &gathering->runs[r]->length;
        enum log_axis axis = spec->kind == SPEC_POSITION ? spec->axis : slot->series[r]->axis;
        double position = spec->kind == SPEC_POSITION
                              ? spec->position
                              : window_fraction_end(spec->position, axis, length);
        if (position <= window_end(window, axis, length))
            return false;
    }
    return true;
}

/* A declared statistic need not be one of the regular candidates: val_loss@1/6, or a mean of a
 * family that gives snapshots. It becomes one more candidate of its metric. */
static void offer_declared(struct gathering *gathering, const struct arm_metric *slot)
{
    struct arm_draft *arm = gathering->arm;
    const struct manifest_names *primary = &gathering->source->settings->primary;
    for (size_t i = 0; i < primary->n_names; i++) {
        struct candidate_spec spec;
        size_t from, length;
        const char *name = primary->names[i];
        if (names_find(arm->arm.index, name) != NAMES_NONE ||
            names_find(&arm->dropped, name) != NAMES_NONE ||
            !candidate_read(name, &spec, &from, &length) || strlen(slot->metric) != length ||
            memcmp(name + from, slot->metric, length) != 0)
            continue;
        name = arena_strdup(arm->arena, name);
        if (spec.kind != SPEC_SUMMARY && is_past_window(gathering, slot, &spec))
            arm_draft_drop(arm, name, DROP_AFTER_WINDOW, "it lies after the window");
        else
            offer(gathering, slot, &spec, name);
    }
}

/* val_loss@1/3 exists whatever the family's statistics say, if it is declared or the default. */
static bool is_declared(const struct gathering *gathering, const char *name)
{
    const struct manifest_names *primary = &gathering->source->settings->primary;
    for (size_t i = 0; i < primary->n_names; i++)
        if (!strcmp(primary->names[i], name))
            return true;
    return false;
}

static void offer_metric(struct gathering *gathering, const struct arm_metric *slot)
{
    struct arm_draft *arm = gathering->arm;
    const char *window = gathering->source->settings->window.text;
    struct spec_list list;
    candidate_specs(slot->series, gathering->n_runs, &slot->match, &list);
    const struct candidate_spec end = {.kind = SPEC_END};
    const char *end_name = candidate_name(&end, slot->metric, window, arm->arena);
    if (!slot->match.snapshots && is_declared(gathering, end_name))
        offer(gathering, slot, &end, end_name);
    for (size_t i = 0; i < list.n_items; i++) {
        const char *name = candidate_name(&list.items[i], slot->metric, window, arm->arena);
        /* With a window of s1000 the value at its end is called what the snapshot there is. */
        if (list.items[i].kind == SPEC_POSITION && !strcmp(name, end_name))
            continue;
        offer(gathering, slot, &list.items[i], name);
    }
    if (list.no_common_position)
        arm_draft_drop(arm, arena_printf(arm->arena, "%s@…", slot->metric), DROP_NO_POSITION, NULL);
    if (!list.n_items)
        arm_draft_drop(arm, slot->metric, DROP_MISSING, "nothing logged inside the window");
    free(list.items);
    offer_declared(gathering, slot);
}

/* Without a declaration: the validation loss at the window's end; where none is logged, the first
 * validation metric, then the outcome's own metric, then the first metric at all. */
static const char *default_statistic(const struct gathering *gathering)
{
    const char *best = NULL;
    int best_rank = 0;
    const struct manifest_arm *settings = gathering->source->settings;
    for (size_t i = 0; i < gathering->n_slots; i++) {
        const struct arm_metric *slot = &gathering->slots[i];
        enum drop_kind kind;
        bool barred = leakage_bars(settings, slot->metric, &slot->match, &kind);
        if (barred ? kind != DROP_REFUSED : slot->barred)
            continue;
        bool validation = family_is_validation(&slot->match, slot->metric);
        int rank = validation && metric_has(slot->metric, METRIC_LOSS) ? 4
                   : validation                                        ? 3
                   : !strcmp(slot->metric, settings->outcome.metric)   ? 2
                                                                       : 1;
        if (rank > best_rank) {
            best_rank = rank;
            best = slot->metric;
        }
    }
    return best ? arena_printf(gathering->arm->arena, "%s@%s", best, settings->window.text) : NULL;
}

static void add_candidates(struct gathering *gathering)
{
    struct arm_draft *arm = gathering->arm;
    study_draft_families(arm->draft, gathering->source->settings);
    gather_metrics(gathering);
    list_unused(gathering);
    for (size_t i = 0; i < gathering->n_slots; i++)
        judge_metric(gathering, &gathering->slots[i]);
    for (size_t f = 0; f < arm->draft->study->n_families; f++)
        for (size_t i = 0; i < gathering->n_slots; i++)
            if (!gathering->slots[i].barred && gathering->slots[i].family == f)
                offer_metric(gathering, &gathering->slots[i]);
    primary_resolve(arm, default_statistic(gathering));
    for (size_t i = 0; i < gathering->n_slots; i++)
        free(gathering->slots[i].series);
    free(gathering->slots);
}

/* A target that means nothing, or one that the metric leaves instead of reaching. */
static void warn_of_reach(const struct gathering *gathering)
{
    const struct manifest_outcome *outcome = &gathering->source->settings->outcome;
    for (size_t r = 0; r < gathering->n_runs; r++)
        if (!gathering->runs[r]->reached_at_first)
            return;
    if (gathering->n_runs)
        diags_add(gathering->arm->draft->diags, DIAG_WARNING,
                  (struct diag_place){gathering->arm->draft->study->path, outcome->at_place.line,
                                      outcome->at_place.column},
                  "in arm '%s' the first value of %s reaches the target in every run",
                  arm_draft_label(gathering->arm), outcome->metric);
}

static void add_arm(struct study_draft *draft, const struct arm_runs *source)
{
    struct arm_draft arm;
    arm_draft_begin(&arm, draft, source->settings, source->group, source->name, source->place);
    arm.arm.refusal = leakage_refusal(&source->settings->outcome, arm.arena);
    struct gathering gathering = {.arm = &arm, .source = source};
    gathering.runs = mem_array(source->n_runs + 1, sizeof *gathering.runs);
    gathering.values = mem_array(source->n_runs + 1, sizeof *gathering.values);
    for (size_t r = 0; r < source->n_runs; r++) {
        const char *id = arena_strdup(arm.arena, source->ids[r]);
        const struct run_data *run = &source->runs[r];
        if (run->state == RUN_USABLE) {
            arm_draft_add_run(&arm, id, run->y);
            gathering.runs[gathering.n_runs++] = run;
        } else if (run->state == RUN_UNFINISHED) {
            arm_draft_add_unfinished(&arm, id, run->reason);
        } else if (run->state == RUN_DIVERGED) {
            arm_draft_add_diverged(&arm, id, run->reason);
        } else {
            arm_draft_leave_out(&arm, id, run->reason);
        }
    }
    gathering.n_all = gathering.n_runs;
    for (size_t r = 0; arm.arm.unfinished.random && r < source->n_runs; r++)
        if (source->runs[r].state == RUN_UNFINISHED)
            gathering.runs[gathering.n_all++] = &source->runs[r];
    warn_of_reach(&gathering);
    if (gathering.n_runs >= 2)
        add_candidates(&gathering);
    arm.arm.traces = trace_gather(source, arm.arena);
    free(gathering.runs);
    free(gathering.values);
    arm_draft_end(&arm);
}

/* Two runs under one id are a fault of the manifest, told once an arm. */
static void report_contradicted(struct study_draft *draft, const struct arm_runs *arm)
{
    size_t n = 0, first = 0;
    for (size_t r = arm->n_runs; r-- > 0;)
        if (arm->runs[r].contradicted) {
            n++;
            first = r;
        }
    if (!n)
        return;
    struct arena *arena = &draft->study->arena;
    diags_add(
        draft->diags, DIAG_ERROR,
        (struct diag_place){draft->study->path, arm->place.line, arm->place.column},
        "in arm '%s' run '%s' is several runs: %s%s; tell them apart in the pattern, give each "
        "file's metrics a prefix, or choose one with \"logs\"",
        *arm->group ? arena_printf(arena, "%s/%s", arm->group, arm->name) : arm->name,
        arm->ids[first], arm->runs[first].reason,
        n == 1 ? "" : arena_printf(arena, ", and so in %zu more runs", n - 1));
}

void runs_add_arms(struct study_draft *draft, struct arm_runs *arms, size_t n_arms)
{
    for (size_t a = 0; a < n_arms; a++)
        for (size_t r = 0; r < arms[a].n_runs; r++)
            diags_append(draft->diags, &arms[a].runs[r].diags);
    for (size_t a = 0; a < n_arms; a++)
        report_contradicted(draft, &arms[a]);
    if (n_arms && no_outcome_report(draft, arms, n_arms))
        return;
    short_runs_judge(draft, arms, n_arms);
    for (size_t a = 0; a < n_arms; a++) {
        unfinished_judge(&arms[a]);
        add_arm(draft, &arms[a]);
        for (size_t r = 0; r < arms[a].n_runs; r++)
            run_data_done(&arms[a].runs[r]); /* before the next arm takes as much again */
        arms[a].n_runs = 0;
    }
}

void arm_runs_free(struct arm_runs *arms, size_t n_arms)
{
    for (size_t a = 0; a < n_arms; a++) {
        for (size_t r = 0; r < arms[a].n_runs; r++)
            run_data_done(&arms[a].runs[r]);
        free(arms[a].ids);
        free(arms[a].runs);
    }
    free(arms);
}
