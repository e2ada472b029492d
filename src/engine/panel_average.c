#include "engine/panel_average.h"

#include "base/mem.h"
#include "engine/average.h"
#include "engine/elementary.h"
#include "engine/evidence.h"
#include "stats/ols.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { TAUS = EVIDENCE_TAUS, DUALS = TAUS + 1 };
/* Leading eigenvalues closer than this share: the first component may be any mixture of two. */
#define CLOSE_SHARE 1e-5

struct panel_average {
    size_t n_runs, n_families, n_slots, n_columns;
    size_t *columns;     /* [n_families] candidates of each */
    uint32_t *candidate; /* [n_columns] */
    bool unsafe[PANEL_FOLDS];
    struct evidence evidence[PANEL_FOLDS];
    double yy[PANEL_FOLDS];
    double *outcomes; /* [groups][n_runs][W] */
    double *whole;    /* [groups][m][m][W] products of all candidates */
    double *duals;    /* [groups][n_families + 1][DUALS][n_runs][W] */
    double *fits, *determinants;
    /* Of the folds of one split: */
    struct kernel_fold *folds;        /* [n_folds + 1] */
    struct kernel_standard *standard; /* [PANEL_FOLDS] */
    double *standards, *sums, *best;
    /* Of one fold: */
    uint32_t *run; /* [n_runs] of the arm, training runs first */
    double *dual, *moved_lanes, *statistic, *regressors, *theta, *y;
    double *weights; /* [average_models()] */
    /* Of all folds: */
    double *moved; /* [PANEL_FOLDS][n_runs] */
    float *kept;   /* [PANEL_FOLDS][crossfit_n_weights()] */
    uint32_t *leaders;
};

static void count_columns(const struct design *design, struct panel_average *a)
{
    a->columns = mem_zeroed(design->n_families, sizeof *a->columns);
    a->candidate = mem_array(design->n_slots, sizeof *a->candidate);
    for (size_t f = 0; f < design->n_families; f++)
        for (size_t s = design->family_octet[f] * DESIGN_LANES;
             s < design->family_octet[f + 1] * DESIGN_LANES; s++)
            if (design->candidate[s] != CROSSFIT_NO_PICK) {
                a->columns[f]++;
                a->candidate[a->n_columns++] = design->candidate[s];
            }
}

static void point_standards(struct panel_average *a)
{
    for (size_t i = 0; i < PANEL_FOLDS; i++) {
        struct kernel_standard *s = &a->standard[i];
        double **lines[] = {&s->mean, &s->inverse_sd, &s->low, &s->high, &s->slope, &s->explained};
        enum { LINES = sizeof lines / sizeof *lines };
        for (size_t l = 0; l < LINES; l++)
            *lines[l] = a->standards + (i * LINES + l) * a->n_slots;
    }
}

struct panel_average *panel_average_new(const struct design *design, size_t n, size_t n_folds)
{
    struct panel_average *a = mem_zeroed(1, sizeof *a);
    size_t families = design->n_families, W = KERNELS_WIDTH_MAX, q = design->n_statistic;
    a->n_runs = n;
    a->n_families = families;
    a->n_slots = design->n_slots;
    count_columns(design, a);
    a->outcomes = mem_aligned(PANEL_FOLDS * n, sizeof(double));
    a->whole = mem_aligned(PANEL_FOLDS * n * n, sizeof(double));
    a->duals = mem_aligned(PANEL_FOLDS * (families + 1) * DUALS * n, sizeof(double));
    a->fits = mem_aligned(TAUS * W, sizeof(double));
    a->determinants = mem_aligned(TAUS * kernels_determinants(n) * W, sizeof(double));
    a->folds = mem_array(n_folds + 1, sizeof *a->folds);
    a->standard = mem_array(PANEL_FOLDS, sizeof *a->standard);
    a->standards = mem_aligned(PANEL_FOLDS * 6 * a->n_slots, sizeof(double));
    point_standards(a);
    a->sums = mem_aligned(KERNELS_STANDARDS_WORK(n_folds), sizeof(double));
    a->best = mem_aligned(PANEL_FOLDS * DESIGN_LANES, sizeof(double));
    a->run = mem_array(n, sizeof *a->run);
    a->dual = mem_array((families + 1) * n, sizeof *a->dual);
    a->moved_lanes = mem_aligned(n * DESIGN_LANES, sizeof(double));
    a->statistic = mem_array(q * n, sizeof *a->statistic);
    a->regressors = mem_array(q * n, sizeof *a->regressors);
    a->theta = mem_array(q, sizeof *a->theta);
    a->y = mem_array(n, sizeof *a->y);
    a->weights = mem_array(average_models(families, a->n_columns), sizeof *a->weights);
    a->moved = mem_array(PANEL_FOLDS * n, sizeof *a->moved);
    a->kept = mem_array(PANEL_FOLDS, crossfit_n_weights(families) * sizeof *a->kept);
    a->leaders = mem_array(PANEL_FOLDS, CROSSFIT_LEADERS * sizeof *a->leaders);
    for (size_t i = 0; i < PANEL_FOLDS; i++)
        evidence_init(&a->evidence[i], families);
    return a;
}

