/* The Reduction view's parts: the table (reduction_table.c), the detail of one cell
 * (reduction_detail.c), the words that explain a figure (reduction_words.c). Only view_reduction.c
 * includes this. */
#ifndef LOGVAR_VIEWS_REDUCTION_H
#define LOGVAR_VIEWS_REDUCTION_H

#include "views/view.h"

enum {
    REDUCTION_ARM,
    REDUCTION_RUNS,
    REDUCTION_MEAN,
    REDUCTION_SD,
    REDUCTION_FIRST_ADJUSTER,
    REDUCTION_COLUMNS_MAX = REDUCTION_FIRST_ADJUSTER + REQUEST_ADJUSTERS_MAX
};

/* Rebuilt at every draw and action. */
struct reduction_table {
    const struct view_context *context;
    struct table table;
    struct table_column columns[REDUCTION_COLUMNS_MAX];
    char headings[REQUEST_ADJUSTERS_MAX][VIEW_ADJUSTER_LABEL_MAX + 4];
    char unit[16];
    bool mixed;       /* the arms have several units, which stand in the cells */
    int decimals;     /* of mean and sd, in shown units, for the outcome of the first row */
    bool shows_error; /* the Monte Carlo error beside each VR */
    int bar_columns;  /* 0 = no bars */
    double bar_scale; /* |VR| of a full bar */
};

void reduction_table_make(const struct view_context *context, int n_columns,
                          struct reduction_table *made);

/* What is under the cursor: an arm and, in the columns of adjusters, an adjuster. */
struct reduction_place {
    const struct arm *arm; /* NULL = nothing */
    size_t arm_index, column;
    bool is_adjuster;
    size_t adjuster;
    const struct adjuster_result *result; /* NULL = none yet */
};
struct reduction_place reduction_place(const struct view_context *context);

void reduction_draw_detail(const struct view_context *context, struct surface *surface,
                           struct rect rect);
/* VR and effective runs of the figure under the cursor, step by step. */
void reduction_add_arithmetic(const struct view_context *context, struct strbuf *text);
void reduction_add_status(const struct view_context *context, struct strbuf *line);
bool reduction_add_explanation(const struct view_context *context, struct strbuf *text);

#endif
