/* Records: what each replicate of a cell left behind, replicate by replicate, in their own places.
 *
 * Which arrays a cell has follows from its key:
 *
 *   cell              value                second               picks (n_folds a replicate)
 *   adjuster, splits  adjusted variance                         if the adjuster picks
 *   family, splits    nested best, var.    post hoc best, var.  of nested best
 *   raw, draws        raw variance         raw mean
 *   adjuster, draws   adjusted variance
 *   raw, null         p of the raw Welch test between the halves
 *   adjuster, null    p of the adjusted one  its SE^2 over the raw one's
 *   any, two-phase    variance of the mean   the mean
 *
 * value (and second, but for the raw mean) is NaN where the status is not ESTIMATE_OK. */
#ifndef LOGVAR_ESTIMATE_RECORDS_H
#define LOGVAR_ESTIMATE_RECORDS_H

#include "estimate/plan.h"

#include <stddef.h>
#include <stdint.h>

struct records {
    uint64_t serial; /* no two of a process have the same */
    size_t capacity; /* replicates */
    size_t n_folds;  /* picks a replicate; 0 = none are kept */
    double *value;
    double *second; /* or NULL */
    uint8_t *status;
    uint32_t *picks;
    /* Of average over splits, n_fold_weights folds a replicate (0 = none are kept): n_weights weights and
     * CROSSFIT_LEADERS leaders a fold, as in crossfit_results. */
    size_t n_fold_weights, n_weights;
    float *weights;
    uint32_t *leaders;
    size_t posthoc_candidate; /* family cells: best on all runs; ARM_NO_CANDIDATE until known */
};

void records_init(struct records *records, const struct cell_key *key, size_t capacity);
void records_done(struct records *records);
/* Memory that capacity replicates of such a cell take. */
size_t records_bytes(const struct cell_key *key, size_t capacity);
/* n replicates of `from`, from number first_from on, become those of `to` from first_to on; both are
 * of the same kind of cell. */
void records_copy(struct records *to, const struct records *from, size_t first_from,
                  size_t first_to, size_t n);

/* A contiguous prefix of a cell, as results are made from it. */
struct records_view {
    const struct records *records;
    size_t n_done;
};

#endif
