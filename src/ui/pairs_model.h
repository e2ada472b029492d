/* The table behind the Pairs view: one row a pair for the adjuster in focus, or, in detail, one row
 * an adjuster of one pair (the raw interval first). */
#ifndef LOGVAR_UI_PAIRS_MODEL_H
#define LOGVAR_UI_PAIRS_MODEL_H

#include "ui/view.h"

enum pair_column {
    PAIR_NAME, PAIR_DIFFERENCE, PAIR_FOREST, PAIR_RAW_HALF, PAIR_HALF, PAIR_CHANGE, PAIR_NULL, PAIR_LOW,
    PAIR_HIGH, PAIR_HOLM, PAIR_MDE, PAIR_NEEDED, PAIR_VERDICT,
    N_PAIR_COLUMNS
};

/* Made anew at every draw and action; points into the snapshot. */
struct pairs_model {
    const struct view_context *context;
    const struct pair_result *pairs;
    size_t n_pairs;
    size_t only; /* in detail: the pair, else n_pairs */
    int decimals;
    struct table_column columns[N_PAIR_COLUMNS];
};

/* detail_a, detail_b: the pair to be shown in detail, NULL for all pairs (also where the snapshot
 * no longer has that pair). n_columns: what the table may fill. */
void pairs_model_make(const struct view_context *context, const struct arm *detail_a,
                      const struct arm *detail_b, int n_columns, struct pairs_model *model,
                      struct table *table);
bool pairs_model_in_detail(const struct pairs_model *model);
const struct pair_result *pairs_model_pair(const struct pairs_model *model, size_t row);
/* NULL for the raw row of the detail, or where there is no adjuster. */
const struct pair_adjuster_result *pairs_model_adjuster(const struct pairs_model *model, size_t row);

/* "mnist: conv - mlp" */
void pairs_add_name(struct strbuf *out, const struct pair_result *pair);
/* Who is ahead by this interval, the right way round for the outcome's direction, or "not
 * distinguishable". */
void pairs_add_verdict(struct strbuf *out, const struct pairs_model *model,
                       const struct pair_result *pair, const struct interval *interval);

/* The raw interval of a pair as a thin line with end marks, the adjusted one (NULL = none) as the thick
 * line inside it, and the difference as a dot, in a rectangle one row high (pairs_forest.c). */
void pairs_draw_forest(const struct pairs_model *model, const struct pair_result *pair,
                       const struct pair_adjuster_result *adjusted, struct surface *surface,
                       struct rect rect);

#endif
