#include "report/check_dropped.h"

#include "base/mem.h"
#include "study/candidate.h"
#include "study/names.h"

#include <stdlib.h>
#include <string.h>

/* What became of one metric's candidates. */
struct fate {
    const char *reason; /* the one they share, NULL = several or some were kept */
    size_t n_dropped;
    bool listed;
};

struct fates {
    struct arena arena;
    struct names metrics;
    struct fate *items;
    size_t n_items, capacity;
};

/* The metric of a dropped candidate; a table's column is its own. */
static const char *metric_of(struct fates *fates, const char *name)
{
    struct candidate_spec spec;
    size_t from, length;
    return candidate_read(name, &spec, &from, &length)
               ? arena_strndup(&fates->arena, name + from, length)
               : name;
}

static struct fate *fate_of(struct fates *fates, const char *metric)
{
    size_t i = names_add(&fates->metrics, metric, fates->n_items);
    if (i == fates->n_items) {
        fates->items =
            mem_grow(fates->items, fates->n_items, &fates->capacity, sizeof *fates->items);
        fates->items[fates->n_items++] = (struct fate){0};
    }
    return &fates->items[i];
}

static bool is_metric_kind(enum drop_kind kind)
{
    return kind >= DROP_UNUSED;
}

static void weigh(struct fates *fates, const struct arm *arm)
{
    for (size_t i = 0; i < arm->n_dropped; i++) {
        const struct dropped_candidate *dropped = &arm->dropped[i];
        if (is_metric_kind(dropped->kind))
            continue;
        struct fate *fate = fate_of(fates, metric_of(fates, dropped->name));
        if (!fate->n_dropped)
            fate->reason = dropped->reason;
        else if (fate->reason && strcmp(fate->reason, dropped->reason) != 0)
            fate->reason = NULL;
        fate->n_dropped++;
    }
    for (size_t i = 0; i < arm->n_candidates; i++) {
        size_t known = names_find(&fates->metrics, arm->candidates[i].metric);
        if (known != NAMES_NONE)
            fates->items[known].reason = NULL;
    }
}

/* A refusal's long reason is told elsewhere; a refused statistic is told with its metric. */
static void add_metric(struct listing *metrics, const struct arm *arm, struct fates *fates,
                       const struct dropped_candidate *dropped)
{
    const char *metric = metric_of(fates, dropped->name);
    for (size_t i = 0; i < arm->n_dropped && metric != dropped->name; i++)
        if (!strcmp(arm->dropped[i].name, metric))
            return;
    listing_add(metrics, arm->label,
                dropped->kind == DROP_REFUSED ? drop_kind_text(DROP_REFUSED) : dropped->reason,
                dropped->name);
}

/* How many entries from number i on are neighbours: candidates of one metric, dropped for one reason,
 * with nothing of another fate between them. */
static size_t n_neighbours(struct fates *fates, const struct arm *arm, size_t i)
{
    const struct dropped_candidate *first = &arm->dropped[i];
    const char *metric = metric_of(fates, first->name);
    size_t n = 1;
    while (i + n < arm->n_dropped && arm->dropped[i + n].kind == first->kind &&
           arm->dropped[i + n].number == first->number + n &&
           !strcmp(arm->dropped[i + n].reason, first->reason) &&
           !strcmp(metric_of(fates, arm->dropped[i + n].name), metric))
        n++;
    return n;
}

/* From four neighbours on, the first and the last stand for all. */
static void add_neighbours(struct fates *fates, const struct arm *arm, size_t i, size_t n,
                           struct listing *candidates)
{
    enum { NEIGHBOURS_MIN = 4 };
    const struct dropped_candidate *dropped = &arm->dropped[i];
    if (n >= NEIGHBOURS_MIN) {
        listing_add_several(
            candidates, arm->label, dropped->reason,
            arena_printf(&fates->arena, "%s to %s (%zu)", dropped->name, dropped[n - 1].name, n),
            n);
        return;
    }
    for (size_t k = 0; k < n; k++)
        listing_add(candidates, arm->label, dropped->reason, dropped[k].name);
}

static void add_dropped_metric(struct fates *fates, const struct arm *arm, struct fate *fate,
                               const struct dropped_candidate *dropped, struct listing *metrics)
{
    const char *metric = metric_of(fates, dropped->name);
    if (fate->listed)
        return;
    listing_add(metrics, arm->label, dropped->reason,
                fate->n_dropped > 1
                    ? arena_printf(&fates->arena, "%s (%zu candidates)", metric, fate->n_dropped)
                    : dropped->name);
    fate->listed = true;
}

void check_dropped(const struct arm *arm, struct listing *metrics, struct listing *candidates)
{
    struct fates fates = {0};
    arena_init(&fates.arena);
    names_init(&fates.metrics);
    weigh(&fates, arm);
    for (size_t i = 0, n; i < arm->n_dropped; i += n) {
        const struct dropped_candidate *dropped = &arm->dropped[i];
        n = 1;
        if (is_metric_kind(dropped->kind)) {
            add_metric(metrics, arm, &fates, dropped);
            continue;
        }
        struct fate *fate = fate_of(&fates, metric_of(&fates, dropped->name));
        if (fate->reason) {
            add_dropped_metric(&fates, arm, fate, dropped, metrics);
        } else {
            n = n_neighbours(&fates, arm, i);
            add_neighbours(&fates, arm, i, n, candidates);
        }
    }
    free(fates.items);
    names_done(&fates.metrics);
    arena_done(&fates.arena);
}