void panel_average_free(struct panel_average *a)
{
    if (!a)
        return;
    void *owned[] = {a->columns,   a->candidate,    a->outcomes, a->whole,    a->duals,
                     a->fits,      a->determinants, a->folds,    a->standard, a->standards,
                     a->sums,      a->best,         a->run,      a->dual,     a->moved_lanes,
                     a->statistic, a->regressors,   a->theta,    a->y,        a->weights,
                     a->moved,     a->kept,         a->leaders};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
    for (size_t i = 0; i < PANEL_FOLDS; i++)
        evidence_done(&a->evidence[i]);
    free(a);
}

size_t panel_average_work(size_t n_runs)
{
    return KERNELS_AVERAGE_WORK(n_runs);
}

static double *group_outcomes(const struct panel *panel, struct panel_average *a, size_t g)
{
    return a->outcomes + g * panel->kernels->width * a->n_runs;
}

/* The duals of one model of a group, [m][W]. */
static double *group_dual(const struct panel *panel, const struct panel_average *a, size_t g,
                          size_t family, size_t which)
{
    size_t line = a->n_runs * panel->kernels->width;
    return a->duals + ((g * (a->n_families + 1) + family) * DUALS + which) * line;
}

void panel_average_begin(const struct panel *panel, struct panel_average *a)
{
    size_t W = panel->kernels->width;
    for (size_t g = 0; g < panel->n_groups; g++) {
        struct panel_group group = panel_group(panel, g);
        panel_outcomes(panel, &group, group_outcomes(panel, a, g));
        memset(a->whole + g * W * a->n_runs * a->n_runs, 0, group.m * group.m * W * sizeof(double));
    }
    for (size_t i = 0; i < panel->n_lanes; i++) {
        const struct panel_lane *lane = &panel->lanes[i];
        a->unsafe[i] = false;
        a->yy[i] = 0;
        for (size_t r = 0; r < lane->n_train; r++)
            a->yy[i] += lane->y[r] * lane->y[r];
    }
}

/* What a ridge of p candidates says in every lane of the group. */
static void note_ridge(const struct panel *panel, const struct panel_group *group, size_t family,
                       struct panel_average *a)
{
    size_t W = panel->kernels->width, n_parts = kernels_determinants(group->m);
    for (size_t l = 0; l < group->n_lanes; l++) {
        struct evidence_ridge *found = &a->evidence[group->first + l].ridge[family];
        double yy = a->yy[group->first + l];
        for (size_t t = 0; t < TAUS; t++) {
            found->log_det[t] = 0;
            for (size_t part = 0; part < n_parts; part++)
                found->log_det[t] -= elementary_log(a->determinants[(t * n_parts + part) * W + l]);
            found->fit[t] = yy > 0 ? a->fits[t * W + l] / yy : 1;
        }
    }
}

/* The first component: least squares on it has the dual u (u'y) / value. */
static void note_component(const struct panel *panel, const struct panel_group *group, size_t g,
                           size_t family, const double *values, const double *u,
                           struct panel_average *a)
{
    size_t W = panel->kernels->width;
    const double *y = group_outcomes(panel, a, g);
    double *dual = group_dual(panel, a, g, family, TAUS);
    for (size_t l = 0; l < group->n_lanes; l++) {
        size_t i = group->first + l;
        double first = values[l], uy = 0;
        bool counts = first > 0;
        a->unsafe[i] |= !isfinite(first) || (counts && first - values[W + l] < CLOSE_SHARE * first);
        for (size_t r = 0; r < group->m; r++)
            uy += u[r * W + l] * y[r * W + l];
        for (size_t r = 0; r < group->m; r++)
            dual[r * W + l] = counts ? u[r * W + l] * (uy / first) : 0;
        a->evidence[i].component[family] = !counts ? -1 : a->yy[i] > 0 ? uy * uy / a->yy[i] : 0;
    }
}

