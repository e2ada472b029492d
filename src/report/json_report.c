#include "report/json_report.h"

#include "config.h"
#include "base/jsonout.h"
#include "estimate/calibration.h"
#include "estimate/pairs.h"
#include "report/json_claims.h"
#include "report/lookup.h"
#include "report/sentence.h"

#include <math.h>

static const char *better(const struct arm_outcome *outcome)
{
    return outcome->higher_is_better ? "higher" : "lower";
}

static void write_study(struct jsonout *json, const struct study *study)
{
    jsonout_begin_object(json, "study");
    jsonout_string(json, "title", study->title);
    jsonout_string(json, "manifest", study->path);
    jsonout_string(json, "sha256", study->sha256);
    /* Of all arms; where they differ each arm says its own. */
    const struct arm_outcome *outcome = study_common_outcome(study);
    jsonout_string(json, "outcome", outcome ? outcome->text : NULL);
    jsonout_string(json, "better", !outcome ? NULL : better(outcome));
    jsonout_number(json, "scale", outcome ? outcome->scale : NAN);
    jsonout_string(json, "unit", outcome ? outcome->unit : NULL);
    jsonout_end_object(json);
}

static void write_names(struct jsonout *json, const struct snapshot *snapshot)
{
    const struct request *request = &snapshot->request;
    jsonout_begin_line_array(json, "families");
    for (size_t f = 0; f < snapshot->study->n_families; f++)
        if (request->families >> f & 1)
            jsonout_string(json, NULL, snapshot->study->families[f].name);
    jsonout_end_array(json);
    jsonout_begin_line_array(json, "adjusters");
    for (size_t i = 0; i < request->n_adjusters; i++) {
        char name[ADJUSTER_NAME_MAX];
        adjuster_name(request->adjusters[i], name);
        jsonout_string(json, NULL, name);
    }
    jsonout_end_array(json);
    jsonout_begin_line_array(json, "statistic");
    for (size_t i = 0; i < request->n_statistic; i++)
        jsonout_string(json, NULL, request->statistic[i]);
    jsonout_end_array(json);
    jsonout_begin_line_array(json, "sections");
    for (size_t s = 0; s < N_SECTIONS; s++)
        if (request->sections >> s & 1)
            jsonout_string(json, NULL, section_name((enum section)s));
    jsonout_end_array(json);
}

static void write_settings(struct jsonout *json, const struct snapshot *snapshot)
{
    const struct analysis_settings *settings = &snapshot->request.settings;
    jsonout_begin_object(json, "settings");
    if (settings->folds == FOLDS_LEAVE_ONE_OUT)
        jsonout_string(json, "folds", "loo");
    else
        jsonout_count(json, "folds", settings->folds);
    jsonout_count(json, "splits", settings->splits);
    jsonout_count(json, "draws", settings->draws);
    jsonout_begin_line_array(json, "budgets");
    for (size_t i = 0; i < settings->n_budgets; i++)
        jsonout_count(json, NULL, settings->budgets[i]);
    jsonout_end_array(json);
    jsonout_count(json, "seed", settings->seed);
    jsonout_number(json, "level", settings->level);
    jsonout_number(json, "power", settings->power);
    jsonout_string(json, "window", snapshot->study->window);
    if (snapshot->request.sections >> SECTION_MORE & 1) {
        jsonout_number(json, "half_width", snapshot->request.half_width);
        jsonout_number(json, "difference", snapshot->request.difference);
        jsonout_count(json, "tuned_at", snapshot->request.tuned_at);
    }
    write_names(json, snapshot);
    jsonout_end_object(json);
}

static void write_adjuster(struct jsonout *json, struct adjuster adjuster,
                           enum exploratory_reason reason)
{
    char name[ADJUSTER_NAME_MAX];
    adjuster_name(adjuster, name);
    jsonout_string(json, "adjuster", name);
    jsonout_bool(json, "exploratory", reason != EXPLORATORY_NO);
    jsonout_string(json, "exploratory_reason",
                   reason == EXPLORATORY_NO ? NULL : exploratory_sentence(reason));
}

