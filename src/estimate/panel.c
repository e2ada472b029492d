#include "estimate/panel.h"

#include "base/mem.h"
#include "estimate/components.h"
#include "estimate/kernels.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Eigenvalues closer than this share of the largest: the vectors may not be orthogonal. */
#define CLOSE_SHARE 1e-5

/* One fold of the panel: its runs, training runs first and ascending. */
struct lane {
    struct panel_fold of;
    size_t n_train, n_held;
    uint32_t *run; /* [n] */
    double *y;     /* [n_train], centred */
    bool unsafe;
};

struct panel {
    const struct kernels *kernels;
    size_t n_runs, n_families;
    unsigned k_max;
    size_t n_lanes;
    struct lane lanes[PANEL_FOLDS];
    uint32_t *runs;   /* [PANEL_FOLDS][n_runs] */
    double *outcomes; /* [PANEL_FOLDS][n_runs] */
    uint32_t *place;  /* [n_pool] place in the split, or CROSSFIT_NO_PICK */
    struct kernel_fold *folds; /* [n_folds + 1] */
    double *weights, *gram, *sums;
    double *square, *held, *values, *inverse, *work;
    double *scores; /* [groups][n_families][k_max][2 n_runs][W] */
    double *plain, *shrunk, *n_columns, *deficient; /* [groups][k_max][n_runs or 1][W] */
};

static size_t largest_family(const struct design *design)
{
    size_t most = 0;
    for (size_t f = 0; f < design->n_families; f++) {
        size_t n = design->family_octet[f + 1] - design->family_octet[f];
        most = n > most ? n : most;
    }
    return most * DESIGN_LANES;
}

static void allocate_lanes(struct panel *panel, size_t n_pool, size_t n_folds)
{
    size_t n = panel->n_runs;
    panel->runs = mem_array(PANEL_FOLDS * n, sizeof *panel->runs);
    panel->outcomes = mem_array(PANEL_FOLDS * n, sizeof *panel->outcomes);
    panel->place = mem_array(n_pool, sizeof *panel->place);
    panel->folds = mem_array(n_folds + 1, sizeof *panel->folds);
    for (size_t i = 0; i < PANEL_FOLDS; i++) {
        panel->lanes[i].run = panel->runs + i * n;
        panel->lanes[i].y = panel->outcomes + i * n;
    }
}

static size_t work_size(size_t n, size_t columns)
{
    size_t leading = KERNELS_LEADING_WORK(n), regress = KERNELS_REGRESS_WORK(n, columns);
    size_t most = leading > regress ? leading : regress;
    return most > KERNELS_PRODUCTS_WORK ? most : KERNELS_PRODUCTS_WORK;
}

struct panel *panel_new(const struct design *design, size_t n_runs, size_t n_folds, unsigned k_max)
{
    size_t columns = design->n_families * k_max, n = n_runs, W = KERNELS_WIDTH_MAX;
    if (n_runs > PANEL_RUNS_MAX || columns > PANEL_COMPONENTS_MAX || columns == 0)
        return NULL;
    struct panel *panel = mem_zeroed(1, sizeof *panel);
    panel->kernels = kernels_best();
    panel->n_runs = n_runs;
    panel->n_families = design->n_families;
    panel->k_max = k_max;
    allocate_lanes(panel, design->n_pool, n_folds);
    size_t rows = kernels_rows(design->n_pool);
    panel->weights = mem_aligned(PANEL_FOLDS * largest_family(design), sizeof(double));
    panel->gram = mem_aligned(PANEL_FOLDS * rows, sizeof(double));
    panel->sums = mem_aligned((n_folds + 1) * KERNELS_SUMS_WORK, sizeof(double));
    panel->square = mem_aligned(n * n * W, sizeof(double));
    panel->held = mem_aligned(n * n * W, sizeof(double));
    panel->values = mem_aligned((k_max + 2) * W, sizeof(double));
    panel->inverse = mem_aligned(k_max * W, sizeof(double));
    panel->work = mem_aligned(work_size(n, columns), sizeof(double));
    panel->scores = mem_aligned(PANEL_FOLDS * columns * 2 * n, sizeof(double));
    panel->plain = mem_aligned(PANEL_FOLDS * k_max * n, sizeof(double));
    panel->shrunk = mem_aligned(PANEL_FOLDS * k_max * n, sizeof(double));
    panel->n_columns = mem_aligned(PANEL_FOLDS * k_max, sizeof(double));
    panel->deficient = mem_aligned(PANEL_FOLDS * k_max, sizeof(double));
    return panel;
}

