/* Arms: entries of `arms` with their settings, discovered arms, and the runs of both. */
#include "manifest/manifest_runs.h"

#include "base/mem.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

static struct arm_entry *add_entry(struct reading *reading)
{
    reading->entries = mem_grow(reading->entries, reading->n_entries, &reading->entries_capacity,
                                sizeof *reading->entries);
    struct arm_entry *entry = &reading->entries[reading->n_entries++];
    *entry = reading->top;
    entry->own_exclusions = NULL;
    entry->n_own_exclusions = 0;
    return entry;
}

/* ---- entries of `arms` ---- */

static void read_entry(struct reading *reading, const struct node *node)
{
    struct arm_entry *entry = add_entry(reading);
    entry->node = node;
    entry->arm.place = node->place;
    schema_read(reading, node, "arms[].", entry);
    if (node->kind != NODE_MAP)
        return;
    if (entry->runs && !node_find(node, "name"))
        reading_error(reading, node->place, "an arm needs a name");
    else if (!entry->runs && !node_find(node, "name") && !node_find(node, "group"))
        reading_error(reading, node->place,
                      "this arm has no runs, and no name or group of a discovered arm");
    if (entry->runs && !entry->arm.name)
        entry->arm.name = "";
    if (entry->runs && !entry->arm.group)
        entry->arm.group = "";
}

static void read_entries(struct reading *reading)
{
    if (!reading->arms)
        return;
    if (reading->arms->kind != NODE_LIST || !reading->arms->n_items) {
        reading_error(reading, reading->arms->place,
                      "a list of arms is wanted here, each with name: and runs:");
        return;
    }
    for (const struct node *item = reading->arms->first; item; item = item->next)
        read_entry(reading, item);
}

/* ---- discovered arms ---- */

static void read_discover_item(struct reading *reading, const struct node *item, size_t order,
                               struct pattern_search *search)
{
    const unsigned wanted = CAPTURE_BIT(CAPTURE_ARM) | CAPTURE_BIT(CAPTURE_RUN);
    struct discover_reading read = {.path = item, .prefix = ""};
    if (item->kind == NODE_MAP) {
        read.path = NULL;
        schema_read(reading, item, "discover[].", &read);
    }
    size_t first = search->n_matches;
    if (read.path)
        match_node(reading, read.path, wanted, wanted | CAPTURE_BIT(CAPTURE_GROUP), search);
    for (size_t i = first; i < search->n_matches; i++) {
        search->matches[i].order = order;
        search->matches[i].prefix = read.prefix;
        if (!search->matches[i].captures[CAPTURE_GROUP])
            search->matches[i].captures[CAPTURE_GROUP] = "";
    }
}

/* Of the patterns that match one path, the one with most literal characters comes first. */
static int by_path(const void *a, const void *b)
{
    const struct pattern_match *x = a, *y = b;
    int order = strcmp(x->path, y->path);
    if (order)
        return order;
    if (x->n_literal != y->n_literal)
        return x->n_literal > y->n_literal ? -1 : 1;
    return (x->order > y->order) - (x->order < y->order);
}

static int by_arm(const void *a, const void *b)
{
    const struct pattern_match *x = a, *y = b;
    int order = text_natural(x->captures[CAPTURE_GROUP], y->captures[CAPTURE_GROUP]);
    return order ? order : text_natural(x->captures[CAPTURE_ARM], y->captures[CAPTURE_ARM]);
}

static void keep_nearest(struct pattern_search *search)
{
    size_t n = 0;
    if (!search->n_matches)
        return;
    qsort(search->matches, search->n_matches, sizeof *search->matches, by_path);
    for (size_t i = 0; i < search->n_matches; i++)
        if (!n || strcmp(search->matches[n - 1].path, search->matches[i].path) != 0)
            search->matches[n++] = search->matches[i];
    search->n_matches = n;
    qsort(search->matches, n, sizeof *search->matches, by_arm);
}

