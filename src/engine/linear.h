/* What an adjuster has learnt from training runs, as slopes on standardised candidates, so that it can
 * be asked about runs that are in no fold: those without an outcome (METHOD: "Two-phase").
 *
 * Every adjuster's prediction is linear in the candidates:
 *
 *     f(x) = sum over columns j of slope_j * hold((x_j - mean_j) / sd_j)
 *
 * mean and sd (n - 1) of the training runs; hold keeps a value within the training runs' range plus
 * `reach` sd on both sides (1 in two-phase estimates; INFINITY: not held, as the paper's adjusters). A column whose
 * training sd is not above 1e-3 of its sd over all rows is not eligible and counts as 0. f is about the
 * training runs' mean outcome, which is left out: differences of predictions are all that is used.
 *
 * This is the plain way, one fold at a time; crossfit_batch is the fast one, for runs in folds. */
#ifndef LOGVAR_ENGINE_LINEAR_H
#define LOGVAR_ENGINE_LINEAR_H

#include "engine/adjuster.h"
#include "engine/crossfit.h"
#include "engine/status.h"
#include "study/study.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One training fold: what a fit may see. Columns are standardised, column-major, [n] each; a column
 * that is not eligible is zeros. */
struct linear_problem {
    size_t n;         /* training runs */
    const double *y;  /* [n] centred */
    size_t n_columns; /* candidates of the chosen families, family by family */
    const double *z;
    size_t n_families;
    const size_t *family; /* [n_families + 1] first column of each */
    size_t n_statistic;   /* the declared statistic, by itself: it need not be in a chosen family */
    const double *statistic;
    uint64_t stream[2]; /* keys the permutations of best-shrunk, with the fold */
};

struct
    linear_workspace; /* scratch of fits; grams and decompositions of the fold at hand are shared */

/* A fit: fills slopes[n_columns + n_statistic], all of them (0 where nothing is learnt). */
typedef enum estimate_status linear_fit(const struct linear_problem *problem, unsigned k,
                                        struct linear_workspace *workspace, double *slopes);
/* linear_fits.c, linear_components.c, linear_average.c. `fixed_shrunk` is the two-phase form: the
 * slopes times max(0, 1 - 1/F), F of the regression (t^2 with one statistic). */
linear_fit linear_fixed, linear_fixed_shrunk, linear_best, linear_best_shrunk, linear_components,
    linear_components_shrunk, linear_ridge, linear_average;

/* An arm's finished runs, and its extra rows: those without an outcome. Candidates that any extra row
 * lacks are left out of the columns. `x` as in unfinished_runs; borrowed. */
struct linear_data;
struct linear_data *linear_data_new(const struct arm *arm, const struct unfinished_runs *extra,
                                    uint64_t families, size_t n_statistic, const size_t *statistic);
void linear_data_free(struct linear_data *data);
/* Values of the arm or the extra rows have changed in place (a study simulated again). */
void linear_data_again(struct linear_data *data);
/* ESTIMATE_OK, ESTIMATE_NO_STATISTIC or ESTIMATE_STATISTIC_UNFINISHED. */
enum estimate_status linear_data_statistic(const struct linear_data *data);

struct linear_request {
    linear_fit *fit;
    unsigned k;
    double reach;       /* in sd; INFINITY: not held */
    uint64_t stream[2]; /* seed and replicate, of best-shrunk */
};
/* How this adjuster is fitted here; NULL for raw and post hoc, which predict nothing honestly. */
linear_fit *linear_fit_of(struct adjuster adjuster);

/* held_out[n_runs of the plan]: f_{-k(s)}(x_s) in the plan's order; extra[n_folds][n_extra]: f_{-k} of
 * each extra row, in the outcome's units; folds that hold nobody out stay 0. No allocation but once a
 * workspace. */
struct linear_workspace *linear_workspace_new(const struct linear_data *data, size_t n_runs);
void linear_workspace_free(struct linear_workspace *workspace);
enum estimate_status linear_predict(const struct linear_data *data,
                                    const struct linear_request *request,
                                    const struct fold_plan *plan,
                                    struct linear_workspace *workspace, double *held_out,
                                    double *extra);

#endif