void panel_free(struct panel *panel)
{
    if (!panel)
        return;
    void *owned[] = {panel->runs,   panel->outcomes, panel->place,     panel->folds,
                     panel->weights, panel->gram,    panel->sums,      panel->square,
                     panel->held,   panel->values,   panel->inverse,   panel->work,
                     panel->scores, panel->plain,    panel->shrunk,    panel->n_columns,
                     panel->deficient};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
    free(panel);
}

/* Training runs in ascending order (so that a pair's row is found without comparing), then held-out
 * ones in the split's. */
static void fill_lane(const struct design *design, const struct panel_fold *of, struct panel *panel,
                      struct lane *lane)
{
    const struct split *split = of->split;
    size_t from = split->start[of->fold], to = split->start[of->fold + 1];
    double mean = split_train_mean(split, of->fold, split->y);
    *lane = (struct lane){*of, 0, to - from, lane->run, lane->y, false};
    for (size_t r = 0; r < design->n_pool; r++)
        panel->place[r] = CROSSFIT_NO_PICK;
    for (size_t i = 0; i < split->n; i++)
        if (i < from || i >= to)
            panel->place[split->run[i]] = (uint32_t)i;
    for (size_t r = 0; r < design->n_pool; r++) {
        if (panel->place[r] == CROSSFIT_NO_PICK)
            continue;
        lane->run[lane->n_train] = (uint32_t)r;
        lane->y[lane->n_train++] = split->y[panel->place[r]] - mean;
    }
    memcpy(lane->run + lane->n_train, split->run + from, (to - from) * sizeof *lane->run);
}

/* The folds' weights of one family; lanes first .. last are folds of one split. */
static void weigh_split(const struct design *design, size_t family, size_t first, size_t last,
                        struct panel *panel)
{
    const struct lane *lanes = panel->lanes;
    const struct split *split = lanes[first].of.split;
    size_t from = design->family_octet[family];
    size_t n_octets = design->family_octet[family + 1] - from;
    double *columns[PANEL_FOLDS];
    uint8_t unsafe[PANEL_FOLDS] = {0};
    split_kernel_folds(split, panel->folds);
    struct kernel_split view = {split->n_folds, split->run, split->start, split->y, panel->folds};
    for (size_t i = first; i <= last; i++) {
        size_t octet = i / KERNELS_COLUMNS * n_octets * DESIGN_LANES * KERNELS_COLUMNS;
        columns[i - first] = panel->weights + octet + i % KERNELS_COLUMNS;
    }
    panel->kernels->weigh(design->x + from * design->n_pool * DESIGN_LANES,
                          design->floor + from * DESIGN_LANES, n_octets, design->n_pool, &view,
                          lanes[first].of.fold, lanes[last].of.fold + 1, panel->sums, columns,
                          unsafe);
    for (size_t i = first; i <= last; i++)
        panel->lanes[i].unsafe |= unsafe[i - first];
}

static void weigh_family(const struct design *design, size_t family, struct panel *panel)
{
    for (size_t first = 0, last; first < panel->n_lanes; first = last + 1) {
        last = first;
        while (last + 1 < panel->n_lanes &&
               panel->lanes[last + 1].of.split == panel->lanes[first].of.split &&
               panel->lanes[last + 1].of.fold == panel->lanes[last].of.fold + 1)
            last++;
        weigh_split(design, family, first, last, panel);
    }
}

