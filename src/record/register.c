#include "record/register.h"

#include "config.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "record/journal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *register_path(const char *study_path)
{
    static const char *const endings[] = {".yaml", ".yml"};
    size_t length = strlen(study_path);
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        size_t n = strlen(endings[i]);
        if (length > n && !strcmp(study_path + length - n, endings[i])) {
            length -= n;
            break;
        }
    }
    struct strbuf path;
    strbuf_init(&path);
    strbuf_add(&path, study_path, length);
    strbuf_puts(&path, ".register.jsonl");
    return path.text;
}

/* ---- what a study declares ---- */

struct items {
    struct arena *arena;
    struct declared_item *items;
    size_t n;
};

static void add_item(struct items *items, const char *arm, const char *name, const char *value)
{
    items->items[items->n++] = (struct declared_item){arm, name, arena_strdup(items->arena, value)};
}

static void add_number(struct items *items, const char *name, double value)
{
    char text[NUM_TEXT_MAX];
    num_write(text, value);
    add_item(items, "", name, text);
}

static void add_families(struct items *items, const struct study *study)
{
    struct strbuf text;
    strbuf_init(&text);
    for (size_t f = 0; f < study->n_families; f++)
        if (study->families[f].n_candidates)
            strbuf_printf(&text, "%s%s", text.length ? ", " : "", study->families[f].name);
    add_item(items, "", "families", text.text);
    strbuf_done(&text);
}

static void add_settings(struct items *items, const struct analysis_settings *settings)
{
    struct strbuf text;
    strbuf_init(&text);
    for (size_t i = 0; i < settings->n_budgets; i++)
        strbuf_printf(&text, "%s%zu", i ? ", " : "", settings->budgets[i]);
    if (settings->folds == FOLDS_LEAVE_ONE_OUT)
        add_item(items, "", "folds", "loo");
    else
        add_number(items, "folds", (double)settings->folds);
    add_number(items, "splits", (double)settings->splits);
    add_number(items, "draws", (double)settings->draws);
    add_item(items, "", "budgets", text.text);
    add_number(items, "level", settings->level);
    add_number(items, "power", settings->power);
    strbuf_clear(&text);
    strbuf_printf(&text, "%llu", (unsigned long long)settings->seed);
    add_item(items, "", "seed", text.text);
    strbuf_done(&text);
}

static void add_statistic(struct items *items, const struct arm *arm)
{
    struct strbuf text;
    strbuf_init(&text);
    for (size_t i = 0; i < arm->n_statistic; i++)
        strbuf_printf(&text, "%s%s", i ? " + " : "", arm->statistic[i]);
    const char *label = arena_strdup(items->arena, arm->label);
    add_item(items, label, "statistic", text.text);
    if (arm->n_statistic && !arm->statistic_declared)
        add_item(items, label, "statistic given", "chosen by default");
    strbuf_done(&text);
}

static void add_outcome(struct items *items, const char *of, const struct arm_outcome *outcome)
{
    add_item(items, of, "outcome", outcome->text);
    add_item(items, of, "better", outcome->higher_is_better ? "higher" : "lower");
}

/* The study's, or where arms differ each arm's own. */
static void add_outcomes(struct items *items, const struct study *study)
{
    const struct arm_outcome *common = study_common_outcome(study);
    if (common)
        add_outcome(items, "", common);
    for (size_t i = 0; !common && i < study->n_arms; i++)
        add_outcome(items, arena_strdup(items->arena, study->arms[i].label),
                    &study->arms[i].outcome);
}

enum { STUDY_ITEMS = 16, ARM_ITEMS = 4 };

