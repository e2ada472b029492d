/* Which metrics are candidates, and in which family. */
#include "init/draft_parts.h"

#include "study/families.h"
#include "study/metric.h"

#include <string.h>

struct metric_list draft_list_metrics(const struct init_draft *draft,
                                      const struct init_kinds *kinds)
{
    size_t n = 0;
    for (size_t k = 0; k < kinds->n_kinds; k++)
        n += kinds->items[k].all.n_metrics;
    struct metric_list list = {0, arena_alloc(draft->arena, n, sizeof *list.names),
                               arena_alloc(draft->arena, n, sizeof *list.bare)};
    for (size_t k = 0; k < kinds->n_kinds; k++)
        for (size_t i = 0; init_kind_is_log(&kinds->items[k]) && i < kinds->items[k].all.n_metrics;
             i++) {
            list.bare[list.n_names] = kinds->items[k].all.metrics[i].name;
            list.names[list.n_names] =
                init_metric_name(&kinds->items[k], list.bare[list.n_names], draft->arena);
            list.n_names++;
        }
    return list;
}

void draft_exclude(const struct init_draft *draft, const struct metric_list *metrics)
{
    struct name_list best = {0};
    for (size_t i = 0; i < metrics->n_names; i++)
        if (metric_has(metrics->names[i], METRIC_BEST))
            name_list_add(&best, metrics->names[i]);
    if (best.n_names) {
        draft_comment(draft, "Running bests only repeat what the metrics themselves say.");
        draft_name_list(draft, "exclude: ", &best);
    }
    name_list_done(&best);
}

static bool may_be_candidate(const char *metric)
{
    return !metric_has(metric, METRIC_TEST) && !metric_has(metric, METRIC_BEST);
}

static void list_members(const char *family, const struct metric_list *metrics,
                         struct name_list *members)
{
    static const struct manifest_arm none = {0};
    for (size_t i = 0; i < metrics->n_names; i++) {
        const char *metric = metrics->names[i];
        struct family_match match = family_of(&none, metric, false);
        bool kept = may_be_candidate(metric) && !init_is_bookkeeping(metrics->bare[i]);
        if (kept ? match.name && !strcmp(match.name, family) : !*family && may_be_candidate(metric))
            name_list_add(members, metric);
    }
}

static bool add_family(const struct init_draft *draft, const char *family,
                       const struct metric_list *metrics)
{
    struct name_list members = {0};
    list_members(family, metrics, &members);
    bool any = members.n_names > 0;
    if (any) {
        strbuf_puts(draft->text, "  ");
        draft_name_list(draft, arena_printf(draft->arena, "%s: ", family), &members);
    }
    name_list_done(&members);
    return any;
}

static void comment_unused(const struct init_draft *draft, const struct metric_list *metrics)
{
    struct name_list unused = {0};
    list_members("", metrics, &unused);
    if (unused.n_names)
        draft_name_list(draft, "# In no family, so no candidates: ", &unused);
    name_list_done(&unused);
}

enum { FAMILY_METRICS_MAX = 60 };

void draft_families(const struct init_draft *draft, const struct metric_list *metrics)
{
    if (metrics->n_names > FAMILY_METRICS_MAX) {
        draft_comment(draft, "Families: the defaults, by the usual names (logvar-manifest(5)).");
        strbuf_add_char(draft->text, '\n');
        return;
    }
    draft_comment(draft, "Sets of candidates; the first that a metric stands in takes it.");
    size_t before = draft->text->length;
    bool any = false;
    strbuf_puts(draft->text, "families:\n");
    for (const char *const *family = family_defaults; *family; family++)
        any = add_family(draft, *family, metrics) || any;
    if (!any) {
        draft->text->length = before;
        draft->text->text[before] = '\0';
    }
    comment_unused(draft, metrics);
    strbuf_add_char(draft->text, '\n');
}
