#include "init/split.h"

#include "base/mem.h"
#include "init/split_keys.h"
#include "study/names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- runs and what they were started with ---- */

static const char *folder_of(struct arena *arena, const struct init_place *place)
{
    const char *end = place->path;
    for (size_t i = 0; i < place->depth; i++)
        end = strchr(end, '/') + 1;
    return arena_strndup(arena, place->path, strcspn(end, "/") + (size_t)(end - place->path));
}

static void collect_runs(struct arm_split *split)
{
    struct names known;
    names_init(&known);
    split->run_of = mem_array(split->places->n_places + 1, sizeof *split->run_of);
    split->runs = mem_zeroed(RUNS_MAX, sizeof *split->runs);
    for (size_t p = 0; p < split->places->n_places; p++)
        split->run_of[p] = NAMES_NONE;
    for (size_t a = 0; a < split->layout->n_arms; a++)
        for (size_t i = 0; i < split->layout->arms[a].n_files; i++) {
            size_t p = split->layout->arms[a].first + i;
            const char *folder = folder_of(split->arena, &split->places->items[p]);
            size_t run = names_add(&known, folder, split->n_runs);
            if (run == split->n_runs && run < RUNS_MAX)
                split->runs[split->n_runs++] = (struct split_run){.folder = folder, .arm = a};
            split->run_of[p] = run;
        }
    names_done(&known);
}

/* Whether all runs have the file that the first one has. */
static bool read_settings(struct arm_split *split)
{
    for (size_t r = 0; r < split->n_runs; r++) {
        settings_read(split->files, split->runs[r].folder, &split->runs[r].settings);
        const char *file = split->runs[r].settings.file;
        if (!file || strcmp(file, split->runs[0].settings.file) != 0)
            return false;
    }
    split->pooled = split->n_runs && strstr(split->runs[0].settings.file, ".hydra") != NULL;
    return split->n_runs >= 4 && (split->pooled || split->layout->n_arms == 1);
}

/* ---- the arms ---- */

/* "adam", "lr=0.1", "adam,lr=0.1"; the value of the key that names the group stands apart. */
static const char *label(const struct arm_split *split, const struct split_run *run,
                         size_t group_key)
{
    struct strbuf text;
    strbuf_init(&text);
    for (size_t k = 0; k < split->n_keys; k++) {
        const char *value = split_value(run, split->keys[k]);
        if (k == group_key)
            continue;
        bool word = isalpha((unsigned char)*value) && strcasecmp(value, "true") != 0 &&
                    strcasecmp(value, "false") != 0 && strcasecmp(value, "null") != 0 &&
                    strcasecmp(value, "none") != 0;
        strbuf_puts(&text, text.length ? "," : "");
        if (!word)
            strbuf_printf(&text, "%s=", split_last_part(split->keys[k]));
        for (; *value; value++)
            strbuf_add_char(&text, *value == '/' ? '-' : *value);
    }
    const char *kept = arena_strdup(split->arena, text.text);
    strbuf_done(&text);
    return kept;
}

/* One of several keys; with one alone the arms would have no names. */
static size_t find_group_key(const struct arm_split *split)
{
    for (size_t k = 0; k < split->n_keys && split->n_keys > 1; k++)
        if (split_names_group(split->keys[k]))
            return k;
    return KEYS_MAX;
}

static void make_arm(const struct arm_split *split, size_t number, size_t group_key,
                     struct init_arm *arm)
{
    *arm = (struct init_arm){0};
    arm->folders = arena_alloc(split->arena, split->n_runs, sizeof *arm->folders);
    for (size_t r = 0; r < split->n_runs; r++) {
        const struct split_run *run = &split->runs[r];
        if (run->new_arm != number)
            continue;
        if (!arm->n_runs) {
            arm->path = split->pooled ? "" : split->layout->arms[run->arm].path;
            arm->setting = label(split, run, group_key);
            arm->setting_group =
                group_key < KEYS_MAX ? split_value(run, split->keys[group_key]) : NULL;
        }
        arm->folders[arm->n_runs++] = run->folder;
    }
}

/* Places of an arm stand next to each other. */
static void order_places(struct arm_split *split, struct init_arm *arms)
{
    size_t n = split->places->n_places, at = 0;
    struct init_place *items = mem_array(n + 1, sizeof *items);
    for (size_t a = 0; a <= split->n_arms; a++) {
        size_t first = at;
        for (size_t p = 0; p < n; p++) {
            size_t run = split->run_of[p];
            size_t arm = run == NAMES_NONE ? NAMES_NONE : split->runs[run].new_arm;
            if ((arm == NAMES_NONE ? split->n_arms : arm) == a)
                items[at++] = split->places->items[p];
        }
        if (a < split->n_arms)
            arms[a].first = first, arms[a].n_files = at - first;
    }
    free(split->places->items);
    split->places->items = items;
}

static const char *list_of_keys(const struct arm_split *split)
{
    struct strbuf text;
    strbuf_init(&text);
    for (size_t k = 0; k < split->n_keys; k++)
        strbuf_printf(&text, "%s%s", k ? ", " : "", split->keys[k]);
    const char *kept = arena_strdup(split->arena, text.text);
    strbuf_done(&text);
    return kept;
}

static void apply(struct arm_split *split)
{
    size_t group_key = find_group_key(split);
    struct init_arm *arms = arena_alloc(split->arena, split->n_arms, sizeof *arms);
    for (size_t a = 0; a < split->n_arms; a++)
        make_arm(split, a, group_key, &arms[a]);
    order_places(split, arms);
    split->layout->arms = arms;
    split->layout->n_arms = split->n_arms;
    split->layout->split_keys = list_of_keys(split);
    split->layout->split_file = split->runs[0].settings.file;
}

void init_split(const struct init_files *files, struct init_places *places,
                struct init_layout *layout)
{
    struct arm_split split = {
        .files = files, .arena = layout->arena, .places = places, .layout = layout};
    if (!layout->folders)
        return;
    collect_runs(&split);
    if (split.n_runs < RUNS_MAX && read_settings(&split) && split_choose_keys(&split))
        apply(&split);
    for (size_t r = 0; r < split.n_runs; r++)
        settings_done(&split.runs[r].settings);
    free(split.runs);
    free(split.run_of);
}