/* What every row of the diagnostics begins with. */
static void write_row_head(struct jsonout *json, const struct arm *arm, struct adjuster adjuster,
                           enum exploratory_reason reason, enum estimate_status status)
{
    jsonout_string(json, "arm", arm->name);
    jsonout_string(json, "group", arm->group);
    write_adjuster(json, adjuster, reason);
    jsonout_string(json, "status", estimate_status_key(status));
}

/* One name for a single statistic; a vector is joined, and stands as a list next to it. */
static void write_statistic(struct jsonout *json, const struct adjuster_result *result)
{
    struct strbuf joined;
    strbuf_init(&joined);
    for (size_t i = 0; i < result->n_statistic; i++)
        strbuf_printf(&joined, "%s%s", i ? " + " : "", result->statistic_names[i]);
    jsonout_string(json, "statistic", result->n_statistic ? joined.text : NULL);
    strbuf_done(&joined);
    jsonout_begin_line_array(json, "statistics");
    for (size_t i = 0; i < result->n_statistic; i++)
        jsonout_string(json, NULL, result->statistic_names[i]);
    jsonout_end_array(json);
}

static void write_vr(struct jsonout *json, const struct vr_summary *vr)
{
    jsonout_string(json, "status", estimate_status_key(vr->status));
    jsonout_count(json, "splits", vr->n_done);
    jsonout_count(json, "splits_failed", vr->n_failed);
    jsonout_begin_line_object(json, "vr");
    jsonout_number(json, "mean", vr->mean);
    jsonout_number(json, "median", vr->median);
    jsonout_number(json, "q25", vr->q25);
    jsonout_number(json, "q75", vr->q75);
    jsonout_number(json, "se", vr->se);
    jsonout_end_object(json);
    jsonout_number(json, "negative_share", vr->negative_share);
    jsonout_number(json, "adjusted_sd", vr->adjusted_sd);
    jsonout_number(json, "effective_runs", vr->effective_runs);
}

static void write_picks(struct jsonout *json, const struct arm *arm, const struct vr_summary *vr)
{
    jsonout_begin_array(json, "picks");
    for (size_t i = 0; i < vr->n_picks; i++) {
        jsonout_begin_line_object(json, NULL);
        jsonout_string(json, "candidate", arm->candidates[vr->picks[i].candidate].name);
        jsonout_number(json, "share", vr->picks[i].share);
        jsonout_end_object(json);
    }
    jsonout_end_array(json);
}

static void write_weights(struct jsonout *json, const struct study *study,
                          const struct arm_result *arm, const struct adjuster_result *result)
{
    jsonout_begin_array(json, "weights");
    for (size_t i = 0; i < result->vr.n_weights; i++) {
        const struct model_weight *weight = &result->vr.weights[i];
        bool family = weight->model == WEIGHED_COMPONENT || weight->model == WEIGHED_FAMILY;
        bool candidate = weight->model == WEIGHED_CANDIDATE;
        jsonout_begin_line_object(json, NULL);
        jsonout_string(json, "model", weighed_model_key(weight->model));
        if (family)
            jsonout_string(json, "family", study->families[weight->which].name);
        if (candidate)
            jsonout_string(json, "candidate", arm->arm->candidates[weight->which].name);
        jsonout_number(json, "share", weight->share);
        jsonout_end_object(json);
    }
    jsonout_end_array(json);
}

static void write_arm_adjusters(struct jsonout *json, const struct study *study,
                                const struct arm_result *result)
{
    jsonout_begin_array(json, "adjusters");
    for (size_t i = 0; i < result->n_adjusters; i++) {
        jsonout_begin_object(json, NULL);
        write_adjuster(json, result->adjusters[i].adjuster, result->adjusters[i].exploratory);
        write_statistic(json, &result->adjusters[i]);
        jsonout_number(json, "rho2", result->adjusters[i].rho2);
        jsonout_number(json, "break_even_runs", result->adjusters[i].break_even_runs);
        write_vr(json, &result->adjusters[i].vr);
        write_picks(json, result->arm, &result->adjusters[i].vr);
        if (result->unfinished.declared)
            json_two_phase(json, "two_phase", &result->adjusters[i].two_phase);
        if (adjuster_traits(result->adjusters[i].adjuster.kind)->weighs)
            write_weights(json, study, result, &result->adjusters[i]);
        jsonout_end_object(json);
    }
    jsonout_end_array(json);
}