/* Decomposes panel->square: k components and the ridges of p candidates. */
static void decompose(struct panel *panel, size_t g, size_t family, size_t p, size_t k,
                      double *values, double *vectors, size_t stride, struct panel_average *a)
{
    struct panel_group group = panel_group(panel, g);
    double penalties[TAUS];
    for (size_t t = 0; t < TAUS; t++)
        penalties[t] = (double)p / evidence_taus[t];
    struct kernel_ridge ridges = {.n_penalties = TAUS,
                                  .penalties = penalties,
                                  .y = group_outcomes(panel, a, g),
                                  .duals = group_dual(panel, a, g, family, 0),
                                  .stride = a->n_runs * panel->kernels->width,
                                  .fits = a->fits,
                                  .determinants = a->determinants};
    panel->kernels->leading_ridge(group.m, k, panel->square, values, vectors, stride, &ridges,
                                  panel->work);
    note_ridge(panel, &group, family, a);
}

void panel_average_family(struct panel *panel, size_t g, size_t family, size_t k, double *values,
                          double *vectors, size_t stride, struct panel_average *a)
{
    struct panel_group group = panel_group(panel, g);
    size_t W = panel->kernels->width, size = group.m * group.m * W;
    double *whole = a->whole + g * W * a->n_runs * a->n_runs;
    for (size_t i = 0; i < size; i++)
        whole[i] += panel->square[i];
    for (size_t l = 0; l < group.n_lanes; l++)
        a->unsafe[group.first + l] |= panel->lanes[group.first + l].unsafe;
    decompose(panel, g, family, a->columns[family], k, values, vectors, stride, a);
    note_component(panel, &group, g, family, values, vectors, a);
}

/* ---- fold by fold ---- */

/* The arm's runs of a lane, those of training in the order of its duals. */
static void list_runs(const struct panel_lane *lane, const struct panel *panel, size_t i,
                      struct panel_average *a)
{
    const uint32_t *order = panel_order(panel, i);
    for (size_t r = 0; r < lane->n_train + lane->n_held; r++)
        a->run[r] = order ? order[lane->run[r]] : lane->run[r];
}

/* A statistic, standardised and held; false if it does not vary. */
static bool standardise(const double *x, double floor, const struct panel_lane *lane,
                        const uint32_t *run, double *z)
{
    double mean = 0, square = 0, low = INFINITY, high = -INFINITY;
    size_t n = lane->n_train;
    for (size_t r = 0; r < n; r++)
        mean += x[run[r]];
    mean /= (double)n;
    for (size_t r = 0; r < n; r++)
        square += (x[run[r]] - mean) * (x[run[r]] - mean);
    double variance = square / (double)(n - 1);
    if (!(variance > floor))
        return false;
    double inverse_sd = 1 / sqrt(variance);
    for (size_t r = 0; r < n + lane->n_held; r++) {
        z[r] = (x[run[r]] - mean) * inverse_sd;
        if (r < n) {
            low = fmin(low, z[r]);
            high = fmax(high, z[r]);
        } else {
            z[r] = fmin(fmax(z[r], low - AVERAGE_REACH), high + AVERAGE_REACH);
        }
    }
    return true;
}

static void fit_declared(const struct design *design, const struct panel_lane *lane, size_t i,
                         struct panel_average *a)
{
    struct evidence *e = &a->evidence[i];
    size_t q = design->n_statistic, n = lane->n_train;
    double residual;
    e->n_declared = q;
    e->declared = -1;
    if (design->statistic_missing || n < q + 2)
        return;
    for (size_t j = 0; j < q; j++) {
        if (!standardise(design->statistic + j * design->n_pool, design->statistic_floor[j], lane,
                         a->run, a->statistic + j * a->n_runs))
            return;
        memcpy(a->regressors + j * n, a->statistic + j * a->n_runs, n * sizeof *a->regressors);
    }
    memcpy(a->y, lane->y, n * sizeof *a->y);
    if (ols_fit(n, q, a->regressors, a->y, a->theta, &residual, NULL) == OLS_OK)
        e->declared = a->yy[i] > 0 ? fmax(0, 1 - residual / a->yy[i]) : 0;
}

