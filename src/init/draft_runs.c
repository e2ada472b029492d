/* Where the runs are: patterns or listed arms, and what single groups and arms say against the top. */
#include "init/draft_parts.h"

#include "base/mem.h"
#include "base/num.h"
#include "init/yaml_text.h"

#include <string.h>

bool draft_same_outcome(const struct init_outcome *a, const struct init_outcome *b)
{
    return a->metric && b->metric && !strcmp(a->metric, b->metric) && a->kind == b->kind &&
           a->reach == b->reach && a->target == b->target &&
           a->lower_is_better == b->lower_is_better && a->fraction == b->fraction;
}

static bool in_scope(const struct init_scope *scope, const struct init_arm *arm)
{
    return !strcmp(scope->group, arm->group) && (!scope->name || !strcmp(scope->name, arm->name));
}

static const char *outcome_file(const struct init_draft *draft, const struct init_kind *kind)
{
    if (kind->role != KIND_RESULT || strchr(kind->name, '*'))
        return NULL;
    if (kind->layout.folders)
        return kind->name;
    const char *pattern = kind->layout.pattern       ? kind->layout.pattern
                          : kind->layout.n_arms == 1 ? kind->layout.arms[0].path
                                                     : NULL;
    const char *slash = pattern ? strrchr(pattern, '/') : NULL;
    return slash ? arena_strdup(draft->arena, slash + 1) : pattern;
}

void draft_outcome_keys(const struct init_draft *draft, const struct init_outcome *outcome,
                        const char *indent)
{
    struct strbuf *text = draft->text;
    const char *file = outcome_file(draft, outcome->kind);
    const char *metric = outcome->kind->role == KIND_LOG
                             ? init_metric_name(outcome->kind, outcome->metric, draft->arena)
                             : outcome->metric;
    strbuf_printf(text, "%smetric: ", indent);
    yaml_add_text(text, metric);
    strbuf_add_char(text, '\n');
    if (file) {
        strbuf_printf(text, "%sfile: ", indent);
        yaml_add_text(text, file);
        strbuf_add_char(text, '\n');
    }
    if (outcome->reach) {
        char number[NUM_TEXT_MAX];
        num_write(number, outcome->target);
        strbuf_printf(text, "%sat: reach(%s)\n", indent, number);
    } else {
        strbuf_printf(text, "%sat: last\n", indent);
    }
    strbuf_printf(text, "%sbetter: %s  # ? %s\n", indent,
                  outcome->lower_is_better ? "lower" : "higher", outcome->why_direction);
    if (outcome->fraction && !outcome->reach)
        strbuf_printf(text, "%sscale: 100  # ? all values lie between -1 and 1\n%sunit: pp\n",
                      indent, indent);
}

static bool any_prefix(const struct init_kinds *kinds)
{
    for (size_t k = 0; k < kinds->n_kinds; k++)
        if (*kinds->items[k].prefix)
            return true;
    return false;
}

static void add_pattern(const struct init_draft *draft, const char *indent, const char *path,
                        const char *prefix)
{
    struct strbuf *text = draft->text;
    strbuf_puts(text, indent);
    if (*prefix)
        strbuf_puts(text, "{path: ");
    yaml_add_text(text, path);
    if (*prefix) {
        strbuf_puts(text, ", prefix: ");
        yaml_add_text(text, prefix);
        strbuf_add_char(text, '}');
    }
    strbuf_add_char(text, '\n');
}

static const char *kind_path(const struct init_draft *draft, const struct init_kind *kind,
                             const char *home)
{
    return kind->layout.folders ? arena_printf(draft->arena, "%s/%s", home, kind->name) : home;
}