static void write_left_out(struct jsonout *json, const struct arm *arm)
{
    jsonout_begin_array(json, "left_out");
    for (size_t i = 0; i < arm->n_left_out; i++) {
        jsonout_begin_line_object(json, NULL);
        jsonout_string(json, "run", arm->left_out[i].run);
        jsonout_string(json, "reason", arm->left_out[i].reason);
        jsonout_end_object(json);
    }
    jsonout_end_array(json);
}

static void write_arm_families(struct jsonout *json, const struct study *study,
                               const struct arm *arm)
{
    jsonout_begin_array(json, "families");
    for (size_t f = 0; f < study->n_families; f++) {
        jsonout_begin_line_object(json, NULL);
        jsonout_string(json, "name", study->families[f].name);
        jsonout_count(json, "candidates", lookup_family_size(arm, f));
        jsonout_end_object(json);
    }
    jsonout_end_array(json);
}

static void write_outcome(struct jsonout *json, const struct arm *arm)
{
    jsonout_begin_line_object(json, "outcome");
    jsonout_string(json, "text", arm->outcome.text);
    jsonout_string(json, "metric", arm->outcome.metric);
    jsonout_string(json, "better", better(&arm->outcome));
    jsonout_number(json, "scale", arm->outcome.scale);
    jsonout_string(json, "unit", arm->outcome.unit);
    jsonout_end_object(json);
}

static void write_arms(struct jsonout *json, const struct snapshot *snapshot)
{
    jsonout_begin_array(json, "arms");
    for (size_t i = 0; i < snapshot->n_arms; i++) {
        const struct arm_result *result = &snapshot->arms[i];
        const struct arm *arm = result->arm;
        jsonout_begin_object(json, NULL);
        jsonout_string(json, "name", arm->name);
        jsonout_string(json, "group", arm->group);
        write_outcome(json, arm);
        jsonout_count(json, "runs", arm->n_runs);
        jsonout_count(json, "folds", result->folds);
        jsonout_bool(json, "given_folds", result->given_folds);
        write_left_out(json, arm);
        if (arm->unfinished.n)
            json_unfinished(json, result);
        jsonout_number(json, "mean", arm->y_mean);
        jsonout_number(json, "sd", arm->y_sd);
        jsonout_count(json, "candidates", arm->n_candidates);
        write_arm_families(json, snapshot->study, arm);
        write_arm_adjusters(json, snapshot->study, result);
        jsonout_end_object(json);
    }
    jsonout_end_array(json);
}

static void write_contrast(struct jsonout *json, const char *key,
                           const struct pair_contrast *contrast)
{
    jsonout_begin_line_object(json, key);
    jsonout_string(json, "status", estimate_status_key(contrast->status));
    jsonout_number(json, "difference", contrast->difference);
    jsonout_number(json, "half_width", contrast->half_width);
    jsonout_number(json, "moved", contrast->moved);
    jsonout_end_object(json);
}

static double null_rejection(const struct snapshot *snapshot, const struct arm *arm,
                             struct adjuster adjuster)
{
    const struct null_row *row = snapshot_null(snapshot, arm, adjuster);
    return row ? row->adjusted_rejection : NAN;
}