static void add_discovered(struct reading *reading, const struct pattern_match *matches, size_t n)
{
    struct arm_entry *entry = add_entry(reading);
    entry->arm.name = matches[0].captures[CAPTURE_ARM];
    entry->arm.group = matches[0].captures[CAPTURE_GROUP];
    entry->arm.place = reading->discover->place;
    entry->matches = mem_array(n, sizeof *matches);
    memcpy(entry->matches, matches, n * sizeof *matches);
    entry->n_matches = n;
}

static void discover(struct reading *reading)
{
    const struct node *node = reading->discover;
    struct pattern_search search = runs_search(reading);
    if (node && node->kind == NODE_LIST && node->n_items) {
        size_t order = 0;
        for (const struct node *item = node->first; item; item = item->next)
            read_discover_item(reading, item, order++, &search);
    } else if (node && node->kind == NODE_LIST) {
        reading_error(reading, node->place, "a pattern is wanted here");
    } else if (node) {
        read_discover_item(reading, node, 0, &search);
    }
    keep_nearest(&search);
    for (size_t first = 0, end; first < search.n_matches; first = end) {
        for (end = first + 1; end < search.n_matches; end++)
            if (by_arm(&search.matches[first], &search.matches[end]) != 0)
                break;
        add_discovered(reading, search.matches + first, end - first);
    }
    free(search.matches);
}

/* ---- settings of discovered arms ---- */

static bool is_overlay(const struct arm_entry *entry)
{
    return entry->node && !entry->runs;
}

static bool fits(const struct manifest_arm *settings, const char *name, const char *group)
{
    return (!settings->name || !strcmp(settings->name, name)) &&
           (!settings->group || !strcmp(settings->group, group));
}

static void report_unfit(struct reading *reading, const struct arm_entry *overlay)
{
    const char **names = mem_array(reading->n_entries - reading->n_listed, sizeof *names);
    size_t n = 0;
    for (size_t i = reading->n_listed; i < reading->n_entries; i++)
        names[n++] =
            overlay->arm.name ? reading->entries[i].arm.name : reading->entries[i].arm.group;
    const char *wanted = overlay->arm.name ? overlay->arm.name : overlay->arm.group;
    wanted = wanted ? wanted : "";
    const char *nearest =
        reading->diags->n_errors < DIAGS_KEPT_MAX ? text_nearest(wanted, names, n) : NULL;
    if (reading->discover && !n)
        ; /* that discover found nothing has been said */
    else if (!reading->discover)
        reading_error(reading, overlay->arm.place, "the arm %s has no runs",
                      reading_quote(reading, wanted));
    else if (nearest && strcmp(nearest, wanted) != 0)
        reading_error(reading, overlay->arm.place,
                      "no discovered arm is called %s; did you mean \"%s\"?",
                      reading_quote(reading, wanted), nearest);
    else
        reading_error(reading, overlay->arm.place, "no discovered arm is called %s%s%s",
                      reading_quote(reading, wanted), overlay->arm.group ? " in the group " : "",
                      overlay->arm.group ? reading_quote(reading, overlay->arm.group) : "");
    free(names);
}

/* Reads the entry once more, onto every discovered arm that it fits. */
static void overlay(struct reading *reading, const struct arm_entry *settings)
{
    bool found = false, sound = !reading->diags->n_errors;
    reading->overlaying = true;
    for (size_t i = reading->n_listed; i < reading->n_entries; i++) {
        struct arm_entry *entry = &reading->entries[i];
        if (!fits(&settings->arm, entry->arm.name, entry->arm.group))
            continue;
        found = true;
        if (sound)
            schema_read(reading, settings->node, "arms[].", entry);
    }
    reading->overlaying = false;
    if (!found)
        report_unfit(reading, settings);
}

/* ---- runs of entries ---- */

static int by_place_in_list(const void *a, const void *b)
{
    const struct pattern_match *x = a, *y = b;
    return strcmp(x->path, y->path);
}

