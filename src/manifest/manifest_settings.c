/* Families, log, exclusions, and the defaults of the analysis. */
#include "manifest/manifest_internal.h"

#include "base/num.h"
#include "base/strbuf.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FAMILIES_MAX = 64 };

void value_statistics(struct reading *reading, const struct node *value, void *field)
{
    static const char *const words[] = {[STATISTICS_SNAPSHOTS] = "snapshots",
                                        [STATISTICS_SUMMARIES] = "summaries",
                                        [STATISTICS_ALL] = "all"};
    const char *text = value_scalar(reading, value);
    for (size_t i = STATISTICS_SNAPSHOTS; text && i < sizeof words / sizeof *words; i++)
        if (!strcmp(text, words[i])) {
            *(enum family_statistics *)field = (enum family_statistics)i;
            return;
        }
    if (text)
        reading_error(reading, value->place, "%s is not one of snapshots, summaries, all",
                      reading_quote(reading, text));
}

static void read_family(struct reading *reading, const struct node *entry,
                        struct manifest_family *family)
{
    struct manifest_family_reading read = {.statistics = STATISTICS_DEFAULT};
    size_t n_before = reading->diags->n_errors;
    if (entry->kind == NODE_MAP)
        schema_read(reading, entry, "families.*.", &read);
    else
        value_names(reading, entry, &read.metrics);
    if (!read.metrics.n_names && reading->diags->n_errors == n_before)
        reading_error(reading, entry->place, "the family %s has no metrics",
                      reading_quote(reading, entry->key));
    if (!*entry->key)
        reading_error(reading, entry->key_place, "a family needs a name");
    *family = (struct manifest_family){.name = entry->key,
                                       .n_globs = read.metrics.n_names,
                                       .globs = read.metrics.names,
                                       .statistics = read.statistics,
                                       .place = entry->key_place};
}

void value_families(struct reading *reading, const struct node *value, void *field)
{
    struct manifest_arm *arm = field;
    if (value->kind != NODE_MAP || !value->n_items) {
        reading_error(reading, value->place,
                      "a map of names and globs is wanted here, like validation: [val_*]");
        return;
    }
    if (value->n_items > FAMILIES_MAX) {
        reading_error(reading, value->place, "more than %d families", FAMILIES_MAX);
        return;
    }
    struct manifest_family *families =
        arena_alloc(reading->arena, value->n_items, sizeof *families);
    size_t n = 0;
    for (const struct node *entry = value->first; entry; entry = entry->next)
        read_family(reading, entry, &families[n++]);
    arm->n_families = n;
    arm->families = families;
}

void value_log(struct reading *reading, const struct node *value, void *field)
{
    schema_read(reading, value, "log.", field);
}

void value_format(struct reading *reading, const struct node *value, void *field)
{
    const char *text = value_scalar(reading, value);
    if (!text)
        return;
    *(const char **)field = text;
    if (!strcmp(text, "auto") || reader_named(text))
        return;
    struct strbuf names;
    strbuf_init(&names);
    size_t n_readers;
    const struct reader *readers = reader_table(&n_readers);
    for (size_t i = 0; i < n_readers; i++)
        strbuf_printf(&names, "%s, ", readers[i].name);
    reading_error(reading, value->place, "%s is not a format; the formats are %sand auto",
                  reading_quote(reading, text), names.text);
    strbuf_done(&names);
}

void value_delimiter(struct reading *reading, const struct node *value, void *field)
{
    const char *text = value_scalar(reading, value);
    if (!text)
        return;
    if (!strcmp(text, "tab") || !strcmp(text, "\\t"))
        text = "\t";
    if (strlen(text) == 1 && !strchr("\"\r\n", *text))
        *(const char **)field = text;
    else
        reading_error(reading, value->place,
                      "%s is not a delimiter; one character, or the word tab, is wanted",
                      reading_quote(reading, text));
}

void value_ignore(struct reading *reading, const struct node *value, void *field)
{
    struct manifest_log *log = field;
    struct manifest_names names = {0};
    value_names(reading, value, &names);
    log->reader.n_ignore = names.n_names;
    log->reader.ignore = names.names;
}

static void read_length(struct reading *reading, const struct node *item, struct manifest_log *log)
{
    const char *text = value_scalar(reading, item);
    if (text && !value_position(text, 'e', &log->length_epochs) &&
        !value_position(text, 's', &log->length_steps))
        reading_error(reading, item->place,
                      "%s is not a length; e24 (epochs) or s3744 (steps) is wanted",
                      reading_quote(reading, text));
}

void value_length(struct reading *reading, const struct node *value, void *field)
{
    if (value->kind != NODE_LIST) {
        read_length(reading, value, field);
        return;
    }
    for (const struct node *item = value->first; item; item = item->next)
        read_length(reading, item, field);
}

/* An entry that is read again, onto a discovered arm, keeps its one list. */
static struct logs_reading *logs_of(struct reading *reading, const struct node *value)
{
    struct logs_reading *logs = reading->overlaying ? reading->all_logs : NULL;
    while (logs && logs->node != value)
        logs = logs->next;
    return logs;
}