void draft_discover(const struct init_draft *draft, const struct init_kinds *kinds)
{
    const struct init_layout *layout = &kinds->items[0].layout;
    if (layout->folders && !any_prefix(kinds)) {
        add_pattern(draft, "discover: ", arena_printf(draft->arena, "%s/", layout->pattern), "");
        return;
    }
    size_t n_logs = 0, only = 0;
    for (size_t k = 0; k < kinds->n_kinds; k++)
        if (init_kind_is_log(&kinds->items[k]))
            only = k, n_logs++;
    if (n_logs == 1) {
        add_pattern(draft, "discover: ",
                    kind_path(draft, &kinds->items[only], kinds->items[only].layout.pattern), "");
        return;
    }
    strbuf_puts(draft->text, "discover:\n");
    for (size_t k = 0; k < kinds->n_kinds; k++)
        if (init_kind_is_log(&kinds->items[k]))
            add_pattern(draft, "  - ",
                        kind_path(draft, &kinds->items[k], kinds->items[k].layout.pattern),
                        kinds->items[k].prefix);
}

/* Which files of a run's folder are its logs, where not all are. */
void draft_log_files(const struct init_draft *draft, const struct init_kinds *kinds)
{
    struct name_list logs = {0};
    size_t n_others = 0;
    for (size_t k = 0; k < kinds->n_kinds; k++)
        if (init_kind_is_log(&kinds->items[k]))
            name_list_add(&logs, kinds->items[k].name);
        else
            n_others++;
    if (kinds->items[0].layout.folders && n_others && !kinds->cut_off && logs.n_names)
        draft_name_list(draft, "logs: ", &logs);
    name_list_done(&logs);
}

static const struct init_arm *arm_of(const struct init_kind *kind, const struct init_arm *arm)
{
    for (size_t a = 0; a < kind->layout.n_arms; a++)
        if (!strcmp(kind->layout.arms[a].name, arm->name) &&
            !strcmp(kind->layout.arms[a].group, arm->group))
            return &kind->layout.arms[a];
    return NULL;
}

static void add_arm_runs(const struct init_draft *draft, const struct init_kinds *kinds,
                         const struct init_arm *arm)
{
    struct name_list paths = {0};
    for (size_t r = 0; arm->folders && r < arm->n_runs; r++)
        name_list_add(&paths, arena_printf(draft->arena, "%s/", arm->folders[r]));
    if (kinds->items[0].layout.folders && !arm->folders)
        name_list_add(&paths, arena_printf(draft->arena, "%s/", arm->path));
    for (size_t k = 0; !kinds->items[0].layout.folders && k < kinds->n_kinds; k++) {
        const struct init_arm *same = arm_of(&kinds->items[k], arm);
        if (init_kind_is_log(&kinds->items[k]) && same)
            name_list_add(&paths, same->path);
    }
    strbuf_puts(draft->text, "    ");
    draft_name_list(draft, "runs: ", &paths);
    name_list_done(&paths);
}

static void add_line(const struct init_draft *draft, const char *key, const char *value)
{
    strbuf_puts(draft->text, key);
    yaml_add_text(draft->text, value);
    strbuf_add_char(draft->text, '\n');
}

static bool other_outcome(const struct group_choice *one, const struct group_choice *top)
{
    return one->outcome.metric && !draft_same_outcome(&one->outcome, &top->outcome);
}

static bool other_primary(const struct group_choice *one, const struct group_choice *top)
{
    return one->primary && top->primary && strcmp(one->primary, top->primary) != 0;
}

static bool differs(const struct group_choice *one, const struct group_choice *top)
{
    return other_outcome(one, top) || other_primary(one, top);
}

/* What an entry of `arms` has to say against the top. */
static void add_changes(const struct init_draft *draft, const struct group_choice *one,
                        const struct group_choice *top)
{
    if (other_outcome(one, top)) {
        strbuf_puts(draft->text, "    outcome:\n");
        draft_outcome_keys(draft, &one->outcome, "      ");
        /* What stands at the top would hold here as well. */
        bool shown_as_is = one->outcome.reach || !one->outcome.fraction;
        if (shown_as_is && top->outcome.fraction && !top->outcome.reach)
            strbuf_puts(draft->text, "      scale: 1\n      unit: \"\"\n");
    }
    if (other_primary(one, top))
        add_line(draft, "    primary: ",
                 arena_printf(draft->arena, "%s@%s", one->primary, top->outcome.window));
}

