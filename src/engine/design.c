#include "engine/design.h"

#include "base/mem.h"
#include "stats/moments.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Centres from[n] into to[n] and scales it by the power of two that brings the largest size into
 * [0.5, 1). Returns that factor's inverse; 1 for a column of zeros. A column that varies by no more
 * than the rounding of its mean becomes zeros, and so does one whose sums overflow. */
static double centre_and_scale(const double *from, size_t n, double *to)
{
    double mean = moments_mean(from, n), largest = 0;
    for (size_t i = 0; i < n; i++)
        to[i] = from[i] - mean;
    mean = moments_mean(to, n); /* what rounding left */
    for (size_t i = 0; i < n; i++) {
        to[i] -= mean;
        largest = fabs(to[i]) > largest ? fabs(to[i]) : largest;
    }
    double size = n ? fabs(from[0]) : 0;
    if (!(largest > 1e-14 * size) || !isfinite(largest)) {
        memset(to, 0, n * sizeof *to);
        return 1;
    }
    int exponent;
    frexp(largest, &exponent);
    double factor = ldexp(1, -exponent);
    if (!(factor > 0x1p-1000 && factor < 0x1p1000)) /* a factor of its own would not be exact */
        for (size_t i = 0; i < n; i++)
            to[i] = ldexp(to[i], -exponent);
    else
        for (size_t i = 0; i < n; i++)
            to[i] *= factor;
    return ldexp(1, exponent);
}

static double smallest_eligible(const double *x, size_t n)
{
    return n < 2 ? 0 : DESIGN_ELIGIBLE_SHARE * moments_variance(x, n);
}

size_t design_largest(const double *rho2, size_t n)
{
    double largest = -1;
    for (size_t i = 0; i < n; i++)
        if (rho2[i] > largest)
            largest = rho2[i];
    for (size_t i = 0; largest >= 0 && i < n; i++)
        if (rho2[i] >= largest * (1 - DESIGN_TIE))
            return i;
    return n;
}

/* Counts the families that have candidates here, and lays out their octets. */
static void lay_out_families(struct design *design, const struct arm *arm, uint64_t chosen)
{
    size_t count[STUDY_FAMILIES_MAX] = {0}, n_octets = 0;
    for (size_t j = 0; j < arm->n_candidates; j++)
        count[arm->candidates[j].family]++;
    design->families = mem_array(STUDY_FAMILIES_MAX, sizeof *design->families);
    design->family_octet = mem_array(STUDY_FAMILIES_MAX + 1, sizeof *design->family_octet);
    for (size_t f = 0; f < STUDY_FAMILIES_MAX; f++) {
        if (!(chosen >> f & 1) || count[f] == 0)
            continue;
        design->families[design->n_families] = f;
        design->family_octet[design->n_families++] = n_octets;
        n_octets += (count[f] + DESIGN_LANES - 1) / DESIGN_LANES;
    }
    design->family_octet[design->n_families] = n_octets;
    design->n_slots = n_octets * DESIGN_LANES;
}

static void fill_slot(struct design *design, size_t slot, size_t j, double *column)
{
    const struct arm *arm = design->arm;
    size_t n = design->n_pool;
    centre_and_scale(arm->x + j * n, n, column);
    double *to = design->x + (design_column(design, slot) - design->x);
    for (size_t i = 0; i < n; i++)
        to[i * DESIGN_LANES] = column[i];
    design->candidate[slot] = (uint32_t)j;
    design->floor[slot] = smallest_eligible(column, n);
    design->rho2[slot] = moments_rho2(column, design->y, n);
    /* An outcome without variance correlates with nothing; the first candidate is still picked. */
    if (isnan(design->rho2[slot]) && design->floor[slot] > 0)
        design->rho2[slot] = 0;
}

static void allocate(struct design *design)
{
    size_t n_slots = design->n_slots, n = design->n_pool, q = design->n_statistic;
    design->y = mem_array(n, sizeof *design->y);
    design->candidate = mem_array(n_slots, sizeof *design->candidate);
    design->floor = mem_aligned(n_slots, sizeof *design->floor);
    design->rho2 = mem_array(n_slots, sizeof *design->rho2);
    design->x = mem_aligned(n_slots * n, sizeof *design->x);
    design->family_posthoc = mem_array(design->n_families, sizeof *design->family_posthoc);
    design->statistic_candidate = mem_array(q, sizeof *design->statistic_candidate);
    design->statistic = mem_array(q * n, sizeof *design->statistic);
    design->statistic_floor = mem_array(q, sizeof *design->statistic_floor);
}

