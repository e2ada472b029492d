#include "estimate/batch_records.h"

#include "stats/student.h"
#include "stats/welch.h"

#include <math.h>
#include <string.h>

/* A status takes the place of a variance that is not a variance. Returns false if the engine broke its
 * contract. */
static bool keep(struct records *to, size_t i, double value, uint8_t status)
{
    if (status >= N_ESTIMATE_STATUSES || status == ESTIMATE_PENDING)
        return false;
    if (status == ESTIMATE_OK && !(value >= 0 && isfinite(value)))
        return false;
    to->status[i] = status;
    to->value[i] = status == ESTIMATE_OK ? value : NAN;
    return true;
}

static bool keep_picks(struct records *to, size_t i, const uint32_t *picks, size_t n_candidates)
{
    if (!to->n_folds)
        return true;
    for (size_t f = 0; f < to->n_folds; f++)
        if (picks[f] != CROSSFIT_NO_PICK && picks[f] >= n_candidates)
            return false;
    memcpy(to->picks + i * to->n_folds, picks, to->n_folds * sizeof *picks);
    return true;
}

/* As picks; weights are shares. */
static bool keep_weights(const struct finished_batch *batch, struct records *to, size_t i)
{
    size_t n_weights = to->n_fold_weights * to->n_weights;
    size_t n_leaders = to->n_fold_weights * CROSSFIT_LEADERS;
    const float *weights = batch->results.weights + i * n_weights;
    const uint32_t *leaders = batch->results.leaders + i * n_leaders;
    for (size_t w = 0; w < n_weights; w++)
        if (!(weights[w] >= 0 && weights[w] <= 1.001f))
            return false;
    for (size_t l = 0; l < n_leaders; l++)
        if (leaders[l] != CROSSFIT_NO_PICK && leaders[l] >= batch->n_candidates)
            return false;
    memcpy(to->weights + i * n_weights, weights, n_weights * sizeof *weights);
    memcpy(to->leaders + i * n_leaders, leaders, n_leaders * sizeof *leaders);
    return true;
}

static uint8_t raw_status(double variance)
{
    if (isnan(variance))
        return ESTIMATE_TOO_FEW_RUNS;
    if (isinf(variance))
        return ESTIMATE_NOT_FINITE;
    return variance > 0 ? ESTIMATE_OK : ESTIMATE_NO_VARIANCE;
}

/* p of Welch's test between the two halves, on these variances. It does not depend on the level. */
static bool keep_p(const struct finished_batch *batch, struct records *to, size_t i,
                   const double variance[2], const uint8_t status[2])
{
    const double *mean = batch->results.raw_mean + 2 * i;
    uint8_t worst = status[0] != ESTIMATE_OK ? status[0] : status[1];
    struct welch error = welch_error(variance[0], batch->n_runs, variance[1], batch->n_runs);
    if (worst == ESTIMATE_OK && !(error.se > 0))
        worst = ESTIMATE_NO_VARIANCE;
    double p =
        worst == ESTIMATE_OK ? student_two_sided_p((mean[0] - mean[1]) / error.se, error.df) : NAN;
    return keep(to, i, p, worst);
}

/* Column of the results that belongs to a cell. */
struct record_column {
    const struct cell_key *key;
    size_t adjuster, family;
};

static bool keep_family(const struct finished_batch *batch, struct record_column column,
                        struct records *to, size_t i)
{
    const struct crossfit_results *r = &batch->results;
    size_t at = i * batch->n_families + column.family;
    uint8_t status = r->family_status[at];
    bool fine = keep(to, i, r->nested_variance[at], status) &&
                (status != ESTIMATE_OK || isfinite(r->posthoc_variance[at]));
    to->second[i] = status == ESTIMATE_OK ? r->posthoc_variance[at] : NAN;
    return fine && keep_picks(to, i, r->nested_picks + at * batch->n_folds, batch->n_candidates);
}

static bool keep_adjuster(const struct finished_batch *batch, struct record_column column,
                          struct records *to, size_t i)
{
    const struct crossfit_results *r = &batch->results;
    size_t n = batch->n_adjusters, at = i * n + column.adjuster;
    if (column.key->analysis == ANALYSIS_NULL) {
        size_t left = 2 * i * n + column.adjuster, right = left + n;
        const double variance[2] = {r->adjusted_variance[left], r->adjusted_variance[right]};
        const uint8_t status[2] = {r->status[left], r->status[right]};
        const double *raw = r->raw_variance + 2 * i;
        /* Halves are of one size, so their sizes cancel. */
        bool kept = keep_p(batch, to, i, variance, status);
        bool fine = to->status[i] == ESTIMATE_OK;
        to->second[i] = fine ? (variance[0] + variance[1]) / (raw[0] + raw[1]) : NAN;
        return kept;
    }
    return keep(to, i, r->adjusted_variance[at], r->status[at]) &&
           keep_picks(to, i, r->picks + at * batch->n_folds, batch->n_candidates) &&
           (!to->n_fold_weights || keep_weights(batch, to, i));
}

static bool keep_raw(const struct finished_batch *batch, struct record_column column,
                     struct records *to, size_t i)
{
    const struct crossfit_results *r = &batch->results;
    if (column.key->analysis == ANALYSIS_NULL) {
        const double *variance = r->raw_variance + 2 * i;
        const uint8_t status[2] = {raw_status(variance[0]), raw_status(variance[1])};
        return keep_p(batch, to, i, variance, status);
    }
    to->second[i] = r->raw_mean[i];
    return keep(to, i, r->raw_variance[i], raw_status(r->raw_variance[i]));
}

static size_t family_position(const struct finished_batch *batch, uint64_t bit)
{
    size_t i = 0;
    while (i < batch->n_families && UINT64_C(1) << batch->families[i] != bit)
        i++;
    return i;
}

bool batch_keep(const struct finished_batch *batch, const struct cell_key *key, size_t adjuster,
                size_t n, struct records *to)
{
    bool (*one)(const struct finished_batch *, struct record_column, struct records *, size_t) =
        key->is_family              ? keep_family
        : key->kind == ADJUSTER_RAW ? keep_raw
                                    : keep_adjuster;
    struct record_column column = {key, adjuster, 0};
    if (key->is_family)
        column.family = family_position(batch, key->families);
    if (key->is_family && column.family >= batch->n_families)
        return false;
    for (size_t i = 0; i < n; i++)
        if (!one(batch, column, to, i))
            return false;
    return true;
}
