/* What many repeats of an experiment say together. */
#include "simulate/experiment.h"

#include "stats/moments.h"
#include "stats/quantile.h"

#include <math.h>

static void summarise_vr(double *vr, size_t n, struct experiment_summary *summary)
{
    static const double shares[] = {0.05, 0.25, 0.5, 0.75, 0.95};
    double found[5];
    size_t n_negative = 0;
    for (size_t i = 0; i < n; i++)
        n_negative += vr[i] < 0;
    summary->n_done = n;
    summary->mean = moments_mean(vr, n);
    summary->se = moments_sd(vr, n) / sqrt((double)n);
    summary->negative_share = n ? (double)n_negative / (double)n : NAN;
    quantile_select(vr, n, shares, 5, found);
    summary->p5 = found[0];
    summary->q25 = found[1];
    summary->median = found[2];
    summary->q75 = found[3];
    summary->p95 = found[4];
}

void experiment_summarise(const struct experiment_repeat *repeats, size_t n_repeats,
                          enum experiment_adjuster adjuster, double *work,
                          struct experiment_summary *summary)
{
    size_t n = 0;
    double sum = 0;
    *summary = (struct experiment_summary){0};
    for (size_t i = 0; i < n_repeats; i++) {
        const struct experiment_adjusted *one = &repeats[i].adjusted[adjuster];
        if (one->status != ESTIMATE_OK)
            continue;
        work[n++] = one->vr;
        if (!isfinite(one->half_width))
            continue;
        summary->n_compared++;
        summary->n_covering += one->covers;
        sum += one->half_width;
    }
    summary->half_width = summary->n_compared ? sum / (double)summary->n_compared : NAN;
    summarise_vr(work, n, summary);
}

void experiment_summarise_raw(const struct experiment_repeat *repeats, size_t n_repeats,
                              struct experiment_summary *summary)
{
    double sum = 0;
    *summary = (struct experiment_summary){.n_done = n_repeats, .n_compared = n_repeats};
    for (size_t i = 0; i < n_repeats; i++) {
        summary->n_covering += repeats[i].covers;
        sum += repeats[i].half_width;
    }
    summary->half_width = n_repeats ? sum / (double)n_repeats : NAN;
}

void experiment_summarise_two_phase(const struct experiment_repeat *repeats, size_t n_repeats,
                                    struct experiment_summary *summary)
{
    double sum = 0;
    *summary = (struct experiment_summary){0};
    for (size_t i = 0; i < n_repeats; i++) {
        const struct experiment_adjusted *one = &repeats[i].two_phase;
        if (one->status != ESTIMATE_OK)
            continue;
        summary->n_compared++;
        summary->n_covering += one->covers;
        sum += one->half_width;
    }
    summary->n_done = summary->n_compared;
    summary->half_width = summary->n_compared ? sum / (double)summary->n_compared : NAN;
}