void draft_listed_arms(const struct init_draft *draft, const struct init_kinds *kinds,
                       const struct group_choice *choices, size_t n_choices, size_t common)
{
    const struct init_layout *layout = &kinds->items[0].layout;
    strbuf_puts(draft->text, "arms:\n");
    for (size_t a = 0; a < layout->n_arms; a++) {
        const struct init_arm *arm = &layout->arms[a];
        add_line(draft, "  - name: ", arm->name);
        if (*arm->group)
            add_line(draft, "    group: ", arm->group);
        add_arm_runs(draft, kinds, arm);
        const struct group_choice *own = NULL;
        for (size_t g = 0; g < n_choices; g++)
            if (in_scope(&choices[g].scope, arm))
                own = &choices[g];
        if (own)
            add_changes(draft, own, &choices[common]);
    }
}

static size_t count_files(const struct init_kinds *kinds)
{
    size_t n = 0;
    for (size_t k = 0; k < kinds->n_kinds; k++)
        n += kinds->items[k].n_files;
    return n;
}

void draft_comment_arms(const struct init_draft *draft, const struct init_kinds *kinds)
{
    const struct init_layout *layout = &kinds->items[0].layout;
    draft_comment(draft, "Arms found: %zu.", layout->n_arms);
    for (size_t a = 0; a < layout->n_arms && a < 40; a++)
        draft_comment(draft, "  %s%s%s: %zu runs", layout->arms[a].group,
                      *layout->arms[a].group ? "/" : "", layout->arms[a].name,
                      layout->arms[a].n_runs);
    if (layout->n_arms > 40)
        draft_comment(draft, "  and %zu more", layout->n_arms - 40);
    if (layout->why_group)
        draft_guess(draft, "the group is what stands for {group} in the path, because %s",
                    layout->why_group);
    if (layout->split_keys)
        draft_guess(draft,
                    "no path tells the arms apart, but %s in %s next to the logs does; a run that "
                    "comes later is to be added to its arm's list",
                    layout->split_keys, layout->split_file);
    for (size_t k = 1; k < kinds->n_kinds; k++)
        if (kinds->items[k].role == KIND_COPY)
            draft_comment(draft, "%s says the same as %s and is not read.", kinds->items[k].name,
                          kinds->items[0].name);
    if (layout->n_single)
        draft_guess(draft, "with one run only, and so no arms: %zu (%s%s)", layout->n_single,
                    layout->singles, layout->n_single > 5 ? ", ..." : "");
    size_t n_used = count_files(kinds);
    if (n_used < draft->files->n_paths)
        draft_guess(
            draft, "%zu of %zu files are not logs of repeated runs of these arms, and left out%s%s",
            draft->files->n_paths - n_used, draft->files->n_paths,
            draft->files->left_out ? "; the first is " : "",
            draft->files->left_out ? draft->files->left_out : "");
}

/* Settings of groups and arms that differ from the top. */
void draft_overrides(const struct init_draft *draft, const struct group_choice *choices, size_t n,
                     size_t common)
{
    bool any = false;
    for (size_t g = 0; g < n; g++)
        if (differs(&choices[g], &choices[common]) && choices[g].outcome.second)
            draft_guess(draft, "in %s the outcome is %s; %s could serve too",
                        choices[g].scope.name ? choices[g].scope.name : choices[g].scope.group,
                        choices[g].outcome.metric, choices[g].outcome.second);
    for (size_t g = 0; g < n; g++) {
        if (!differs(&choices[g], &choices[common]))
            continue;
        const struct init_scope *scope = &choices[g].scope;
        strbuf_puts(draft->text, any ? "  - " : "arms:\n  - ");
        any = true;
        if (scope->name)
            add_line(draft, "name: ", scope->name);
        if (*scope->group)
            add_line(draft, scope->name ? "    group: " : "group: ", scope->group);
        add_changes(draft, &choices[g], &choices[common]);
    }
}

bool draft_can_discover(const struct init_kinds *kinds)
{
    for (size_t k = 0; k < kinds->n_kinds; k++)
        if (init_kind_is_log(&kinds->items[k]) && !kinds->items[k].layout.pattern)
            return false;
    return true;
}