static void write_pair_adjuster(struct jsonout *json, const struct figures *figures,
                                const struct pair_result *pair,
                                const struct pair_adjuster_result *result)
{
    const struct snapshot *snapshot = figures->snapshot;
    jsonout_begin_object(json, NULL);
    write_adjuster(json, result->adjuster, result->exploratory);
    jsonout_string(json, "sentence", sentence_adjusted(figures, pair, result));
    json_if_known(json, &result->interval);
    jsonout_number(json, "narrower_percent", result->narrower_percent);
    jsonout_number(json, "half_width_q25", result->half_width_q25);
    jsonout_number(json, "half_width_q75", result->half_width_q75);
    jsonout_number(json, "mde", result->mde);
    jsonout_number(json, "runs_needed", result->runs_needed);
    jsonout_begin_line_object(json, "null_rejection");
    jsonout_number(json, "a", null_rejection(snapshot, pair->a, result->adjuster));
    jsonout_number(json, "b", null_rejection(snapshot, pair->b, result->adjuster));
    jsonout_end_object(json);
    struct pair_null null = snapshot_pair_null(snapshot, pair, result->adjuster);
    jsonout_begin_line_object(json, "null_expected");
    jsonout_number(json, "a", null.expected_a);
    jsonout_number(json, "b", null.expected_b);
    jsonout_end_object(json);
    if (pair_declares_unfinished(pair))
        json_two_phase(json, "two_phase", &result->two_phase);
    jsonout_end_object(json);
}

static void write_pairs(struct jsonout *json, const struct snapshot *snapshot)
{
    struct arena arena;
    struct figures figures;
    arena_init(&arena);
    figures_init(&figures, &arena, snapshot);
    jsonout_begin_array(json, "pairs");
    for (size_t i = 0; i < snapshot->n_pairs; i++) {
        const struct pair_result *pair = &snapshot->pairs[i];
        jsonout_begin_object(json, NULL);
        jsonout_string(json, "group", pair->a->group);
        jsonout_string(json, "a", pair->a->name);
        jsonout_string(json, "b", pair->b->name);
        jsonout_string(json, "sentence", sentence_pair(&figures, pair));
        jsonout_number(json, "difference", pair->difference);
        json_interval(json, "raw", &pair->raw);
        jsonout_number(json, "raw_mde", pair->raw_mde);
        json_claim(json, &pair->claim);
        jsonout_begin_array(json, "adjusters");
        for (size_t j = 0; j < pair->n_adjusters; j++)
            write_pair_adjuster(json, &figures, pair, &pair->adjusters[j]);
        jsonout_end_array(json);
        jsonout_begin_object(json, "contrasts");
        write_contrast(json, "pooled", &pair->pooled);
        write_contrast(json, "lin", &pair->lin);
        jsonout_end_object(json);
        jsonout_end_object(json);
    }
    jsonout_end_array(json);
    arena_done(&arena);
}

static void write_needed(struct jsonout *json, const char *key, const struct more_needed *needed)
{
    jsonout_begin_line_object(json, key);
    jsonout_number(json, "wanted", needed->wanted);
    jsonout_number(json, "a", needed->a);
    jsonout_number(json, "b", needed->b);
    jsonout_number(json, "sampling_low", needed->sampling_low);
    jsonout_number(json, "sampling_high", needed->sampling_high);
    jsonout_number(json, "split_q25", needed->split_q25);
    jsonout_number(json, "split_q75", needed->split_q75);
    jsonout_end_object(json);
}

static void write_more(struct jsonout *json, const struct snapshot *snapshot)
{
    jsonout_begin_array(json, "more");
    for (size_t i = 0; i < snapshot->n_more; i++) {
        const struct more_row *row = &snapshot->more[i];
        jsonout_begin_object(json, NULL);
        jsonout_string(json, "group", row->a->group);
        jsonout_string(json, "a", row->a->name);
        jsonout_string(json, "b", row->b->name);
        write_adjuster(json, row->adjuster, row->exploratory);
        jsonout_string(json, "status", estimate_status_key(row->status));
        jsonout_number(json, "difference", row->difference);
        jsonout_number(json, "half_width", row->half_width);
        jsonout_begin_line_object(json, "sequence");
        jsonout_number(json, "low", row->sequence_low);
        jsonout_number(json, "high", row->sequence_high);
        jsonout_number(json, "half_width", row->sequence_half_width);
        jsonout_number(json, "rho", row->rho);
        jsonout_number(json, "tuned_at", row->tuned_at);
        jsonout_end_object(json);
        write_needed(json, "for_half_width", &row->width);
        write_needed(json, "for_power", &row->power);
        jsonout_end_object(json);
    }
    jsonout_end_array(json);
}