/* The largest of what eight lanes say. */
static double largest(const double *lanes)
{
    double most = lanes[0];
    for (size_t l = 1; l < DESIGN_LANES; l++)
        most = lanes[l] > most ? lanes[l] : most;
    return most;
}

static double sum_lanes(const double *lanes)
{
    double sum = 0;
    for (size_t l = 0; l < DESIGN_LANES; l++)
        sum += lanes[l];
    return sum;
}

/* Weights of all models, candidates' in standard->explained; returns what all weights are to be
 * multiplied by. */
static double weigh(const struct panel *panel, const struct kernel_standard *standard, size_t i,
                    double explained, struct panel_average *a)
{
    struct evidence *e = &a->evidence[i];
    double yy = a->yy[i], total[DESIGN_LANES] __attribute__((aligned(64)));
    e->n_train = panel->lanes[i].n_train;
    e->n_candidates = a->n_columns;
    e->single = explained < 0 ? -1 : yy > 0 ? explained / yy : 0;
    evidence_weigh(e);
    struct kernel_singles singles = {
        .n_less_1 = e->n_train - 1, .inverse_yy = yy > 0 ? 1 / yy : 0, .largest = EVIDENCE_LARGEST};
    memcpy(singles.weight, e->single_weight, sizeof singles.weight);
    memcpy(singles.keep, e->keep, sizeof singles.keep);
    memcpy(singles.rest, e->single_rest, sizeof singles.rest);
    panel->kernels->weigh_singles(a->n_slots, &singles, standard, total);
    return evidence_normalise(e, sum_lanes(total));
}

/* dual[r] = sum over the models of a family (or of all candidates) of weight times dual. */
static void mix_duals(const struct panel *panel, const struct panel_average *a, size_t i,
                      size_t family, double *dual)
{
    size_t W = panel->kernels->width, n = panel->lanes[i].n_train;
    const struct evidence *e = &a->evidence[i];
    const double *weight = e->ridge_weight + family * TAUS;
    double component =
        family < a->n_families ? evidence_kept(e, e->component_weight + family * TAUS) : 0;
    for (size_t r = 0; r < n; r++)
        dual[r] = 0;
    for (size_t t = 0; t < DUALS; t++) {
        const double *own = group_dual(panel, a, i / W, family, t) + i % W;
        double factor = t < TAUS ? weight[t] : component;
        for (size_t r = 0; r < n && factor > 0; r++)
            dual[r] += factor * own[r * W];
    }
}

static void predict_lane(const struct design *design, const struct panel *panel,
                         const struct kernel_standard *standard, size_t i, double factor,
                         struct panel_average *a)
{
    const struct panel_lane *lane = &panel->lanes[i];
    const struct evidence *e = &a->evidence[i];
    size_t n = lane->n_train;
    double *all = a->dual + a->n_families * a->n_runs, *moved = a->moved + i * a->n_runs;
    double declared = e->declared < 0 ? 0 : evidence_kept(e, e->declared_weight);
    mix_duals(panel, a, i, a->n_families, all);
    memset(a->moved_lanes, 0, lane->n_held * DESIGN_LANES * sizeof *a->moved_lanes);
    for (size_t f = 0; f < a->n_families; f++) {
        double sum = 0;
        mix_duals(panel, a, i, f, a->dual);
        for (size_t r = 0; r < n; r++) {
            a->dual[r] += all[r];
            sum += a->dual[r];
        }
        panel->kernels->predict(design->x, design->n_pool, design->family_octet[f] * DESIGN_LANES,
                                design->family_octet[f + 1] * DESIGN_LANES, a->run, n, lane->n_held,
                                a->dual, sum, factor, standard, a->moved_lanes);
    }
    for (size_t t = 0; t < lane->n_held; t++) {
        moved[t] = sum_lanes(a->moved_lanes + t * DESIGN_LANES);
        for (size_t j = 0; j < e->n_declared && declared > 0; j++)
            moved[t] += declared * a->theta[j] * a->statistic[j * a->n_runs + n + t];
    }
}