static void add_items(struct registration *made, const struct study *study, struct arena *arena)
{
    struct items items = {.arena = arena};
    items.items = arena_alloc(arena, STUDY_ITEMS + ARM_ITEMS * study->n_arms, sizeof *items.items);
    add_item(&items, "", "adjuster", "fixed");
    add_outcomes(&items, study);
    add_item(&items, "", "window", study->window);
    add_families(&items, study);
    add_settings(&items, &study->analysis);
    for (size_t i = 0; i < study->n_arms; i++) {
        const struct arm *arm = &study->arms[i];
        add_statistic(&items, arm);
        if (arm->unfinished.random || arm->unfinished.n)
            add_item(&items, arena_strdup(arena, arm->label), "unfinished",
                     arm->unfinished.random ? "random" : "ignore");
        made->n_unfinished += arm->unfinished.n;
    }
    made->items = items.items;
    made->n_items = items.n;
}

/* Lengths stand before names, so that no two lists of runs give one text. */
static void add_identity(struct strbuf *out, const struct arm *arm, size_t run)
{
    char outcome[NUM_TEXT_MAX];
    num_write(outcome, arm->y[run]);
    strbuf_printf(out, "%zu:%s %zu:%s %s\n", strlen(arm->label), arm->label, strlen(arm->runs[run]),
                  arm->runs[run], outcome);
}

/* A file may be named in bytes that JSON cannot hold; they must come back as they went. */
static const char *keep_visible(struct arena *arena, const char *name)
{
    char *visible = text_visible(name);
    const char *kept = arena_strdup(arena, visible);
    free(visible);
    return kept;
}

static void add_runs(struct registration *made, const struct study *study, struct arena *arena)
{
    struct strbuf all, one;
    size_t n = 0;
    char digest[SHA256_TEXT];
    strbuf_init(&all);
    strbuf_init(&one);
    for (size_t i = 0; i < study->n_arms; i++)
        n += study->arms[i].n_runs;
    struct known_run *runs = arena_alloc(arena, n, sizeof *runs);
    for (size_t i = 0; i < study->n_arms; i++)
        for (size_t r = 0; r < study->arms[i].n_runs; r++) {
            const struct arm *arm = &study->arms[i];
            strbuf_clear(&one);
            add_identity(&one, arm, r);
            strbuf_puts(&all, one.text);
            sha256_hex(one.text, one.length, digest);
            runs[made->n_runs++] = (struct known_run){arena_strdup(arena, arm->label),
                                                      keep_visible(arena, arm->runs[r]),
                                                      arena_strndup(arena, digest, 16)};
        }
    sha256_hex(all.text, all.length, digest);
    made->runs = runs;
    made->runs_sha256 = arena_strdup(arena, digest);
    strbuf_done(&all);
    strbuf_done(&one);
}

struct registration *registration_of(const struct study *study, struct arena *arena)
{
    struct registration *made = arena_alloc(arena, 1, sizeof *made);
    char now[JOURNAL_TIME];
    journal_now(now);
    made->time = arena_strdup(arena, now);
    made->version = PACKAGE_VERSION;
    made->meaning = arena_strdup(arena, study->meaning);
    add_items(made, study, arena);
    add_runs(made, study, arena);
    return made;
}

static const char *find_item(const struct registration *registration,
                             const struct declared_item *like)
{
    for (size_t i = 0; i < registration->n_items; i++)
        if (!strcmp(registration->items[i].name, like->name) &&
            !strcmp(registration->items[i].arm, like->arm))
            return registration->items[i].value;
    return NULL;
}

size_t registration_changes(const struct registration *then, const struct registration *now,
                            struct strbuf *names)
{
    size_t n = 0;
    for (size_t i = 0; i < then->n_items; i++) {
        const struct declared_item *item = &then->items[i];
        const char *value = find_item(now, item);
        if (value ? !strcmp(value, item->value) : *item->arm != '\0')
            continue;
        strbuf_printf(names, "%s%s%s%s", n++ ? ", " : "", item->name, *item->arm ? " of " : "",
                      item->arm);
    }
    /* Something that is not among the items: patterns of families, what is excluded, how logs are
     * read. */
    if (!n && strcmp(then->meaning, now->meaning) != 0)
        strbuf_printf(names, "%sother settings of the manifest", n++ ? ", " : "");
    return n;
}