static void write_quartiles(struct jsonout *json, const char *key, double median, double q25,
                            double q75)
{
    jsonout_begin_line_object(json, key);
    jsonout_number(json, "median", median);
    jsonout_number(json, "q25", q25);
    jsonout_number(json, "q75", q75);
    jsonout_end_object(json);
}

static void write_budget(struct jsonout *json, const struct snapshot *snapshot)
{
    jsonout_begin_array(json, "budget");
    for (size_t i = 0; i < snapshot->n_budget; i++) {
        const struct budget_row *row = &snapshot->budget[i];
        jsonout_begin_object(json, NULL);
        write_row_head(json, row->arm, row->adjuster, row->exploratory, row->status);
        jsonout_count(json, "n", row->n);
        jsonout_count(json, "draws", row->n_done);
        write_quartiles(json, "vr", row->median, row->q25, row->q75);
        jsonout_number(json, "negative_share", row->negative_share);
        jsonout_end_object(json);
    }
    jsonout_end_array(json);
    jsonout_begin_array(json, "pair_budget");
    for (size_t i = 0; i < snapshot->n_pair_budget; i++) {
        const struct pair_budget_row *row = &snapshot->pair_budget[i];
        jsonout_begin_object(json, NULL);
        jsonout_string(json, "group", row->a->group);
        jsonout_string(json, "a", row->a->name);
        jsonout_string(json, "b", row->b->name);
        write_adjuster(json, row->adjuster, row->exploratory);
        jsonout_string(json, "status", estimate_status_key(row->status));
        jsonout_count(json, "n", row->n);
        jsonout_count(json, "draws", row->n_done);
        write_quartiles(json, "narrower_percent", row->median, row->q25, row->q75);
        jsonout_end_object(json);
    }
    jsonout_end_array(json);
}

static void write_coverage(struct jsonout *json, const struct snapshot *snapshot)
{
    jsonout_begin_array(json, "coverage");
    for (size_t i = 0; i < snapshot->n_coverage; i++) {
        const struct coverage_row *row = &snapshot->coverage[i];
        jsonout_begin_object(json, NULL);
        write_row_head(json, row->arm, row->adjuster, row->exploratory, row->status);
        jsonout_count(json, "n", row->n);
        jsonout_count(json, "draws", row->n_done);
        jsonout_number(json, "raw", row->raw);
        jsonout_number(json, "adjusted", row->adjusted);
        jsonout_number(json, "expected_raw", row->expected_raw);
        jsonout_number(json, "corrected_raw", row->corrected_raw);
        jsonout_number(json, "corrected_adjusted", row->corrected_adjusted);
        jsonout_number(json, "se", row->se);
        jsonout_end_object(json);
    }
    jsonout_end_array(json);
}

static void write_null(struct jsonout *json, const struct snapshot *snapshot)
{
    jsonout_begin_array(json, "null");
    for (size_t i = 0; i < snapshot->n_null; i++) {
        const struct null_row *row = &snapshot->null[i];
        jsonout_begin_object(json, NULL);
        write_row_head(json, row->arm, row->adjuster, row->exploratory, row->status);
        jsonout_count(json, "splits", row->n_done);
        jsonout_number(json, "raw_rejection", row->raw_rejection);
        jsonout_number(json, "adjusted_rejection", row->adjusted_rejection);
        jsonout_number(json, "se", row->adjusted_se);
        jsonout_number(json, "raw_se", row->raw_se);
        jsonout_number(json, "half_vr", row->half_vr);
        jsonout_number(json, "expected_rejection", row->expected_rejection);
        jsonout_end_object(json);
    }
    jsonout_end_array(json);
}

