/* What depends on an arm, the chosen families and the statistic, but on no replicate: estimate's own
 * view of the data. Not for other modules, which see `struct design` through crossfit.h only.
 *
 * Values are centred over the arm and scaled by a power of two (exact) to at most 1 in size: nothing
 * that is computed depends on a column's mean or scale, and squares can neither overflow nor vanish.
 * Candidates stand in slots: family by family, each family filled up to a whole number of octets with
 * columns of zeros (which are never eligible). An octet holds DESIGN_LANES candidates, run by run, so
 * that vector code has one candidate per lane. */
#ifndef LOGVAR_ENGINE_DESIGN_H
#define LOGVAR_ENGINE_DESIGN_H

#include "engine/crossfit.h"

enum { DESIGN_LANES = 8 };

/* Training variance below this share of the arm's variance: not eligible (METHOD.md, "Candidates from a
 * log"). */
#define DESIGN_ELIGIBLE_SHARE 1e-6
/* Squared correlations closer than this count as a tie, which goes to the first candidate: the same
 * candidate in other units must not win by rounding. */
#define DESIGN_TIE 1e-12

struct design {
    const struct arm *arm;
    uint64_t stream; /* rng_name() of the arm's label */
    size_t n_pool;
    double *y; /* [n_pool]; scaled by 1 / y_scale */
    double y_scale;

    size_t n_families;
    size_t *families;     /* [n_families] indices in the study */
    size_t *family_octet; /* [n_families + 1] first octet of each */
    size_t n_slots;
    uint32_t *candidate;      /* [n_slots] index in the arm, CROSSFIT_NO_PICK where there is none */
    double *floor;            /* [n_slots] smallest eligible variance (must be exceeded) */
    double *x;                /* [n_slots / DESIGN_LANES][n_pool][DESIGN_LANES] */
    double *rho2;             /* [n_slots] with y over the whole arm */
    uint32_t posthoc;         /* slot, or CROSSFIT_NO_PICK */
    uint32_t *family_posthoc; /* [n_families] slots */

    size_t n_statistic;
    bool statistic_missing;
    size_t *statistic_candidate; /* [n_statistic] as asked for */
    double *statistic;           /* column-major [n_statistic][n_pool] */
    double *statistic_floor;     /* [n_statistic] */
};

static inline size_t design_octets(const struct design *design)
{
    return design->n_slots / DESIGN_LANES;
}

/* Values of one slot: run i at [i * DESIGN_LANES]. */
static inline const double *design_column(const struct design *design, size_t slot)
{
    size_t octet = slot / DESIGN_LANES;
    return design->x + octet * design->n_pool * DESIGN_LANES + slot % DESIGN_LANES;
}

/* Of `n` squared correlations (NaN = not eligible) the index of the largest, the first of those that
 * tie with it; n if there is none. */
size_t design_largest(const double *rho2, size_t n);

#endif
