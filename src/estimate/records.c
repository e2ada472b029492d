#include "estimate/records.h"

#include "base/mem.h"
#include "engine/crossfit.h"

#include <stdlib.h>
#include <string.h>

static bool has_second(const struct cell_key *key)
{
    return key->is_family || key->analysis == ANALYSIS_TWOPHASE ||
           (key->analysis == ANALYSIS_DRAWS && key->kind == ADJUSTER_RAW) ||
           (key->analysis == ANALYSIS_NULL && key->kind != ADJUSTER_RAW);
}

static size_t n_picks(const struct cell_key *key)
{
    if (key->analysis != ANALYSIS_SPLITS)
        return 0;
    bool picks = key->is_family || adjuster_traits((enum adjuster_kind)key->kind)->picks;
    return picks ? key->n_folds : 0;
}

static size_t n_fold_weights(const struct cell_key *key)
{
    bool weighs = !key->is_family && adjuster_traits((enum adjuster_kind)key->kind)->weighs;
    return key->analysis == ANALYSIS_SPLITS && weighs ? key->n_folds : 0;
}

static size_t n_weights(const struct cell_key *key)
{
    return crossfit_n_weights((size_t)__builtin_popcountll(key->families));
}

static void init_weights(struct records *records, const struct cell_key *key)
{
    records->n_fold_weights = n_fold_weights(key);
    if (!records->n_fold_weights)
        return;
    size_t folds = records->capacity * records->n_fold_weights;
    records->n_weights = n_weights(key);
    records->weights = mem_array(folds, records->n_weights * sizeof *records->weights);
    records->leaders = mem_array(folds, CROSSFIT_LEADERS * sizeof *records->leaders);
}

void records_init(struct records *records, const struct cell_key *key, size_t capacity)
{
    static uint64_t n_made; /* atomic */
    *records = (struct records){.serial = __atomic_add_fetch(&n_made, 1, __ATOMIC_RELAXED),
                                .capacity = capacity,
                                .n_folds = n_picks(key),
                                .posthoc_candidate = ARM_NO_CANDIDATE};
    records->value = mem_array(capacity, sizeof *records->value);
    records->status = mem_array(capacity, sizeof *records->status);
    if (has_second(key))
        records->second = mem_array(capacity, sizeof *records->second);
    if (records->n_folds)
        records->picks = mem_array(capacity, records->n_folds * sizeof *records->picks);
    init_weights(records, key);
}

void records_done(struct records *records)
{
    free(records->value);
    free(records->second);
    free(records->status);
    free(records->picks);
    free(records->weights);
    free(records->leaders);
}

size_t records_bytes(const struct cell_key *key, size_t capacity)
{
    size_t each =
        sizeof(double) * (1 + has_second(key)) + sizeof(uint8_t) + n_picks(key) * sizeof(uint32_t);
    each += n_fold_weights(key) *
            (n_weights(key) * sizeof(float) + CROSSFIT_LEADERS * sizeof(uint32_t));
    return sizeof(struct records) + capacity * each;
}

static void copy_weights(struct records *to, const struct records *from, size_t first_from,
                         size_t first_to, size_t n)
{
    size_t folds = to->n_fold_weights, weights = folds * to->n_weights,
           leaders = folds * CROSSFIT_LEADERS;
    if (!folds)
        return;
    memcpy(to->weights + first_to * weights, from->weights + first_from * weights,
           n * weights * sizeof *to->weights);
    memcpy(to->leaders + first_to * leaders, from->leaders + first_from * leaders,
           n * leaders * sizeof *to->leaders);
}

void records_copy(struct records *to, const struct records *from, size_t first_from,
                  size_t first_to, size_t n)
{
    memcpy(to->value + first_to, from->value + first_from, n * sizeof *to->value);
    memcpy(to->status + first_to, from->status + first_from, n * sizeof *to->status);
    if (to->second)
        memcpy(to->second + first_to, from->second + first_from, n * sizeof *to->second);
    if (to->n_folds)
        memcpy(to->picks + first_to * to->n_folds, from->picks + first_from * to->n_folds,
               n * to->n_folds * sizeof *to->picks);
    copy_weights(to, from, first_from, first_to, n);
    if (to->posthoc_candidate == ARM_NO_CANDIDATE)
        to->posthoc_candidate = from->posthoc_candidate;
}