/* Lanes of one group, as the kernels want them. */
struct group {
    size_t first, n_lanes; /* in the panel */
    size_t m, n_held;      /* the most of any lane */
    double n_train[KERNELS_WIDTH_MAX] __attribute__((aligned(64)));
    struct kernel_lane views[KERNELS_WIDTH_MAX];
};

static struct group group_of(const struct panel *panel, size_t g)
{
    size_t W = panel->kernels->width;
    struct group group = {.first = g * W};
    for (size_t l = 0; l < KERNELS_WIDTH_MAX; l++) {
        group.n_train[l] = 1;
        if (l >= W || group.first + l >= panel->n_lanes)
            continue;
        const struct lane *lane = &panel->lanes[group.first + l];
        group.n_lanes++;
        group.n_train[l] = (double)lane->n_train;
        group.views[l] = (struct kernel_lane){lane->n_train, lane->n_held, lane->run};
        group.m = lane->n_train > group.m ? lane->n_train : group.m;
        group.n_held = lane->n_held > group.n_held ? lane->n_held : group.n_held;
    }
    return group;
}

/* Zeros in places that a lane with fewer runs than others does not have. */
static void clear_rest(const struct panel *panel, const struct group *group)
{
    size_t W = panel->kernels->width, m = group->m;
    for (size_t l = 0; l < W; l++) {
        size_t n = group->views[l].n_train, n_held = group->views[l].n_held;
        for (size_t a = n; a < m; a++)
            for (size_t b = 0; b <= a; b++)
                panel->square[(a * m + b) * W + l] = 0;
        for (size_t t = 0; t < group->n_held; t++)
            for (size_t b = t < n_held ? n : 0; b < m; b++)
                panel->held[(t * m + b) * W + l] = 0;
    }
}

/* 1 / eigenvalue where it counts as a component; lanes with eigenvalues too close become unsafe. */
static void judge_values(struct panel *panel, const struct group *group)
{
    size_t W = panel->kernels->width;
    const double *values = panel->values;
    for (size_t l = 0; l < W; l++)
        for (size_t c = 0; c < panel->k_max; c++) {
            double value = values[c * W + l], share = values[l];
            bool counts = c + 1 < (size_t)group->n_train[l] && share > 0 &&
                          value > COMPONENTS_RANK_SHARE * share;
            panel->inverse[c * W + l] = counts ? 1 / value : 0;
            if (l < group->n_lanes &&
                (!isfinite(value) ||
                 (counts && c > 0 && values[(c - 1) * W + l] - value < CLOSE_SHARE * share)))
                panel->lanes[group->first + l].unsafe = true;
        }
}

/* The most training runs of one lane and the most held-out runs of another can exceed n_runs. */
static size_t component_stride(const struct panel *panel)
{
    return 2 * panel->n_runs * panel->kernels->width;
}

static double *scores_of(const struct panel *panel, size_t g, size_t family)
{
    return panel->scores + (g * panel->n_families + family) * panel->k_max * component_stride(panel);
}

static void decompose_group(struct panel *panel, size_t g, size_t family, const double *gram)
{
    const struct kernels *kernels = panel->kernels;
    size_t W = kernels->width, stride = component_stride(panel);
    struct group group = group_of(panel, g);
    size_t m = group.m;
    clear_rest(panel, &group);
    kernels->gather(group.views, m, gram, panel->square, panel->held);
    kernels->centre(m, group.n_held, group.n_train, panel->square, panel->held, panel->work);
    clear_rest(panel, &group); /* centring wrote there */
    double *scores = scores_of(panel, g, family);
    size_t k = panel->k_max < m ? panel->k_max : m;
    memset(panel->values, 0, (panel->k_max + 2) * W * sizeof *panel->values);
    kernels->leading(m, k, panel->square, panel->values, scores, stride, panel->work);
    judge_values(panel, &group);
    kernels->held_out(m, group.n_held, panel->k_max, panel->held, panel->inverse, scores, stride);
}

