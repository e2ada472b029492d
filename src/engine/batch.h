/* A batch of replicates under way, and what each adjuster does with it. Estimate's own. */
#ifndef LOGVAR_ENGINE_BATCH_H
#define LOGVAR_ENGINE_BATCH_H

#include "engine/average.h"
#include "engine/components.h"
#include "engine/panel_components.h"
#include "engine/panel_ridge.h"
#include "engine/ridge.h"
#include "engine/score.h"
#include "engine/search.h"

struct crossfit_workspace {
    size_t n_plans, n_runs, n_folds;
    struct split *splits; /* [n_plans], arrays in one block each: */
    uint32_t *indices;
    double *outcomes;
    double *adjusted; /* [n_plans][n_adjusters][n_runs], the split's order, design's units */
    double *column;   /* [n_statistic or 1][n_runs] */
    double *fit;      /* work of split_adjust_vector */
    double *spare;    /* [n_runs] adjusted outcomes that nobody keeps */
    /* NULL where nothing asks for them: */
    bool scores_always; /* not only for post hoc on draws */
    struct score_workspace *scores;
    size_t n_groups;              /* winners by family, or in all: 1 */
    struct score_winner *winners; /* [n_plans][n_groups][n_folds + 1] */
    struct search_workspace *search;
    struct components_workspace *components;
    struct panel_components *panel_components; /* these two also where their way is not open */
    struct panel_ridge *panel_ridge;
    struct ridge_workspace *ridge;
    struct average_workspace *average;
};

struct batch {
    const struct design *design;
    const struct crossfit_request *request;
    const uint64_t *replicates;
    size_t n_splits;
    struct crossfit_workspace *workspace;
    struct crossfit_results *results;
};

/* Each fills one adjuster's adjusted outcomes, statuses and picks for all replicates. */
void batch_raw(const struct batch *batch, size_t adjuster);
void batch_fixed(const struct batch *batch, size_t adjuster);
void batch_best(const struct batch *batch, size_t adjuster);
void batch_posthoc(const struct batch *batch, size_t adjuster);
void batch_best_shrunk(const struct batch *batch, size_t adjuster);
/* All pca adjusters and average at once, at the first of them: they share the decompositions. */
void batch_components(const struct batch *batch, size_t adjuster);
void batch_ridge(const struct batch *batch, size_t adjuster);
/* One fold of average, the plain way or as lane i of the panel found last. */
void batch_average_fold(const struct batch *batch, size_t adjuster, size_t s, size_t fold);
void batch_average_lane(const struct batch *batch, size_t adjuster, size_t i,
                        const struct panel_fold *fold);
/* Hands all folds of the batch that hold runs out and have three training runs to `do_panel`, at most
 * panel_capacity() at a time, and the others to `do_fold`. */
void batch_panels(const struct batch *batch, size_t adjuster,
                  void (*do_panel)(const struct batch *batch, size_t adjuster,
                                   const struct panel_fold *folds, size_t n_folds),
                  void (*do_fold)(const struct batch *batch, size_t adjuster, size_t s, size_t f));
/* Nested and post hoc best of each family. */
void batch_families(const struct batch *batch);

/* Whether a fold holds any run out. */
bool batch_held_out(const struct split *split, size_t fold);
/* The adjusted outcomes of replicate s by adjuster a; [n]. */
double *batch_adjusted(const struct batch *batch, size_t s, size_t a);
/* Notes a fold's trouble; the first of a replicate stands. */
void batch_note(const struct batch *batch, size_t s, size_t a, enum estimate_status status);
/* What holds for every adjuster of a replicate, before any is tried. */
enum estimate_status batch_outlook(const struct batch *batch, size_t s);
struct score_winner batch_winner(const struct batch *batch, size_t s, size_t family, size_t fold);
/* One fold's adjustment on one slot (or none), theta times factor. */
enum estimate_status batch_adjust_slot(const struct batch *batch, size_t s, size_t fold,
                                       uint32_t slot, double factor, double *adjusted);
/* The same slot in every fold. */
enum estimate_status batch_adjust_all(const struct batch *batch, size_t s, uint32_t slot,
                                      double *adjusted);
/* Sample variance of adjusted outcomes, in the outcome's own units. */
double batch_variance(const struct batch *batch, size_t s, const double *adjusted);

#endif