static void find_entry_runs(struct reading *reading, struct arm_entry *entry)
{
    const unsigned run = CAPTURE_BIT(CAPTURE_RUN);
    struct pattern_search search = runs_search(reading);
    if (entry->runs->kind == NODE_LIST && !entry->runs->n_items)
        reading_error(reading, entry->runs->place, "an arm needs runs");
    if (entry->runs->kind == NODE_LIST)
        for (const struct node *item = entry->runs->first; item; item = item->next)
            match_node(reading, item, 0, run, &search);
    else
        match_node(reading, entry->runs, 0, run, &search);
    size_t n = 0;
    if (search.n_matches)
        qsort(search.matches, search.n_matches, sizeof *search.matches, by_place_in_list);
    for (size_t i = 0; i < search.n_matches; i++)
        if (!n || strcmp(search.matches[n - 1].path, search.matches[i].path) != 0)
            search.matches[n++] = search.matches[i];
    runs_name(reading->arena, search.matches, n);
    entry->matches = search.matches;
    entry->n_matches = n;
}

/* ---- exclusions ---- */

static int compare_id(const void *id, const void *run)
{
    return text_natural(id, ((const struct manifest_run *)run)->id);
}

static bool has_run(const struct manifest_arm *arm, const char *id)
{
    return arm->n_runs && bsearch(id, arm->runs, arm->n_runs, sizeof *arm->runs, compare_id);
}

static void add_exclusions(struct reading *reading, struct arm_entry *entry, bool *top_used)
{
    const struct arm_entry *top = &reading->top;
    size_t n = 0;
    struct manifest_exclusion *kept =
        arena_alloc(reading->arena, top->n_own_exclusions + entry->n_own_exclusions, sizeof *kept);
    for (size_t i = 0; i < entry->n_own_exclusions; i++) {
        if (entry->arm.n_runs && !has_run(&entry->arm, entry->own_exclusions[i].run))
            reading_error(reading, entry->own_exclusions[i].place, "the arm %s has no run %s",
                          reading_quote(reading, entry->arm.name),
                          reading_quote(reading, entry->own_exclusions[i].run));
        kept[n++] = entry->own_exclusions[i];
    }
    for (size_t i = 0; i < top->n_own_exclusions; i++)
        if (has_run(&entry->arm, top->own_exclusions[i].run)) {
            top_used[i] = true;
            kept[n++] = top->own_exclusions[i];
        }
    entry->arm.exclusions = kept;
    entry->arm.n_exclusions = n;
}

static void resolve_exclusions(struct reading *reading)
{
    const struct arm_entry *top = &reading->top;
    bool *top_used = mem_zeroed(top->n_own_exclusions, sizeof *top_used);
    bool all_found = reading->n_entries > 0;
    for (size_t i = 0; i < reading->n_entries; i++)
        if (!is_overlay(&reading->entries[i])) {
            add_exclusions(reading, &reading->entries[i], top_used);
            all_found = all_found && reading->entries[i].arm.n_runs;
        }
    for (size_t i = 0; all_found && i < top->n_own_exclusions; i++)
        if (!top_used[i])
            reading_error(reading, top->own_exclusions[i].place, "no arm has a run %s",
                          reading_quote(reading, top->own_exclusions[i].run));
    free(top_used);
}

/* ---- all together ---- */

static int by_label(const void *a, const void *b)
{
    const struct manifest_arm *x = *(const struct manifest_arm *const *)a;
    const struct manifest_arm *y = *(const struct manifest_arm *const *)b;
    int order = strcmp(x->group, y->group);
    order = order ? order : strcmp(x->name, y->name);
    if (order)
        return order;
    return (x->place.line > y->place.line) - (x->place.line < y->place.line);
}

