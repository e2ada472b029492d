/* Manifests for wide files and for tables. */
#include "init/choice.h"
#include "init/draft_parts.h"
#include "init/yaml_text.h"

#include "manifest/manifest.h"

#include <string.h>

static void add_simple_outcome(const struct init_draft *draft, const char *metric,
                               const char *second, bool fraction)
{
    struct strbuf *text = draft->text;
    draft_comment(draft, "The one number that a run ends with.");
    if (second)
        draft_guess(draft, "%s could serve as the outcome too", second);
    strbuf_puts(text, "outcome:\n  metric: ");
    yaml_add_text(text, metric);
    bool lower = manifest_lower_is_better(metric), known = lower || init_name_is_score(metric);
    strbuf_printf(text, "\n  better: %s  # ? %s\n", lower ? "lower" : "higher",
                  known ? "by its name" : "its name does not say");
    if (fraction)
        strbuf_puts(text, "  scale: 100  # ? all values lie between -1 and 1\n  unit: pp\n");
    strbuf_add_char(text, '\n');
}

static void add_key(const struct init_draft *draft, const char *before, const char *key,
                    const char *value)
{
    if (!value)
        return;
    strbuf_printf(draft->text, "%s%s: ", before, key);
    yaml_add_text(draft->text, value);
}

/* ---- wide ---- */

static bool same_columns(const struct init_wides *wides)
{
    for (size_t i = 1; i < wides->n_items; i++)
        if (strcmp(wides->items[i].runs, wides->items[0].runs) != 0 ||
            strcmp(wides->items[i].metric, wides->items[0].metric) != 0 ||
            strcmp(wides->items[i].index, wides->items[0].index) != 0)
            return false;
    return wides->n_items == wides->n_files;
}

static void add_entry(const struct init_draft *draft, const struct init_wide *wide,
                      const char *file, const char *arm, const char *group)
{
    strbuf_puts(draft->text, "  - {");
    add_key(draft, "", "file", file);
    add_key(draft, ", ", "index", wide->index);
    add_key(draft, ", ", "runs", wide->runs);
    add_key(draft, ", ", "metric", wide->metric);
    add_key(draft, ", ", "arm", arm);
    add_key(draft, ", ", "group", group && *group ? group : NULL);
    strbuf_puts(draft->text, "}\n");
}

static const struct init_arm *arm_with_path(const struct init_layout *layout, const char *path)
{
    for (size_t a = 0; a < layout->n_arms; a++)
        if (!strcmp(layout->arms[a].path, path))
            return &layout->arms[a];
    return NULL;
}

/* Of several metrics the likeliest outcome. */
static const struct init_wide *outcome_columns(const struct init_wides *wides)
{
    const struct init_wide *best = &wides->items[0];
    for (size_t i = 1; i < wides->n_items; i++)
        if (init_outcome_score(wides->items[i].metric) > init_outcome_score(best->metric))
            best = &wides->items[i];
    return best;
}

/* The files are the arms, unless names before the runs' numbers are. */
static size_t count_arms(const struct init_wides *wides, const struct init_layout *layout)
{
    size_t n = 0;
    for (size_t i = 0; i < wides->n_items; i++) {
        size_t k = 0;
        while (k < i && strcmp(wides->items[k].prefix, wides->items[i].prefix) != 0)
            k++;
        n += k == i && *wides->items[i].prefix;
    }
    return n ? n : layout->n_arms;
}

bool draft_wide(const struct init_draft *draft, const struct init_wides *wides,
                const struct init_layout *layout)
{
    const struct init_wide *outcome = outcome_columns(wides);
    draft_head(draft, "wide files, one column per run");
    add_simple_outcome(draft, outcome->metric, NULL, false);
    draft_primary(draft, outcome->metric, "1/3");
    draft_comment(draft, "Arms found: %zu, with %zu runs in the first.", count_arms(wides, layout),
                  wides->items[0].n_runs);
    if (layout->why_group)
        draft_guess(draft, "the group is what stands for {group} in the path, because %s",
                    layout->why_group);
    strbuf_puts(draft->text, "wide:\n");
    if (layout->pattern && same_columns(wides)) {
        add_entry(draft, &wides->items[0], layout->pattern, NULL, NULL);
    } else {
        for (size_t i = 0; i < wides->n_items; i++) {
            const struct init_wide *wide = &wides->items[i];
            const struct init_arm *arm = arm_with_path(layout, wide->file);
            add_entry(draft, wide, wide->file,
                      *wide->prefix ? wide->prefix
                      : arm         ? arm->name
                                    : NULL,
                      arm ? arm->group : NULL);
        }
    }
    draft_tail(draft);
    return true;
}

/* ---- table ---- */

bool draft_table(const struct init_draft *draft, const struct init_table *table)
{
    bool is_long = table->step || table->epoch;
    draft_head(draft,
               is_long ? "one table with one row per step" : "one table with one row per run");
    add_simple_outcome(draft, table->outcome, table->second, table->fraction);
    if (!is_long) {
        draft_comment(draft, "Every other numeric column is a candidate under its own name.");
        draft_guess(draft,
                    "columns that are known only after training are not candidates: exclude them");
    }
    if (table->n_others)
        draft_guess(draft,
                    "other tables of this kind are not read: %zu (%s%s); a study has one table: "
                    "make one of them with a column for the arm or group, or a study of each",
                    table->n_others, table->others, table->n_others > 5 ? ", ..." : "");
    if (table->optuna)
        strbuf_puts(draft->text, "exclude: [number, params_*]\n");
    strbuf_puts(draft->text, "table: {");
    add_key(draft, "", "file", table->file);
    add_key(draft, ", ", "arm", table->arm);
    add_key(draft, ", ", "group", table->group);
    add_key(draft, ", ", "run", table->run);
    add_key(draft, ", ", "fold", is_long ? NULL : table->fold);
    add_key(draft, ", ", "step", table->step);
    add_key(draft, ", ", "epoch", table->epoch);
    strbuf_puts(draft->text, "}\n");
    draft_tail(draft);
    return true;
}
