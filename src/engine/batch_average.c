/* Average in a batch of replicates, and what is kept of its weights. */
#include "engine/batch.h"

/* The candidate of column c: columns are the slots that hold one. */
static uint32_t candidate_of(const struct design *design, size_t column)
{
    for (size_t slot = 0; slot < design->n_slots; slot++)
        if (design->candidate[slot] != CROSSFIT_NO_PICK && column-- == 0)
            return design->candidate[slot];
    return CROSSFIT_NO_PICK;
}

/* The heaviest candidates, first ones first; `taken` of equal or larger weight are passed over. */
static void keep_leaders(const struct design *design, const double *singles, size_t n,
                         float *weights, uint32_t *leaders)
{
    size_t best[CROSSFIT_LEADERS], n_best = 0;
    for (size_t c = 0; c < n; c++) {
        size_t at = n_best;
        while (at > 0 && singles[c] > singles[best[at - 1]])
            at--;
        if (at == CROSSFIT_LEADERS || !(singles[c] > 0))
            continue;
        n_best += n_best < CROSSFIT_LEADERS;
        for (size_t i = n_best - 1; i > at; i--)
            best[i] = best[i - 1];
        best[at] = c;
    }
    for (size_t i = 0; i < n_best; i++) {
        weights[i] = (float)singles[best[i]];
        leaders[i] = candidate_of(design, best[i]);
    }
}

static void keep_weights(const struct batch *batch, size_t s, size_t f)
{
    const struct design *design = batch->design;
    const double *weights = batch->workspace->weights;
    size_t families = design->n_families, first = average_single(families, 0), n = 0;
    size_t place = s * batch->workspace->splits[s].n_folds + f;
    float *to = batch->results->weights + place * crossfit_n_weights(families);
    double together = 0;
    for (size_t slot = 0; slot < design->n_slots; slot++)
        n += design->candidate[slot] != CROSSFIT_NO_PICK;
    for (size_t m = 0; m < first; m++)
        to[m] = (float)weights[m];
    for (size_t c = 0; c < n; c++)
        together += weights[first + c];
    to[first] = (float)together;
    keep_leaders(design, weights + first, n, to + first + 1,
                 batch->results->leaders + place * CROSSFIT_LEADERS);
}

static void average_fold(const struct batch *batch, size_t a, size_t s, size_t f)
{
    const struct crossfit_workspace *w = batch->workspace;
    bool wanted = batch->results->weights != NULL;
    enum estimate_status status =
        average_adjust(batch->design, &w->splits[s], f, w->average, batch_adjusted(batch, s, a),
                       wanted ? w->weights : NULL);
    if (status == ESTIMATE_OK && wanted)
        keep_weights(batch, s, f);
    batch_note(batch, s, a, status);
}

void batch_average(const struct batch *batch, size_t a)
{
    batch_panels(batch, a, NULL, average_fold);
}