static void explain(const struct design *design, const struct kernel_standard *standard, size_t i,
                    double factor, struct panel_average *a)
{
    const struct evidence *e = &a->evidence[i];
    size_t families = a->n_families, column = 0;
    a->weights[AVERAGE_NOTHING] = e->nothing;
    a->weights[AVERAGE_DECLARED] = evidence_sum(e->declared_weight);
    a->weights[AVERAGE_ALL] = evidence_sum(e->ridge_weight + families * TAUS);
    for (size_t f = 0; f < families; f++) {
        a->weights[average_component(f)] = evidence_sum(e->component_weight + f * TAUS);
        a->weights[average_ridge(families, f)] = evidence_sum(e->ridge_weight + f * TAUS);
    }
    for (size_t s = 0; s < a->n_slots; s++)
        if (design->candidate[s] != CROSSFIT_NO_PICK)
            a->weights[average_single(families, column++)] = standard->explained[s] * factor;
    average_explain(families, a->n_columns, a->candidate, a->weights,
                    a->kept + i * crossfit_n_weights(families), a->leaders + i * CROSSFIT_LEADERS);
}

/* The folds first .. last of one split. */
static void find_split(const struct design *design, struct panel *panel, size_t first, size_t last,
                       bool explained, struct panel_average *a)
{
    const struct panel_lane *lanes = panel->lanes;
    const struct split *split = lanes[first].of.split;
    split_kernel_folds(split, a->folds);
    struct kernel_split view = {split->n_folds, split->run, split->start, split->y, a->folds};
    for (size_t l = 0; l < (last - first + 1) * DESIGN_LANES; l++)
        a->best[l] = -1;
    panel->kernels->standards(design->x, design->floor, a->n_slots / DESIGN_LANES, design->n_pool,
                              &view, lanes[first].of.fold, lanes[last].of.fold + 1, AVERAGE_REACH,
                              a->standard, a->best, a->sums);
    for (size_t i = first; i <= last; i++) {
        const struct kernel_standard *standard = &a->standard[i - first];
        if (a->unsafe[i])
            continue;
        list_runs(&lanes[i], panel, i, a);
        fit_declared(design, &lanes[i], i, a);
        double most = largest(a->best + (i - first) * DESIGN_LANES);
        double factor = weigh(panel, standard, i, most, a);
        a->evidence[i].single = most;
        predict_lane(design, panel, standard, i, factor, a);
        if (explained)
            explain(design, standard, i, factor, a);
    }
}

void panel_average_find(const struct design *design, struct panel *panel, bool explained,
                        struct panel_average *a)
{
    size_t W = panel->kernels->width;
    for (size_t g = 0; g < panel->n_groups; g++) {
        struct panel_group group = panel_group(panel, g);
        memcpy(panel->square, a->whole + g * W * a->n_runs * a->n_runs,
               group.m * group.m * W * sizeof(double));
        decompose(panel, g, a->n_families, a->n_columns, 0, NULL, NULL, 0, a);
    }
    for (size_t first = 0, last; first < panel->n_lanes; first = last + 1) {
        last = panel_last_of_split(panel, first);
        find_split(design, panel, first, last, explained, a);
    }
}

enum estimate_status panel_average_adjust(const struct panel *panel, const struct panel_average *a,
                                          size_t i, double *adjusted, float *weights,
                                          uint32_t *leaders)
{
    const struct panel_lane *lane = &panel->lanes[i];
    const struct split *split = lane->of.split;
    size_t from = split->start[lane->of.fold], n_weights = crossfit_n_weights(a->n_families);
    if (a->unsafe[i])
        return ESTIMATE_PENDING;
    if (a->evidence[i].single < 0 && a->evidence[i].declared < 0)
        return ESTIMATE_PENDING; /* the plain way says why */
    for (size_t t = 0; t < lane->n_held; t++)
        adjusted[from + t] = split->y[from + t] - a->moved[i * a->n_runs + t];
    if (weights) {
        memcpy(weights, a->kept + i * n_weights, n_weights * sizeof *weights);
        memcpy(leaders, a->leaders + i * CROSSFIT_LEADERS, CROSSFIT_LEADERS * sizeof *leaders);
    }
    return ESTIMATE_OK;
}