void value_logs(struct reading *reading, const struct node *value, void *field)
{
    struct arm_entry *entry = field;
    struct logs_reading *logs = logs_of(reading, value);
    if (!logs) {
        logs = arena_alloc(reading->arena, 1, sizeof *logs);
        logs->node = value;
        if (value->kind == NODE_LIST && value->n_items > LOGS_GLOBS_MAX)
            reading_error(reading, value->place, "more than %d globs", LOGS_GLOBS_MAX);
        else
            value_names(reading, value, &logs->names);
        logs->used = arena_alloc(reading->arena, logs->names.n_names, sizeof *logs->used);
        logs->next = reading->all_logs;
        reading->all_logs = logs;
    }
    entry->logs = logs;
    entry->arm.logs = logs->names;
}

static void read_exclusion(struct reading *reading, const struct node *item,
                           struct manifest_exclusion *exclusion)
{
    exclusion->place = item->place;
    if (item->kind == NODE_MAP)
        schema_read(reading, item, "exclude_runs[].", exclusion);
    else
        exclusion->run = value_scalar(reading, item);
}

void value_exclusions(struct reading *reading, const struct node *value, void *field)
{
    struct arm_entry *entry = field;
    bool list = value->kind == NODE_LIST;
    size_t n = entry->n_own_exclusions;
    struct manifest_exclusion *exclusions =
        arena_alloc(reading->arena, n + (list ? value->n_items : 1), sizeof *exclusions);
    if (n)
        memcpy(exclusions, entry->own_exclusions, n * sizeof *exclusions);
    for (const struct node *item = list ? value->first : value; item;
         item = list ? item->next : NULL) {
        read_exclusion(reading, item, &exclusions[n]);
        n += exclusions[n].run != NULL;
    }
    entry->own_exclusions = exclusions;
    entry->n_own_exclusions = n;
}

void value_runs_column(struct reading *reading, const struct node *value, void *field)
{
    const char *text = value_scalar(reading, value);
    if (!text)
        return;
    const char *first = strstr(text, "{run}");
    if (first && !strstr(first + 1, "{run}"))
        *(const char **)field = text;
    else
        reading_error(reading, value->place, "{run} must stand once in %s",
                      reading_quote(reading, text));
}

struct analysis_settings analysis_defaults(void)
{
    return (struct analysis_settings){.folds = 5,
                                      .splits = 1000,
                                      .draws = 2000,
                                      .n_budgets = 5,
                                      .budgets = {10, 15, 20, 30, 50},
                                      .level = 0.95,
                                      .power = 0.8,
                                      .seed = 2026};
}

void value_analysis(struct reading *reading, const struct node *value, void *field)
{
    (void)field;
    schema_read(reading, value, "analysis.", &reading->manifest->analysis);
}

static bool read_count(struct reading *reading, const struct node *value, unsigned long long least,
                       unsigned long long most, unsigned long long *count)
{
    const char *text = value_scalar(reading, value);
    if (!text)
        return false;
    if (num_read_count(text, strlen(text), most, count) && *count >= least)
        return true;
    reading_error(reading, value->place, "%s is not a whole number from %llu to %llu",
                  reading_quote(reading, text), least, most);
    return false;
}

void value_folds(struct reading *reading, const struct node *value, void *field)
{
    struct analysis_settings *analysis = field;
    unsigned long long folds = FOLDS_LEAVE_ONE_OUT;
    bool loo = value->kind == NODE_TEXT && !strcmp(value->text, "loo");
    if (!loo && !read_count(reading, value, 2, FOLDS_MAX, &folds))
        return;
    analysis->folds = (size_t)folds;
    analysis->folds_given = true;
}

void value_replicates(struct reading *reading, const struct node *value, void *field)
{
    unsigned long long count;
    if (read_count(reading, value, 1, REPLICATES_MAX, &count))
        *(size_t *)field = (size_t)count;
}

static int by_size(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

void value_budgets(struct reading *reading, const struct node *value, void *field)
{
    struct analysis_settings *analysis = field;
    const size_t max = sizeof analysis->budgets / sizeof *analysis->budgets;
    if (value->kind != NODE_LIST || !value->n_items || value->n_items > max) {
        reading_error(reading, value->place, "a list of 1 to %zu numbers of runs is wanted here",
                      max);
        return;
    }
    size_t budgets[sizeof analysis->budgets / sizeof *analysis->budgets], n = 0;
    for (const struct node *item = value->first; item; item = item->next) {
        unsigned long long count;
        if (read_count(reading, item, 2, BUDGET_MAX, &count))
            budgets[n++] = (size_t)count;
    }
    /* cppcheck-suppress uninitvar ; the first n are there */
    qsort(budgets, n, sizeof *budgets, by_size);
    analysis->n_budgets = 0;
    for (size_t i = 0; i < n; i++)
        if (!i || budgets[i] != budgets[i - 1])
            analysis->budgets[analysis->n_budgets++] = budgets[i];
}

void value_probability(struct reading *reading, const struct node *value, void *field)
{
    double number;
    if (!value_number(reading, value, &number))
        return;
    if (number > 0 && number < 1)
        *(double *)field = number;
    else
        reading_error(reading, value->place, "a number between 0 and 1 is wanted here");
}

void value_seed(struct reading *reading, const struct node *value, void *field)
{
    unsigned long long seed;
    if (read_count(reading, value, 0, UINT64_MAX, &seed))
        *(uint64_t *)field = seed;
}
