#include "report/json_report.h"

#include "config.h"
#include "base/jsonout.h"
#include "estimate/calibration.h"
#include "estimate/pairs.h"
#include "report/fields.h"
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

static void write_vr(struct jsonout *json, const struct adjuster_result *result)
{
    const struct vr_summary *vr = &result->vr;
    jsonout_string(json, "status", estimate_status_key(vr->status));
    jsonout_count(json, "splits", vr->n_done);
    jsonout_count(json, "splits_failed", vr->n_failed);
    jsonout_begin_line_object(json, "vr");
    fields_write(json, fields_arm, result, "vr_mean", "vr_median", "vr_q25", "vr_q75", "vr_se",
                 NULL);
    jsonout_end_object(json);
    fields_write(json, fields_arm, result, "negative_share", "adjusted_sd", "effective_runs", NULL);
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
        fields_write(json, fields_arm, &result->adjusters[i], "rho2", "break_even_runs", NULL);
        write_vr(json, &result->adjusters[i]);
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
        jsonout_bool(json, "statistic_declared", arm->statistic_declared);
        write_left_out(json, arm);
        jsonout_begin_line_object(json, "diverged");
        jsonout_count(json, "runs", arm->n_diverged);
        jsonout_number(json, "share", arm_diverged_share(arm));
        jsonout_end_object(json);
        if (arm->unfinished.n)
            json_unfinished(json, result);
        fields_write(json, fields_variability, arm, "mean", "sd", NULL);
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
    json_if_known(json, result);
    fields_write(json, fields_pair, result, "narrower_percent", "half_width_q25", "half_width_q75",
                 "if_known_mde", "runs_needed", NULL);
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
        fields_write(json, fields_raw_pair, pair, "difference", NULL);
        json_interval(json, "raw", &pair->raw);
        fields_write(json, fields_raw_pair, pair, "mde", NULL);
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
        fields_write(json, fields_more, row, "difference", "half_width", NULL);
        jsonout_begin_line_object(json, "sequence");
        fields_write(json, fields_more, row, "sequence_low", "sequence_high", "sequence_half_width",
                     "rho", "tuned_at", NULL);
        jsonout_end_object(json);
        jsonout_begin_line_object(json, "for_half_width");
        fields_write(json, fields_more, row, "wanted_half_width", "width_runs_a", "width_runs_b",
                     "width_sampling_low", "width_sampling_high", "width_split_q25",
                     "width_split_q75", NULL);
        jsonout_end_object(json);
        jsonout_begin_line_object(json, "for_power");
        fields_write(json, fields_more, row, "wanted_difference", "power_runs_a", "power_runs_b",
                     "power_sampling_low", "power_sampling_high", "power_split_q25",
                     "power_split_q75", NULL);
        jsonout_end_object(json);
        jsonout_end_object(json);
    }
    jsonout_end_array(json);
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
        jsonout_begin_line_object(json, "vr");
        fields_write(json, fields_budget, row, "vr_median", "vr_q25", "vr_q75", NULL);
        jsonout_end_object(json);
        fields_write(json, fields_budget, row, "negative_share", NULL);
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
        jsonout_begin_line_object(json, "narrower_percent");
        fields_write(json, fields_pair_budget, row, "narrower_percent_median",
                     "narrower_percent_q25", "narrower_percent_q75", NULL);
        jsonout_end_object(json);
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
        fields_write(json, fields_coverage, row, "raw", "adjusted", "expected_raw", "corrected_raw",
                     "corrected_adjusted", "se", NULL);
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
        fields_write(json, fields_null, row, "raw_rejection", "adjusted_rejection", "adjusted_se",
                     "raw_se", "half_vr", "expected_rejection", NULL);
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
    fields_write(json, fields_family, row, "posthoc_vr", NULL);
    jsonout_string(json, "candidate", lookup_candidate(row->arm, row->posthoc_candidate));
    jsonout_end_object(json);
    jsonout_begin_line_object(json, "nested");
    fields_write(json, fields_family, row, "nested_vr", "nested_negative_share", NULL);
    jsonout_string(json, "candidate", lookup_candidate(row->arm, row->nested_candidate));
    fields_write(json, fields_family, row, "nested_share", NULL);
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
    fields_write(json, fields_signal, metric, "noise", "above_noise_from", "in_window", NULL);
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
    jsonout_count(&json, "schema", JSON_REPORT_SCHEMA);
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