static void write_family_row(struct jsonout *json, const struct study *study,
                             const struct family_row *row)
{
    jsonout_begin_object(json, NULL);
    jsonout_string(json, "arm", row->arm->name);
    jsonout_string(json, "group", row->arm->group);
    jsonout_string(json, "family", study->families[row->family].name);
    jsonout_string(json, "status", estimate_status_key(row->status));
    jsonout_count(json, "candidates", row->n_candidates);
    jsonout_begin_line_object(json, "posthoc");
    jsonout_number(json, "vr", row->posthoc_vr);
    jsonout_string(json, "candidate", lookup_candidate(row->arm, row->posthoc_candidate));
    jsonout_end_object(json);
    jsonout_begin_line_object(json, "nested");
    jsonout_number(json, "vr", row->nested_vr);
    jsonout_number(json, "negative_share", row->nested_negative_share);
    jsonout_string(json, "candidate", lookup_candidate(row->arm, row->nested_candidate));
    jsonout_number(json, "share", row->nested_share);
    jsonout_end_object(json);
    jsonout_end_object(json);
}

static void write_families(struct jsonout *json, const struct snapshot *snapshot)
{
    jsonout_begin_array(json, "families");
    for (size_t i = 0; i < snapshot->n_families; i++)
        write_family_row(json, snapshot->study, &snapshot->families[i]);
    jsonout_end_array(json);
}

static void write_signal_metric(struct jsonout *json, const struct signal_metric *metric)
{
    static const char *const axes[] = {
        [LOG_AXIS_STEP] = "step", [LOG_AXIS_EPOCH] = "epoch", [LOG_AXIS_INDEX] = "row"};
    jsonout_begin_object(json, NULL);
    jsonout_string(json, "metric", metric->metric->name);
    jsonout_bool(json, "candidate", !metric->metric->barred);
    jsonout_string(json, "axis", axes[metric->metric->axis]);
    jsonout_number(json, "length", metric->metric->length);
    jsonout_number(json, "window_end", metric->metric->window_end);
    jsonout_number(json, "noise", metric->noise);
    jsonout_number(json, "above_noise_from", metric->first_position);
    jsonout_number(json, "in_window", metric->at_window);
    jsonout_begin_line_array(json, "rho2");
    for (size_t t = 0; t < SIGNAL_TIMES; t++)
        jsonout_number(json, NULL, metric->rho2[t]);
    jsonout_end_array(json);
    jsonout_end_object(json);
}

/* rho2[t] is that at the share (t + 1)/n of the length. */
static void write_signals(struct jsonout *json, const struct snapshot *snapshot)
{
    jsonout_begin_array(json, "signal");
    for (size_t i = 0; i < snapshot->n_signals; i++) {
        const struct signal *signal = &snapshot->signals[i];
        jsonout_begin_object(json, NULL);
        jsonout_string(json, "arm", signal->arm->name);
        jsonout_string(json, "group", signal->arm->group);
        jsonout_string(json, "status", estimate_status_key(signal->status));
        jsonout_bool(json, "exploratory", true);
        jsonout_count(json, "runs", signal->n_runs);
        jsonout_number(json, "noise", signal->noise);
        jsonout_begin_array(json, "metrics");
        for (size_t m = 0; m < signal->n_metrics; m++)
            write_signal_metric(json, &signal->metrics[m]);
        jsonout_end_array(json);
        jsonout_end_object(json);
    }
    jsonout_end_array(json);
}

/* The arms identify the report and stand in every one; variability is their mean and sd. */
static const struct {
    enum section section;
    void (*write)(struct jsonout *json, const struct snapshot *snapshot);
} sections[] = {
    {SECTION_PAIRS, write_pairs},    {SECTION_MORE, write_more},
    {SECTION_BUDGET, write_budget},  {SECTION_COVERAGE, write_coverage},
    {SECTION_NULL, write_null},      {SECTION_FAMILIES, write_families},
    {SECTION_SIGNAL, write_signals},
};

void json_report_write(const struct snapshot *snapshot, const struct record_facts *facts,
                       struct strbuf *out)
{
    struct jsonout json;
    jsonout_init(&json, out);
    jsonout_begin_object(&json, NULL);
    jsonout_string(&json, "logvar", PACKAGE_VERSION);
    write_study(&json, snapshot->study);
    write_settings(&json, snapshot);
    if (facts)
        json_record_write(&json, facts);
    write_arms(&json, snapshot);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (snapshot->request.sections >> sections[i].section & 1)
            sections[i].write(&json, snapshot);
    jsonout_end_object(&json);
}