static void regress_group(struct panel *panel, size_t g)
{
    const struct kernels *kernels = panel->kernels;
    size_t W = kernels->width, k = panel->k_max;
    struct group group = group_of(panel, g);
    double *y = panel->held; /* free by now */
    memset(y, 0, group.m * W * sizeof *y);
    for (size_t l = 0; l < group.n_lanes; l++)
        for (size_t i = 0; i < panel->lanes[group.first + l].n_train; i++)
            y[i * W + l] = panel->lanes[group.first + l].y[i];
    size_t out = g * k * panel->n_runs * W;
    kernels->regress(group.m, group.n_held, panel->n_families, k, scores_of(panel, g, 0),
                     component_stride(panel) * k, component_stride(panel), y, group.n_train,
                     panel->plain + out, panel->shrunk + out, panel->n_columns + g * k * W,
                     panel->deficient + g * k * W, panel->work);
}

/* Columns past the last fold of the last eight. */
static void clear_idle_columns(struct panel *panel, size_t n_slots)
{
    size_t n = panel->n_lanes / KERNELS_COLUMNS, size = n_slots * KERNELS_COLUMNS;
    if (panel->n_lanes % KERNELS_COLUMNS)
        memset(panel->weights + n * size, 0, size * sizeof *panel->weights);
}

void panel_find(const struct design *design, const struct panel_fold *folds, size_t n_folds,
                struct panel *panel)
{
    size_t W = panel->kernels->width, n_groups = (n_folds + W - 1) / W;
    size_t n_columns = (n_folds + KERNELS_COLUMNS - 1) / KERNELS_COLUMNS * KERNELS_COLUMNS;
    size_t group_size = kernels_rows(design->n_pool) * W;
    panel->n_lanes = n_folds;
    for (size_t i = 0; i < n_folds; i++)
        fill_lane(design, &folds[i], panel, &panel->lanes[i]);
    for (size_t f = 0; f < panel->n_families; f++) {
        size_t from = design->family_octet[f], n_octets = design->family_octet[f + 1] - from;
        clear_idle_columns(panel, n_octets * DESIGN_LANES);
        weigh_family(design, f, panel);
        panel->kernels->products(design->x + from * design->n_pool * DESIGN_LANES, design->n_pool,
                                 n_octets, panel->weights, n_columns, panel->gram, panel->work);
        for (size_t g = 0; g < n_groups; g++)
            decompose_group(panel, g, f, panel->gram + g * group_size);
    }
    for (size_t g = 0; g < n_groups; g++)
        regress_group(panel, g);
}

enum estimate_status panel_adjust(const struct panel *panel, size_t i, unsigned k, bool shrunk,
                                  double *adjusted)
{
    const struct lane *lane = &panel->lanes[i];
    const struct split *split = lane->of.split;
    size_t W = panel->kernels->width, g = i / W, l = i % W;
    size_t figure = (g * panel->k_max + k - 1) * W + l;
    if (lane->unsafe)
        return ESTIMATE_PENDING;
    if (panel->n_columns[g * panel->k_max * W + l] == 0)
        return ESTIMATE_NO_CANDIDATES;
    if ((double)lane->n_train < panel->n_columns[figure] + 2)
        return ESTIMATE_TOO_FEW_RUNS;
    if (panel->deficient[figure] > 0)
        return ESTIMATE_RANK_DEFICIENT;
    struct group group = group_of(panel, g);
    const double *moved = (shrunk ? panel->shrunk : panel->plain) +
                          g * panel->k_max * panel->n_runs * W + (k - 1) * group.n_held * W + l;
    size_t from = split->start[lane->of.fold];
    for (size_t t = 0; t < lane->n_held; t++)
        adjusted[from + t] = split->y[from + t] - moved[t * W];
    return ESTIMATE_OK;
}
