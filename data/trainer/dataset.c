#include "dataset.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "rng.h"

enum { SPLIT_SEED = 2026 };

struct plan {
    const char *name;
    size_t height, width, n_classes, n_train, n_validation;
};

static const struct plan plans[] = {
    {"mnist", 28, 28, 10, 10000, 5000},
    {"fashion", 28, 28, 10, 10000, 5000},
    {"letter", 1, 16, 26, 8000, 4000},
};

static const struct plan *find_plan(const char *name)
{
    for (size_t i = 0; i < sizeof plans / sizeof *plans; i++)
        if (strcmp(plans[i].name, name) == 0)
            return &plans[i];
    fatal("there is no data set \"%s\" (mnist, fashion, letter)", name);
}

/* The examples order[from], order[from + 1], … order[from + n - 1] of `all`. */
static struct examples pick(const struct examples *all, size_t n_features, const uint32_t *order,
                            size_t from, size_t n)
{
    struct examples some = {n, memory_get(n * n_features), memory_get(n)};
    for (size_t i = 0; i < n; i++) {
        memcpy(some.x + i * n_features, all->x + order[from + i] * n_features, n_features);
        some.labels[i] = all->labels[order[from + i]];
    }
    return some;
}

/* The rest, after training and validation, is unused, or the test where no test set came along. */
static void split(struct dataset *dataset, const struct plan *plan, const struct examples *all)
{
    const size_t used = plan->n_train + plan->n_validation, width = dataset->n_features;
    struct rng rng = rng_stream(SPLIT_SEED, plan->name, "split");
    uint32_t *order = memory_get(all->n * sizeof *order);
    if (all->n <= used)
        fatal("data set %s is too small", plan->name);
    for (size_t i = 0; i < all->n; i++)
        order[i] = (uint32_t)i;
    rng_shuffle(&rng, all->n, order);
    dataset->train = pick(all, width, order, 0, plan->n_train);
    dataset->validation = pick(all, width, order, plan->n_train, plan->n_validation);
    struct examples *rest = dataset->test.n ? &dataset->unused : &dataset->test;
    *rest = pick(all, width, order, used, all->n - used);
    free(order);
}

/* Bytes are added as integers, so the sums are exact. */
static void standardise(struct dataset *dataset, size_t first, size_t n)
{
    const struct examples *train = &dataset->train;
    uint64_t sum = 0, squares = 0;
    for (size_t i = 0; i < train->n; i++)
        for (size_t f = first; f < first + n; f++) {
            const uint64_t byte = train->x[i * dataset->n_features + f];
            sum += byte;
            squares += byte * byte;
        }
    const double count = (double)(train->n * n), mean = (double)sum / count;
    const double variance = (double)squares / count - mean * mean;
    for (size_t f = first; f < first + n; f++) {
        dataset->centre[f] = (real)mean;
        dataset->scale[f] = (real)(1 / sqrt(variance));
    }
}

static void check_labels(const struct dataset *dataset, const struct examples *part)
{
    for (size_t i = 0; i < part->n; i++)
        if (part->labels[i] >= dataset->n_classes)
            fatal("data set %s: label %d is out of range", dataset->name, part->labels[i]);
}

static struct examples read_all(struct dataset *dataset, const char *folder)
{
    char path[4096];
    if (dataset->height == 1)
        return read_letters(folder, &dataset->n_features);
    snprintf(path, sizeof path, "%s/%s", folder, dataset->name);
    dataset->test = read_idx(path, "t10k", &dataset->n_features);
    return read_idx(path, "train", &dataset->n_features);
}

void dataset_load(struct dataset *dataset, const char *name, const char *folder)
{
    const struct plan *plan = find_plan(name);
    *dataset = (struct dataset){.name = plan->name,
                                .height = plan->height,
                                .width = plan->width,
                                .n_classes = plan->n_classes};
    struct examples all = read_all(dataset, folder);
    if (dataset->n_features != plan->height * plan->width)
        fatal("data set %s: %zu features an example", name, dataset->n_features);
    split(dataset, plan, &all);
    free(all.x);
    free(all.labels);
    check_labels(dataset, &dataset->train);
    check_labels(dataset, &dataset->validation);
    check_labels(dataset, &dataset->test);
    check_labels(dataset, &dataset->unused);
    dataset->centre = memory_reals(dataset->n_features);
    dataset->scale = memory_reals(dataset->n_features);
    const size_t together = dataset->height == 1 ? 1 : dataset->n_features;
    for (size_t f = 0; f < dataset->n_features; f += together)
        standardise(dataset, f, together);
}

void dataset_done(struct dataset *dataset)
{
    struct examples *parts[] = {&dataset->train, &dataset->validation, &dataset->test,
                                &dataset->unused};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        free(parts[i]->x);
        free(parts[i]->labels);
    }
    free(dataset->centre);
    free(dataset->scale);
}

void dataset_get(const struct dataset *dataset, const struct examples *part, size_t index, real *x)
{
    const uint8_t *bytes = part->x + index * dataset->n_features;
    for (size_t f = 0; f < dataset->n_features; f++)
        x[f] = ((real)bytes[f] - dataset->centre[f]) * dataset->scale[f];
}

real dataset_background(const struct dataset *dataset)
{
    return -dataset->centre[0] * dataset->scale[0];
}
