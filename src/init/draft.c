#include "init/draft.h"

#include "base/mem.h"
#include "init/draft_parts.h"
#include "study/metric.h"

#include <stdlib.h>
#include <string.h>

/* ---- arms and groups ---- */

/* The groups of the arms, in order of appearance. */
static size_t list_groups(const struct init_layout *layout, const char **groups)
{
    size_t n = 0;
    for (size_t a = 0; a < layout->n_arms; a++) {
        size_t k = 0;
        while (k < n && strcmp(groups[k], layout->arms[a].group) != 0)
            k++;
        if (k == n)
            groups[n++] = layout->arms[a].group;
    }
    return n;
}

static void choose(const struct init_draft *draft, const struct init_kinds *kinds,
                   struct group_choice *choice)
{
    choice->outcome = init_choose_outcome(kinds, &choice->scope, draft->arena);
    choice->primary = init_choose_primary(kinds, &choice->scope, &choice->outcome, draft->arena);
}

/* A choice for each group, then for each arm that does not log its group's outcome. */
static size_t list_choices(const struct init_draft *draft, const struct init_kinds *kinds,
                           struct group_choice *choices)
{
    const struct init_layout *layout = &kinds->items[0].layout;
    const char **groups = mem_array(layout->n_arms, sizeof *groups);
    size_t n_groups = list_groups(layout, groups), n = 0;
    for (size_t g = 0; g < n_groups; g++) {
        choices[n].scope = (struct init_scope){.group = groups[g]};
        choose(draft, kinds, &choices[n++]);
    }
    for (size_t a = 0; a < layout->n_arms; a++) {
        struct init_scope scope = {layout->arms[a].group, layout->arms[a].name};
        size_t g = 0;
        while (strcmp(groups[g], scope.group) != 0)
            g++;
        if (!choices[g].outcome.metric || init_scope_has(kinds, &scope, &choices[g].outcome))
            continue;
        choices[n].scope = scope;
        choose(draft, kinds, &choices[n]);
        n += choices[n].outcome.metric != NULL;
    }
    free(groups);
    return n;
}

/* The choice that most groups share stands at the top. */
static size_t most_common(const struct group_choice *choices, size_t n)
{
    size_t best = 0, best_count = 0;
    for (size_t i = 0; i < n; i++) {
        size_t count = 0;
        for (size_t k = 0; k < n; k++)
            count += draft_same_outcome(&choices[i].outcome, &choices[k].outcome);
        if (count > best_count) {
            best = i;
            best_count = count;
        }
    }
    return best;
}

/* ---- outcome ---- */

void draft_outcome(const struct init_draft *draft, const struct init_outcome *outcome)
{
    struct strbuf *text = draft->text;
    draft_comment(draft, "The one number that a run ends with.");
    if (outcome->reach)
        draft_guess(draft,
                    "every run that ends well ends where %s first reaches this value, so the "
                    "outcome is when that is (sooner is better)",
                    outcome->metric);
    else if (outcome->second)
        draft_guess(draft, "%s is the outcome; %s could serve too", outcome->metric,
                    outcome->second);
    else if (!metric_has(outcome->metric, METRIC_TEST))
        draft_guess(draft, "%s is the outcome: no metric of a test set is logged", outcome->metric);
    strbuf_puts(text, "outcome:\n");
    draft_outcome_keys(draft, outcome, "  ");
    strbuf_add_char(text, '\n');
}

/* ---- all of it ---- */

static void comment_length(const struct init_draft *draft, const struct init_kinds *kinds)
{
    for (size_t k = 1; k < kinds->n_kinds; k++) {
        const struct init_kind *kind = &kinds->items[k], *main_kind = &kinds->items[0];
        if (kind->role != KIND_LOG || kind->all.last_step_low > kind->all.last_step_high ||
            main_kind->all.last_step_low <= main_kind->all.last_step_high)
            continue;
        draft_guess(draft,
                    "the steps of %s end at %.0f; if training went on, give its full length: "
                    "log: {length: s3000}",
                    kind->name, kind->all.last_step_high);
        return;
    }
}

bool draft_logs(const struct init_draft *draft, const struct init_kinds *kinds, bool list_arms)
{
    const struct init_layout *layout = &kinds->items[0].layout;
    /* A choice per group at most, and one per arm. */
    struct group_choice *choices = mem_zeroed(2 * layout->n_arms, sizeof *choices);
    size_t n = list_choices(draft, kinds, choices);
    size_t common = most_common(choices, n);
    bool ok = choices[common].outcome.metric != NULL;
    struct metric_list metrics = draft_list_metrics(draft, kinds);
    if (ok) {
        draft_head(draft, kinds->items[0].all.reader);
        draft_outcome(draft, &choices[common].outcome);
        draft_primary(draft, choices[common].primary, choices[common].outcome.window);
        draft_exclude(draft, &metrics);
        draft_families(draft, &metrics);
        comment_length(draft, kinds);
        draft_comment_arms(draft, kinds);
        draft_log_files(draft, kinds);
        if (list_arms || !draft_can_discover(kinds)) {
            draft_listed_arms(draft, kinds, choices, n, common);
        } else {
            draft_discover(draft, kinds);
            draft_overrides(draft, choices, n, common);
        }
        draft_tail(draft);
    }
    free(choices);
    return ok;
}
