/* The table behind the Pairs view: one row per pair for the adjuster in focus, or, in detail, one row
 * an adjuster of one pair (the raw interval first). */
#ifndef LOGVAR_VIEWS_PAIRS_MODEL_H
#define LOGVAR_VIEWS_PAIRS_MODEL_H

#include "views/view.h"

enum pair_column {
    PAIR_NAME,
    PAIR_VERDICT,
    PAIR_DIFFERENCE,
    PAIR_RAW_HALF,
    PAIR_TWO_PHASE, /* without a width where no arm declares unfinished runs */
    PAIR_FOREST,
    PAIR_HALF,
    PAIR_CHANGE,
    PAIR_NULL,
    PAIR_LOW,
    PAIR_HIGH,
    PAIR_HOLM,
    PAIR_MDE,
    PAIR_NEEDED,
    N_PAIR_COLUMNS
};

/* More runs or not (pairs_more.c). */
enum more_column {
    MORE_NAME,
    MORE_NOW,
    MORE_GOAL,
    MORE_RUNS,
    MORE_RANGE_OF_RUNS,
    MORE_FIRST,
    MORE_SECOND,
    MORE_SEQUENCE,
    MORE_LOW,
    MORE_HIGH,
    MORE_VERDICT,
    MORE_DIFFERENCE,
    MORE_POWER,
    MORE_POWER_RANGE,
    N_MORE_COLUMNS
};

/* Rebuilt at every draw and action; points into the snapshot. */
struct pairs_model {
    const struct view_context *context;
    const struct pair_result *pairs;
    size_t n_pairs;
    size_t only;    /* in detail: the pair, else n_pairs */
    int decimals;   /* of the outcome of the first pair (pairs_decimals) */
    bool narrow;    /* verdicts in few words */
    char scale[64]; /* the forest's axis, where all pairs share one */
    struct table_column columns[N_PAIR_COLUMNS];
    struct table_column more_columns[N_MORE_COLUMNS];
};

/* detail_a, detail_b: the pair to be shown in detail, NULL for all pairs (also where the snapshot
 * no longer has that pair). n_columns: what the table may fill. */
void pairs_model_make(const struct view_context *context, const struct arm *detail_a,
                      const struct arm *detail_b, int n_columns, struct pairs_model *model,
                      struct table *table);
/* Gives the table that pairs_model_make made other columns: how many runs more the same rows need, and
 * their confidence sequence. Needs SECTION_MORE. */
void pairs_more_make(struct pairs_model *model, struct table *table);
bool pairs_model_in_detail(const struct pairs_model *model);
/* Of outcomes as they are shown. */
int pairs_decimals(const struct pairs_model *model, const struct pair_result *pair);
const struct pair_result *pairs_model_pair(const struct pairs_model *model, size_t row);
/* NULL for the raw row of the detail, or where there is no adjuster. */
const struct pair_adjuster_result *pairs_model_adjuster(const struct pairs_model *model,
                                                        size_t row);

/* "mnist: conv - mlp" */
void pairs_add_name(struct strbuf *out, const struct pair_result *pair);
/* The pair's, or in detail the adjuster's, with the exploratory mark. */
void pairs_add_row_name(const struct pairs_model *model, size_t row, struct strbuf *text);
/* Draws the pair's name where it does not fit whole; false where it does. */
bool pairs_draw_name(const struct pairs_model *model, size_t row, struct surface *surface,
                     struct rect rect);
/* Who is ahead by what the pair may claim (the raw or a two-phase interval, never an adjusted one), the
 * right way round for the outcome's direction, or "not distinguishable". */
void pairs_add_verdict(struct strbuf *out, const struct pair_result *pair);

/* The row in one line, and with its arithmetic (pairs_words.c); the same of the runs it needs
 * (pairs_more.c), nothing where there are no figures. */
void pairs_add_status(const struct pairs_model *model, size_t row, struct strbuf *line);
void pairs_add_explanation(const struct pairs_model *model, size_t row, struct strbuf *text);
void pairs_more_status(const struct pairs_model *model, size_t row, struct strbuf *line);
void pairs_more_explanation(const struct pairs_model *model, size_t row, struct strbuf *text);

/* The raw interval of a pair as a thin line with end marks, the adjusted one (NULL = none) as the thick
 * line inside it, dashed where the synthetic null finds it too narrow, and the difference as a dot, in a rectangle one row high (pairs_forest.c). */
/* The ends of the scale, "-0.2 .. 2.9", or that each row is centred on its own difference. */
void pairs_forest_scale(const struct pairs_model *model, const struct pair_result *pair,
                        int n_columns, char *text, size_t n_bytes);
void pairs_draw_forest(const struct pairs_model *model, const struct pair_result *pair,
                       const struct pair_adjuster_result *adjusted, struct surface *surface,
                       struct rect rect);

#endif
