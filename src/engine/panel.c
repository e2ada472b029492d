#include "engine/panel.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static void allocate_lanes(struct panel *panel, size_t n_pool, size_t n_folds)
{
    size_t n = panel->n_runs;
    panel->runs = mem_array(PANEL_FOLDS * n, sizeof *panel->runs);
    panel->outcomes = mem_array(PANEL_FOLDS * n, sizeof *panel->outcomes);
    panel->place = mem_array(n_pool, sizeof *panel->place);
    panel->order = mem_array(n_pool + PANEL_FOLDS * n, sizeof *panel->order);
    panel->folds = mem_array(n_folds + 1, sizeof *panel->folds);
    for (size_t i = 0; i < PANEL_FOLDS; i++) {
        panel->lanes[i].run = panel->runs + i * n;
        panel->lanes[i].y = panel->outcomes + i * n;
    }
}

struct panel *panel_new(const struct design *design, size_t n_runs, size_t n_folds, size_t n_octets,
                        size_t n_work)
{
    size_t square = n_runs * n_runs * KERNELS_WIDTH_MAX, capacity = panel_capacity(n_runs);
    if (n_runs > PANEL_RUNS_MAX)
        return NULL;
    struct panel *panel = mem_zeroed(1, sizeof *panel);
    panel->kernels = kernels_best();
    panel->n_runs = n_runs;
    allocate_lanes(panel, design->n_pool, n_folds);
    panel->weights = mem_aligned(capacity * n_octets * DESIGN_LANES, sizeof(double));
    panel->gram = mem_aligned(capacity * kernels_rows(design->n_pool), sizeof(double));
    panel->sums = mem_aligned((n_folds + 1) * KERNELS_SUMS_WORK, sizeof(double));
    panel->square = mem_aligned(square, sizeof(double));
    panel->held = mem_aligned(square, sizeof(double));
    panel->work = mem_aligned(n_work > KERNELS_PRODUCTS_WORK ? n_work : KERNELS_PRODUCTS_WORK,
                              sizeof(double));
    return panel;
}

void panel_free(struct panel *panel)
{
    if (!panel)
        return;
    void *owned[] = {panel->runs,   panel->outcomes, panel->place, panel->order,
                     panel->folds,  panel->weights,  panel->gram,  panel->sums,
                     panel->square, panel->held,     panel->work};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        free(owned[i]);
    free(panel);
}

/* How many runs are multiplied with each other: the split's, or the arm's. */
static size_t n_multiplied(const struct design *design, const struct panel *panel,
                           const struct split *split)
{
    return panel->own_pairs ? split->n : design->n_pool;
}

uint32_t *panel_order(const struct panel *panel, size_t lane)
{
    return panel->order + (panel->own_pairs ? lane * panel->n_runs : 0);
}

/* Training runs in ascending order (so that a pair's row is found without comparing), then held-out
 * ones in the split's; order: the runs that are multiplied. */
static void fill_lane(const struct design *design, const struct panel_fold *of, struct panel *panel,
                      size_t i)
{
    struct panel_lane *lane = &panel->lanes[i];
    const struct split *split = of->split;
    size_t from = split->start[of->fold], to = split->start[of->fold + 1], n = 0;
    double mean = split_train_mean(split, of->fold, split->y);
    uint32_t *order = panel_order(panel, i);
    *lane = (struct panel_lane){.of = *of, .n_held = to - from, .run = lane->run, .y = lane->y};
    for (size_t r = 0; r < design->n_pool; r++)
        panel->place[r] = CROSSFIT_NO_PICK;
    for (size_t s = 0; s < split->n; s++)
        panel->place[split->run[s]] = (uint32_t)s;
    uint32_t *held = lane->run + (split->n - lane->n_held);
    for (size_t r = 0; r < design->n_pool; r++) {
        uint32_t s = panel->place[r];
        if (panel->own_pairs && s == CROSSFIT_NO_PICK)
            continue;
        order[n] = (uint32_t)r;
        if (s >= from && s < to) {
            held[s - from] = (uint32_t)n;
        } else if (s != CROSSFIT_NO_PICK) {
            lane->run[lane->n_train] = (uint32_t)n;
            lane->y[lane->n_train++] = split->y[s] - mean;
        }
        n++;
    }
}

/* A split's own pairs are multiplied with its own columns, which do not fill the last vector. */
static bool own_pairs_pay(const struct design *design, const struct split *split)
{
    size_t n_columns = (split->n_folds + KERNELS_PAIR_COLUMNS - 1) / KERNELS_PAIR_COLUMNS;
    return kernels_rows(split->n) * n_columns * KERNELS_PAIR_COLUMNS <
           kernels_rows(design->n_pool) * split->n_folds;
}

void panel_load(const struct design *design, const struct panel_fold *folds, size_t n_folds,
                struct panel *panel)
{
    size_t W = panel->kernels->width;
    panel->n_lanes = n_folds;
    panel->n_groups = (n_folds + W - 1) / W;
    panel->own_pairs = own_pairs_pay(design, folds->split);
    for (size_t i = 0; i < n_folds; i++)
        fill_lane(design, &folds[i], panel, i);
}

