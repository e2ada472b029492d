/* The Budget view's parts: curves of one subject, an arm (variance reduction) or a pair of arms (change
 * of the half-width), collected (budget_curves.c) and drawn (budget_plot.c). Only view_budget.c and
 * these include this; views.h has the panels that other views show. */
#ifndef LOGVAR_VIEWS_BUDGET_H
#define LOGVAR_VIEWS_BUDGET_H

#include "views/view.h"

enum { BUDGET_POINTS_MAX = REQUEST_BUDGETS_MAX };

/* a, b: indices into the study's arms; b == BUDGET_NO_ARM = the arm a alone. */
#define BUDGET_NO_ARM ((size_t)-1)
struct budget_subject {
    size_t a, b;
};

struct budget_curve {
    size_t n_points;
    double n[BUDGET_POINTS_MAX];                                                       /* runs */
    double median[BUDGET_POINTS_MAX], low[BUDGET_POINTS_MAX], high[BUDGET_POINTS_MAX]; /* % */
};

/* Arms of the request, or its pairs of one group, in the study's order. */
size_t budget_n_subjects(const struct view_context *context, bool pairs);
/* place < budget_n_subjects */
struct budget_subject budget_subject_at(const struct view_context *context, bool pairs,
                                        size_t place);
/* The place of what is in focus, 0 if that is none of them. */
size_t budget_place(const struct view_context *context, bool pairs);

/* "mnist/conv", "mnist: conv - mlp" */
void budget_add_label(const struct view_context *context, struct budget_subject subject,
                      struct strbuf *out);
void budget_collect(const struct view_context *context, struct budget_subject subject,
                    size_t adjuster, struct budget_curve *curve);
/* The one with the most points; n_curves > 0. */
const struct budget_curve *budget_longest(const struct budget_curve *curves, size_t n_curves);
/* Runs at which the declared statistic pays for itself; NaN where there is none, and for pairs. */
double budget_break_even(const struct view_context *context, struct budget_subject subject);

/* The smallest budget from which on the median is above zero at every one; INFINITY if it is not at the
 * largest, NaN while that is not known. */
double budget_pays_from(const struct budget_curve *curve);

/* The table of all subjects for the adjuster in focus. */
enum { BUDGET_SIZES_MAX = 24 };
struct budget_model {
    const struct view_context *context;
    bool pairs;
    size_t n_sizes, sizes[BUDGET_SIZES_MAX];
    char headings[BUDGET_SIZES_MAX][24];
    struct table_column columns[BUDGET_SIZES_MAX + 3];
};
/* The table borrows the model. */
void budget_make_table(const struct view_context *context, bool pairs, struct budget_model *model,
                       struct table *table);

/* cursor: runs under the cursor, or NaN. */
void budget_draw_curves(struct surface *surface, struct rect rect,
                        const struct budget_curve *curves, size_t n_curves, double break_even,
                        double cursor);
/* The same with names at the right ends, and values for what is off the scale. names[n_curves]. */
void budget_draw_large(struct surface *surface, struct rect rect, const struct budget_curve *curves,
                       const char *const *names, size_t n_curves, double break_even, double cursor);
/* A curve per adjuster of the request, with legend, in a frame; large: budget_draw_large. */
void budget_draw_panel(const struct view_context *context, struct surface *surface,
                       struct rect rect, struct budget_subject subject, bool focused,
                       const char *title, double cursor, bool large);

#endif