static void fill_slots(struct design *design)
{
    size_t n_slots = design->n_slots;
    for (size_t s = 0; s < n_slots; s++) {
        design->candidate[s] = CROSSFIT_NO_PICK;
        design->rho2[s] = NAN;
    }
    double *column = mem_array(design->n_pool, sizeof *column);
    for (size_t f = 0; f < design->n_families; f++) {
        size_t slot = design->family_octet[f] * DESIGN_LANES;
        for (size_t j = 0; j < design->arm->n_candidates; j++)
            if (design->arm->candidates[j].family == design->families[f])
                fill_slot(design, slot++, j, column);
    }
    free(column);
}

static void choose_posthoc(struct design *design)
{
    size_t best = design_largest(design->rho2, design->n_slots);
    design->posthoc = best < design->n_slots ? (uint32_t)best : CROSSFIT_NO_PICK;
    for (size_t f = 0; f < design->n_families; f++) {
        size_t from = design->family_octet[f] * DESIGN_LANES;
        size_t n = design->family_octet[f + 1] * DESIGN_LANES - from;
        size_t found = design_largest(design->rho2 + from, n);
        design->family_posthoc[f] = found < n ? (uint32_t)(from + found) : CROSSFIT_NO_PICK;
    }
}

static void fill_statistic(struct design *design)
{
    size_t n = design->n_pool;
    const size_t *statistic = design->statistic_candidate;
    design->statistic_missing = design->n_statistic == 0;
    for (size_t q = 0; q < design->n_statistic; q++) {
        if (statistic[q] == ARM_NO_CANDIDATE) {
            design->statistic_missing = true;
            continue;
        }
        double *column = design->statistic + q * n;
        centre_and_scale(design->arm->x + statistic[q] * n, n, column);
        design->statistic_floor[q] = smallest_eligible(column, n);
    }
}

struct design *design_new(const struct arm *arm, uint64_t families, size_t n_statistic,
                          const size_t *statistic)
{
    struct design *design = mem_zeroed(1, sizeof *design);
    design->arm = arm;
    design->stream = rng_name(arm->label);
    design->n_pool = arm->n_runs;
    design->n_statistic = n_statistic;
    lay_out_families(design, arm, families);
    allocate(design);
    for (size_t q = 0; q < n_statistic; q++)
        design->statistic_candidate[q] = statistic[q];
    design_again(design);
    return design;
}

void design_again(struct design *design)
{
    design->y_scale = centre_and_scale(design->arm->y, design->n_pool, design->y);
    fill_slots(design);
    choose_posthoc(design);
    fill_statistic(design);
}

void design_free(struct design *design)
{
    if (!design)
        return;
    void *owned[] = {design->y,
                     design->families,
                     design->family_octet,
                     design->candidate,
                     design->floor,
                     design->x,
                     design->rho2,
                     design->family_posthoc,
                     design->statistic,
                     design->statistic_floor,
                     design->statistic_candidate};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
    free(design);
}

size_t design_bytes(const struct design *design)
{
    size_t n = design->n_pool, slot = sizeof(double) * (n + 2) + sizeof(uint32_t);
    return sizeof *design + design->n_slots * slot +
           (design->n_statistic + 1) * (n + 1) * sizeof(double);
}

size_t design_families(const struct design *design, const size_t **families)
{
    if (families)
        *families = design->families;
    return design->n_families;
}

size_t crossfit_posthoc(const struct design *design, double *rho2)
{
    for (size_t j = 0; rho2 && j < design->arm->n_candidates; j++)
        rho2[j] = NAN;
    for (size_t s = 0; rho2 && s < design->n_slots; s++)
        if (design->candidate[s] != CROSSFIT_NO_PICK)
            rho2[design->candidate[s]] = design->rho2[s];
    return design->posthoc == CROSSFIT_NO_PICK ? ARM_NO_CANDIDATE
                                               : design->candidate[design->posthoc];
}