static void check_names_differ(struct reading *reading)
{
    const struct manifest_arm **arms = mem_array(reading->n_entries, sizeof *arms);
    size_t n = 0;
    for (size_t i = 0; i < reading->n_entries; i++) {
        const struct arm_entry *entry = &reading->entries[i];
        if (!is_overlay(entry) && entry->arm.name && entry->arm.group)
            arms[n++] = &entry->arm;
    }
    if (n)
        qsort(arms, n, sizeof *arms, by_label);
    for (size_t i = 1; i < n; i++)
        if (!strcmp(arms[i]->name, arms[i - 1]->name) &&
            !strcmp(arms[i]->group, arms[i - 1]->group))
            reading_error(reading, arms[i]->place, "a second arm %s%s%s; the other is in line %zu",
                          reading_quote(reading, arms[i]->name),
                          *arms[i]->group ? " in the group " : "",
                          *arms[i]->group ? reading_quote(reading, arms[i]->group) : "",
                          arms[i - 1]->place.line);
    free(arms);
}

static void find_all_runs(struct reading *reading)
{
    reading->n_listed = reading->n_entries;
    runs_check_logs(reading);
    discover(reading);
    for (size_t i = 0; i < reading->n_listed; i++)
        if (is_overlay(&reading->entries[i]))
            overlay(reading, &reading->entries[i]);
        else
            find_entry_runs(reading, &reading->entries[i]);
    check_names_differ(reading);
    struct runs_context context = {.reading = reading};
    runs_claim(&context);
    for (size_t i = 0; i < reading->n_entries; i++)
        runs_fill(&context, &reading->entries[i]);
    if (reading->n_visited > READING_VISITED_MAX)
        reading_error(reading, (struct manifest_place){0},
                      "more than %d files and folders to look at", READING_VISITED_MAX);
    runs_check_owners(reading);
    resolve_exclusions(reading);
    runs_report_unused_logs(reading);
}

/* Entries that only change settings are arms of their own only where the arms are not known yet. */
static void hand_out(struct reading *reading, bool keep_overlays)
{
    struct manifest *manifest = reading->manifest;
    manifest->arms = arena_alloc(reading->arena, reading->n_entries, sizeof *manifest->arms);
    for (size_t i = 0; i < reading->n_entries; i++) {
        struct arm_entry *entry = &reading->entries[i];
        if (is_overlay(entry) == keep_overlays)
            manifest->arms[manifest->n_arms++] = entry->arm;
    }
}

/* A table's runs are not known yet: an entry has its own exclusions and those at the top. */
static void join_exclusions(struct reading *reading, struct arm_entry *entry)
{
    const struct arm_entry *top = &reading->top;
    size_t n = entry->n_own_exclusions;
    struct manifest_exclusion *all =
        arena_alloc(reading->arena, n + top->n_own_exclusions, sizeof *all);
    if (n)
        memcpy(all, entry->own_exclusions, n * sizeof *all);
    if (top->n_own_exclusions)
        memcpy(all + n, top->own_exclusions, top->n_own_exclusions * sizeof *all);
    entry->arm.exclusions = all;
    entry->arm.n_exclusions = n + top->n_own_exclusions;
}

void reading_arms(struct reading *reading, bool find_runs)
{
    bool tabular = reading_is_tabular(reading);
    read_entries(reading);
    if (find_runs && !tabular)
        find_all_runs(reading);
    for (size_t i = 0; tabular && i < reading->n_entries; i++) {
        struct arm_entry *entry = &reading->entries[i];
        if (entry->runs)
            reading_error(reading, entry->runs->place,
                          "the arms of a table or database have no runs of their own; only "
                          "settings stand here");
        join_exclusions(reading, entry);
    }
    hand_out(reading, tabular);
}

const struct manifest_arm *manifest_settings(const struct manifest *manifest, const char *name,
                                             const char *group)
{
    for (size_t i = manifest->n_arms; i > 0; i--)
        if (fits(&manifest->arms[i - 1], name, group))
            return &manifest->arms[i - 1];
    return &manifest->top;
}
