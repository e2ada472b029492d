#include "init/kinds.h"

#include "base/mem.h"
#include "base/text.h"
#include "study/metric.h"

#include <stdlib.h>
#include <string.h>

enum { KINDS_MAX = 60, SAMPLES_MIN = 3, SAMPLES_TOTAL = 240 };
/* Past the first, a sample of an arm is one file; past the second, nothing more is read. */
static const size_t bytes_some = (size_t)256 << 20, bytes_enough = (size_t)1 << 30;

static struct init_kind *add_kind(struct init_kinds *kinds, const char *name)
{
    kinds->items = mem_grow(kinds->items, kinds->n_kinds, &kinds->capacity, sizeof *kinds->items);
    struct init_kind *kind = &kinds->items[kinds->n_kinds++];
    *kind = (struct init_kind){.name = name, .prefix = ""};
    survey_init(&kind->all);
    return kind;
}

static const char *last_part(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* ---- runs that are folders: a kind for every rest of a path ---- */

static struct init_kind *kind_named(struct init_kinds *kinds, const char *name)
{
    for (size_t i = 0; i < kinds->n_kinds; i++)
        if (!strcmp(kinds->items[i].name, name))
            return &kinds->items[i];
    return NULL;
}

static void find_rests(const struct init_places *places, const struct init_layout *layout,
                       struct init_kinds *kinds)
{
    for (size_t a = 0; a < layout->n_arms; a++)
        for (size_t i = 0; i < layout->arms[a].n_files; i++) {
            const char *rest = places->items[layout->arms[a].first + i].rest;
            struct init_kind *kind = kind_named(kinds, rest);
            if (!kind && kinds->n_kinds < KINDS_MAX)
                kind = add_kind(kinds, rest);
            if (kind)
                kind->n_files++;
            kinds->cut_off = kinds->cut_off || !kind;
        }
    for (size_t i = 0; i < kinds->n_kinds; i++)
        kinds->items[i].layout = *layout;
}

/* ---- runs that are files: kinds by what they hold ---- */

/* Do two names of files stand next to each other in one folder? */
static bool are_neighbours(const struct init_arm *a, const struct init_arm *b)
{
    size_t n = (size_t)(last_part(a->path) - a->path), m = (size_t)(last_part(b->path) - b->path);
    return n == m && !memcmp(a->path, b->path, n);
}

/* An arm is of this kind unless a file next to it that is of this kind holds something else. */
static bool fits_kind(const struct init_layout *layout, size_t arm, const struct survey *surveys,
                      const size_t *kind_of, size_t k)
{
    const char *name = last_part(layout->arms[arm].path);
    for (size_t i = 0; i < arm; i++) {
        bool same_name = !strcmp(last_part(layout->arms[i].path), name);
        if (same_name && kind_of[i] != k)
            return false;
        if (kind_of[i] == k && are_neighbours(&layout->arms[i], &layout->arms[arm]) &&
            survey_likeness(&surveys[i], &surveys[arm]) < 0.5)
            return false;
    }
    return true;
}

static size_t sample_size(const struct init_layout *layout)
{
    size_t n = layout->n_arms ? SAMPLES_TOTAL / layout->n_arms : 0;
    return n > SAMPLES_MIN ? n : SAMPLES_MIN;
}

/* Files of this arm and kind, at most so many, spread over the runs. */
static void sample(struct init_files *files, const struct init_places *places,
                   const struct init_arm *arm, const char *rest, size_t n_samples,
                   struct survey *survey)
{
    size_t n = 0, seen = 0;
    if (files->n_bytes_read > bytes_some)
        n_samples = files->n_bytes_read > bytes_enough ? 0 : 1;
    for (size_t i = 0; i < arm->n_files; i++)
        n += !rest || !strcmp(places->items[arm->first + i].rest, rest);
    for (size_t i = 0; i < arm->n_files; i++) {
        const struct init_place *place = &places->items[arm->first + i];
        if (rest && strcmp(place->rest, rest) != 0)
            continue;
        if (n <= n_samples || seen * n_samples / n != (seen + 1) * n_samples / n)
            survey_add_file(survey, files, place->path);
        seen++;
    }
}

static void split_files(struct init_files *files, const struct init_places *places,
                        const struct init_layout *layout, struct init_kinds *kinds)
{
    struct survey *surveys = mem_array(layout->n_arms, sizeof *surveys);
    size_t *kind_of = mem_array(layout->n_arms, sizeof *kind_of);
    for (size_t a = 0; a < layout->n_arms; a++) {
        survey_init(&surveys[a]);
        sample(files, places, &layout->arms[a], NULL, 1, &surveys[a]);
        size_t k = 0;
        while (k < kinds->n_kinds && !fits_kind(layout, a, surveys, kind_of, k))
            k++;
        if (k == kinds->n_kinds) {
            struct init_kind *kind = add_kind(kinds, last_part(layout->arms[a].path));
            kind->layout = *layout;
            kind->layout.n_arms = 0;
            kind->layout.arms = arena_alloc(layout->arena, layout->n_arms, sizeof *layout->arms);
        }
        struct init_kind *kind = &kinds->items[k];
        kind_of[a] = k;
        kind->layout.arms[kind->layout.n_arms++] = layout->arms[a];
        kind->n_files += layout->arms[a].n_files;
    }
    for (size_t a = 0; a < layout->n_arms; a++)
        survey_done(&surveys[a]);
    free(surveys);
    free(kind_of);
}

/* ---- roles and order ---- */

static size_t most_points(const struct survey *survey)
{
    size_t most = 0;
    for (size_t i = 0; i < survey->n_metrics; i++)
        if (survey->metrics[i].most_points > most)
            most = survey->metrics[i].most_points;
    return most;
}

/* Nothing but the test set, or one point of everything next to logs that have more. */
static bool is_result(const struct init_kind *kind, size_t most)
{
    for (size_t i = 0; i < kind->all.n_metrics; i++)
        if (!metric_has(kind->all.metrics[i].name, METRIC_TEST))
            return most_points(&kind->all) == 1 && most > 1;
    return true;
}

/* What the client of Weights & Biases keeps besides its log: console output, its own diary. */
static void pass_over_companions(struct init_kinds *kinds)
{
    bool wandb = false;
    for (size_t i = 0; i < kinds->n_kinds; i++)
        wandb = wandb || (kinds->items[i].role == KIND_LOG && kinds->items[i].all.reader &&
                          !strcmp(kinds->items[i].all.reader, "wandb"));
    for (size_t i = 0; wandb && i < kinds->n_kinds; i++)
        if (!strncmp(kinds->items[i].name, "files/", 6) ||
            !strncmp(kinds->items[i].name, "logs/", 5) || !strncmp(kinds->items[i].name, "tmp/", 4))
            kinds->items[i].role = KIND_UNKNOWN;
}

static void set_roles(struct init_kinds *kinds)
{
    size_t most = 0, most_files = 0;
    for (size_t i = 0; i < kinds->n_kinds; i++) {
        size_t n = most_points(&kinds->items[i].all);
        most = n > most ? n : most;
        if (kinds->items[i].all.n_read && kinds->items[i].n_files > most_files)
            most_files = kinds->items[i].n_files;
    }
    for (size_t i = 0; i < kinds->n_kinds; i++) {
        struct init_kind *kind = &kinds->items[i];
        if (kind->all.n_failed > kind->all.n_read)
            kind->role = KIND_UNKNOWN;
        else if (kind->n_files * 2 < most_files)
            kind->role = KIND_RARE;
        else if (is_result(kind, most))
            kind->role = KIND_RESULT;
    }
    pass_over_companions(kinds);
}

/* The log whose metrics say most about validation and test comes first. */
static int kind_rank(const struct init_kind *kind)
{
    int rank = kind->role == KIND_LOG ? 1000 : kind->role == KIND_RESULT ? 500 : 0;
    for (size_t i = 0; i < kind->all.n_metrics && rank < 1400; i++) {
        const char *name = kind->all.metrics[i].name;
        rank += metric_has(name, METRIC_VALIDATION) || metric_has(name, METRIC_TEST);
    }
    return rank;
}

static int by_rank(const void *a, const void *b)
{
    int x = kind_rank(a), y = kind_rank(b);
    if (x != y)
        return x > y ? -1 : 1;
    return text_natural(((const struct init_kind *)a)->name, ((const struct init_kind *)b)->name);
}

/* ---- copies and prefixes ---- */

static bool same_ends(const struct survey_metric *a, const struct survey_metric *b)
{
    bool same = a->n_ends == b->n_ends && a->n_ends > 0;
    for (size_t i = 0; same && i < a->n_ends; i++)
        same = a->ends[i].last == b->ends[i].last;
    return same && a->low == b->low && a->high == b->high;
}

/* Most of its metrics are the other's, with the same values. */
static bool is_copy(const struct init_kind *kind, const struct init_kind *of)
{
    size_t n_same = 0;
    for (size_t i = 0; i < kind->all.n_metrics; i++) {
        const struct survey_metric *metric = &kind->all.metrics[i];
        const struct survey_metric *other = survey_find(&of->all, metric->name);
        if (other && !same_ends(metric, other))
            return false;
        n_same += other != NULL;
    }
    return n_same * 2 > kind->all.n_metrics;
}

static void set_copies(struct init_kinds *kinds)
{
    for (size_t i = 1; i < kinds->n_kinds; i++)
        if (kinds->items[i].role == KIND_LOG && is_copy(&kinds->items[i], &kinds->items[0]))
            kinds->items[i].role = KIND_COPY;
}

static bool shares_metric(const struct init_kind *a, const struct init_kind *b)
{
    for (size_t i = 0; i < a->all.n_metrics; i++)
        if (survey_find(&b->all, a->all.metrics[i].name))
            return true;
    return false;
}

/* The word that tells this file's name from the main log's: "run_{run}_steps.csv" -> "steps_". */
static const char *prefix_for(struct arena *arena, const char *main_name, const char *name)
{
    size_t start = 0, end = strlen(name), main_end = strlen(main_name);
    while (name[start] && name[start] == main_name[start])
        start++;
    while (end > start && main_end > start && name[end - 1] == main_name[main_end - 1])
        end--, main_end--;
    while (start < end && !((name[start] | 32) >= 'a' && (name[start] | 32) <= 'z'))
        start++;
    size_t n = strcspn(name + start, "{}./*_-");
    n = n < end - start ? n : end - start;
    return n ? arena_printf(arena, "%.*s_", (int)n, name + start) : "";
}

static void set_prefixes(struct init_kinds *kinds, struct arena *arena)
{
    for (size_t i = 1; i < kinds->n_kinds; i++) {
        struct init_kind *kind = &kinds->items[i];
        for (size_t k = 0; kind->role == KIND_LOG && k < i; k++)
            if (kinds->items[k].role == KIND_LOG && shares_metric(kind, &kinds->items[k]))
                kind->prefix = prefix_for(arena, kinds->items[0].name, kind->name);
    }
}

static void name_arms(struct init_kind *kind, struct arena *arena, const char *fallback_name)
{
    for (size_t a = 0; a < kind->layout.n_arms; a++)
        kind->layout.arms[a].signature = survey_signature(&kind->by_arm[a], arena);
    init_layout_name(&kind->layout, fallback_name);
}

void init_kinds_find(struct init_files *files, const struct init_places *places,
                     const struct init_layout *layout, const char *fallback_name,
                     struct init_kinds *kinds)
{
    *kinds = (struct init_kinds){0};
    if (layout->folders)
        find_rests(places, layout, kinds);
    else
        split_files(files, places, layout, kinds);
    for (size_t i = 0; i < kinds->n_kinds; i++) {
        struct init_kind *kind = &kinds->items[i];
        kind->by_arm = mem_array(kind->layout.n_arms, sizeof *kind->by_arm);
        for (size_t a = 0; a < kind->layout.n_arms; a++) {
            survey_init(&kind->by_arm[a]);
            sample(files, places, &kind->layout.arms[a], layout->folders ? kind->name : NULL,
                   sample_size(&kind->layout), &kind->by_arm[a]);
            survey_merge(&kind->all, &kind->by_arm[a]);
        }
    }
    set_roles(kinds);
    qsort(kinds->items, kinds->n_kinds, sizeof *kinds->items, by_rank);
    for (size_t i = 0; i < kinds->n_kinds; i++) {
        struct init_kind *kind = &kinds->items[i];
        /* Each kind names arms by itself only where it has paths of its own. */
        kind->layout.arms =
            memcpy(arena_alloc(files->arena, kind->layout.n_arms, sizeof *kind->layout.arms),
                   kind->layout.arms, kind->layout.n_arms * sizeof *kind->layout.arms);
        if (layout->folders && i)
            kind->layout = kinds->items[0].layout;
        else
            name_arms(kind, files->arena, fallback_name);
    }
    set_copies(kinds);
    set_prefixes(kinds, files->arena);
}

void init_kinds_done(struct init_kinds *kinds)
{
    for (size_t i = 0; i < kinds->n_kinds; i++) {
        for (size_t a = 0; a < kinds->items[i].layout.n_arms; a++)
            survey_done(&kinds->items[i].by_arm[a]);
        free(kinds->items[i].by_arm);
        survey_done(&kinds->items[i].all);
    }
    free(kinds->items);
    *kinds = (struct init_kinds){0};
}

const struct survey *init_kind_survey(const struct init_kind *kind, const char *name,
                                      const char *group)
{
    for (size_t a = 0; a < kind->layout.n_arms; a++)
        if (!strcmp(kind->layout.arms[a].name, name) && !strcmp(kind->layout.arms[a].group, group))
            return &kind->by_arm[a];
    return NULL;
}