/* The folds' weights in octets [from, to); lanes first .. last are folds of one split. */
static void weigh_split(const struct design *design, size_t from, size_t to, size_t first,
                        size_t last, struct panel *panel)
{
    const struct panel_lane *lanes = panel->lanes;
    const struct split *split = lanes[first].of.split;
    size_t n_octets = to - from;
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

size_t panel_last_of_split(const struct panel *panel, size_t first)
{
    const struct panel_lane *lanes = panel->lanes;
    size_t last = first;
    while (last + 1 < panel->n_lanes && lanes[last + 1].of.split == lanes[first].of.split &&
           lanes[last + 1].of.fold == lanes[last].of.fold + 1)
        last++;
    return last;
}

static void weigh_folds(const struct design *design, size_t from, size_t to, struct panel *panel)
{
    for (size_t first = 0, last; first < panel->n_lanes; first = last + 1) {
        last = panel_last_of_split(panel, first);
        weigh_split(design, from, to, first, last, panel);
    }
}

/* Columns past the last fold of the last eight. */
static void clear_idle_columns(struct panel *panel, size_t n_slots)
{
    size_t n = panel->n_lanes / KERNELS_COLUMNS, size = n_slots * KERNELS_COLUMNS;
    if (panel->n_lanes % KERNELS_COLUMNS)
        memset(panel->weights + n * size, 0, size * sizeof *panel->weights);
}

static void count_eligible(struct panel *panel, size_t n_slots)
{
    for (size_t i = 0; i < panel->n_lanes; i++) {
        size_t at = i / KERNELS_COLUMNS * n_slots * KERNELS_COLUMNS + i % KERNELS_COLUMNS;
        panel->lanes[i].n_eligible = 0;
        for (size_t slot = 0; slot < n_slots; slot++)
            panel->lanes[i].n_eligible += panel->weights[at + slot * KERNELS_COLUMNS] > 0;
    }
}

void panel_multiply(const struct design *design, size_t from, size_t to, struct panel *panel)
{
    size_t n_slots = (to - from) * DESIGN_LANES;
    clear_idle_columns(panel, n_slots);
    weigh_folds(design, from, to, panel);
    count_eligible(panel, n_slots);
    for (size_t first = 0, last; first < panel->n_lanes; first = last + 1) {
        last = panel->own_pairs ? panel_last_of_split(panel, first) : panel->n_lanes - 1;
        struct kernel_products products = {
            .x = design->x + from * design->n_pool * DESIGN_LANES,
            .n_pool = design->n_pool,
            .n_octets = to - from,
            .run = panel_order(panel, first),
            .n = n_multiplied(design, panel, panel->lanes[first].of.split),
            .weights = panel->weights,
            .from = first,
            .to = last + 1,
            .gram = panel->gram};
        panel->kernels->products(&products, panel->work);
    }
}

struct panel_group panel_group(const struct panel *panel, size_t g)
{
    size_t W = panel->kernels->width;
    struct panel_group group = {.first = g * W};
    for (size_t l = 0; l < KERNELS_WIDTH_MAX; l++) {
        group.n_train[l] = 1;
        if (l >= W || group.first + l >= panel->n_lanes)
            continue;
        const struct panel_lane *lane = &panel->lanes[group.first + l];
        group.n_lanes++;
        group.n_train[l] = (double)lane->n_train;
        group.views[l] = (struct kernel_lane){lane->n_train, lane->n_held, lane->run};
        group.m = lane->n_train > group.m ? lane->n_train : group.m;
        group.n_held = lane->n_held > group.n_held ? lane->n_held : group.n_held;
    }
    return group;
}

/* Zeros in places that a lane with fewer runs than others does not have. */
static void clear_rest(const struct panel *panel, const struct panel_group *group)
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

void panel_take(const struct design *design, const struct panel_group *group, struct panel *panel)
{
    const struct kernels *kernels = panel->kernels;
    size_t n = n_multiplied(design, panel, panel->lanes[group->first].of.split);
    const double *gram = panel->gram + group->first * kernels_rows(n);
    clear_rest(panel, group);
    kernels->gather(group->views, group->m, gram, panel->square, panel->held);
    kernels->centre(group->m, group->n_held, group->n_train, panel->square, panel->held,
                    panel->work);
    clear_rest(panel, group); /* centring wrote there */
}

void panel_outcomes(const struct panel *panel, const struct panel_group *group, double *y)
{
    size_t W = panel->kernels->width;
    memset(y, 0, group->m * W * sizeof *y);
    for (size_t l = 0; l < group->n_lanes; l++) {
        const struct panel_lane *lane = &panel->lanes[group->first + l];
        for (size_t i = 0; i < lane->n_train; i++)
            y[i * W + l] = lane->y[i];
    }
}
