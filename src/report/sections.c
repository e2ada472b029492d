#include "report/sections.h"

#include "config.h"
#include "base/strbuf.h"
#include "report/sentence.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    enum section section;
    const char *title;
    void (*build)(struct document *document, const struct figures *figures);
} sections[] = {
    {SECTION_VARIABILITY, "Outcome by arm", section_variability},
    {SECTION_ARMS, "Variance reduction by arm", section_arms},
    {SECTION_PAIRS, "Pairs of arms", section_pairs},
    {SECTION_MORE, "More runs or not", section_more},
    {SECTION_BUDGET, "Budget: variance reduction against runs", section_budget},
    {SECTION_NULL, "Synthetic null: rejections where there is no difference", section_null},
    {SECTION_COVERAGE, "Coverage of the arm's own mean", section_coverage},
    {SECTION_SIGNAL, "Signal: when the logs begin to tell", section_signal},
    {SECTION_FAMILIES, "Families: what looks best against what is best", section_families},
};

static const char *joined(struct document *document, size_t n_names, const char *const *names)
{
    struct strbuf text;
    strbuf_init(&text);
    for (size_t i = 0; i < n_names; i++)
        strbuf_printf(&text, "%s%s", i ? " + " : "", names[i]);
    const char *kept = arena_strdup(&document->arena, text.text);
    strbuf_done(&text);
    return kept;
}

/* The names of the chosen families. */
static const char *families_text(struct document *document, const struct snapshot *snapshot)
{
    const struct study *study = snapshot->study;
    struct strbuf names;
    strbuf_init(&names);
    for (size_t f = 0; f < study->n_families; f++)
        if (snapshot->request.families >> f & 1)
            strbuf_printf(&names, "%s%s", names.length ? ", " : "", study->families[f].name);
    const char *kept = arena_strdup(&document->arena, names.length ? names.text : "none");
    strbuf_done(&names);
    return kept;
}

static bool same_declared(const struct arm *a, const struct arm *b)
{
    bool same = a->n_statistic == b->n_statistic && a->statistic_declared == b->statistic_declared;
    for (size_t i = 0; same && i < a->n_statistic; i++)
        same = !strcmp(a->statistic[i], b->statistic[i]);
    return same;
}

/* The statistic that all arms declare, or that they differ. */
static void add_declared(struct document *document, const struct snapshot *snapshot)
{
    for (size_t i = 1; i < snapshot->n_arms; i++)
        if (!same_declared(snapshot->arms[0].arm, snapshot->arms[i].arm)) {
            document_add_fact(document, "statistic",
                              "as each arm declares it, or by default where it declares none");
            return;
        }
    if (snapshot->n_arms && !snapshot->arms[0].arm->n_statistic)
        document_add_fact(document, "statistic", "none declared");
    else if (snapshot->n_arms)
        document_add_fact(document, "statistic", "%s, %s",
                          joined(document, snapshot->arms[0].arm->n_statistic,
                                 (const char *const *)snapshot->arms[0].arm->statistic),
                          snapshot->arms[0].arm->statistic_declared
                              ? "as declared in the manifest"
                              : "chosen by default: the manifest declares none");
}

static void add_statistic(struct document *document, const struct snapshot *snapshot)
{
    const struct request *request = &snapshot->request;
    if (!request->n_statistic)
        add_declared(document, snapshot);
    else
        document_add_fact(
            document, "statistic", "%s",
            joined(document, request->n_statistic, (const char *const *)request->statistic));
}

static void add_settings(struct document *document, const struct figures *figures)
{
    const struct analysis_settings *settings = &figures->snapshot->request.settings;
    const char *folds = settings->folds == FOLDS_LEAVE_ONE_OUT
                            ? "leave one out"
                            : arena_printf(&document->arena, "%zu folds", settings->folds);
    document_add_fact(document, "settings",
                      "%s, %s splits, %s draws, seed %llu, %s %% intervals, power %s %%", folds,
                      figure_count(figures, settings->splits),
                      figure_count(figures, settings->draws), (unsigned long long)settings->seed,
                      sentence_level(figures), figure_fixed(figures, 100 * settings->power, 0));
}

static void add_one_outcome(struct document *document, const struct figures *figures,
                            const struct arm *arm)
{
    const struct arm_outcome *outcome = &arm->outcome;
    const char *unit = figure_unit(figures, arm);
    document_add_fact(document, "outcome", "%s, %s is better", outcome->text,
                      outcome->higher_is_better ? "higher" : "lower");
    if (outcome->scale != 1)
        document_add_fact(document, "shown", "times %s%s%s",
                          figure_fixed(figures, outcome->scale, outcome->scale < 1 ? 6 : 0),
                          *unit ? ", in" : "", unit);
    else if (*unit)
        document_add_fact(document, "shown", "in%s", unit);
}

/* The arms of the report whose outcome this is. */
static const char *arms_of_outcome(struct document *document, const struct snapshot *snapshot,
                                   size_t outcome_index)
{
    const char **names = arena_alloc(&document->arena, snapshot->n_arms + 1, sizeof *names);
    size_t n = 0;
    for (size_t i = 0; i < snapshot->n_arms; i++)
        if (snapshot->arms[i].arm->outcome_index == outcome_index)
            names[n++] = snapshot->arms[i].arm->label;
    return joined(document, n, names);
}

static void add_outcome(struct document *document, const struct figures *figures)
{
    const struct snapshot *snapshot = figures->snapshot;
    bool one = true;
    for (size_t i = 1; i < snapshot->n_arms; i++)
        one = one && snapshot->arms[i].arm->outcome_index == snapshot->arms[0].arm->outcome_index;
    for (size_t i = 0; i < snapshot->n_arms; i++) {
        const struct arm *arm = snapshot->arms[i].arm;
        size_t first = 0;
        while (snapshot->arms[first].arm->outcome_index != arm->outcome_index)
            first++;
        if (first < i)
            continue;
        add_one_outcome(document, figures, arm);
        if (!one)
            document_add_fact(document, "of arms", "%s",
                              arms_of_outcome(document, snapshot, arm->outcome_index));
    }
}

static void add_head(struct document *document, const struct figures *figures)
{
    const struct study *study = figures->snapshot->study;
    document_add(document, BLOCK_TITLE, "%s", study->title);
    document_add_fact(document, "study", "%s", study->path);
    document_add_fact(document, "sha256", "%s", study->sha256);
    add_outcome(document, figures);
    document_add_fact(document, "window", "%s of training", study->window);
    document_add_fact(document, "families", "%s", families_text(document, figures->snapshot));
    add_statistic(document, figures->snapshot);
    add_settings(document, figures);
    section_record_head(document, figures);
    document_add_fact(document, "made by", "logvar %s", PACKAGE_VERSION);
}

/* Adjusters that share a reason stand in one line. */
static void add_exploratory(struct document *document, const struct snapshot *snapshot)
{
    enum exploratory_reason raw =
        exploratory_rule(snapshot->study, &snapshot->request, (struct adjuster){ADJUSTER_RAW, 0},
                         &snapshot->history);
    if (raw != EXPLORATORY_NO)
        document_add(document, BLOCK_ITEM, "! exploratory (every figure, raw ones too): %s.",
                     exploratory_sentence(raw));
    if (!snapshot->n_arms)
        return;
    const struct arm_result *arm = &snapshot->arms[0];
    for (int reason = EXPLORATORY_NO + 1; reason < N_EXPLORATORY; reason++) {
        struct strbuf names;
        strbuf_init(&names);
        for (size_t i = 0; i < arm->n_adjusters; i++) {
            char name[ADJUSTER_NAME_MAX];
            adjuster_name(arm->adjusters[i].adjuster, name);
            if ((int)arm->adjusters[i].exploratory == reason)
                strbuf_printf(&names, "%s%s", names.length ? ", " : "", name);
        }
        if (names.length)
            document_add(document, BLOCK_ITEM, "! exploratory (%s): %s.", names.text,
                         exploratory_sentence((enum exploratory_reason)reason));
        strbuf_done(&names);
    }
}

static void add_warnings(struct document *document, const struct snapshot *snapshot)
{
    if (snapshot->failure)
        document_add(document, BLOCK_ITEM, "Not complete: %s.", snapshot->failure);
    for (size_t i = 0; i < snapshot->n_arms; i++) {
        const struct arm_result *result = &snapshot->arms[i];
        size_t asked = snapshot->request.settings.folds;
        if (result->arm->n_runs < STUDY_FEW_RUNS)
            document_add(document, BLOCK_ITEM,
                         "Small: %s has %zu runs; below %d an estimated coefficient usually costs "
                         "more precision than it gives.",
                         result->arm->label, result->arm->n_runs, STUDY_FEW_RUNS);
        if (asked != FOLDS_LEAVE_ONE_OUT && result->folds && result->folds < asked &&
            !result->given_folds)
            document_add(document, BLOCK_ITEM, "%s: %zu folds in place of %zu, one per run.",
                         result->arm->label, result->folds, asked);
        if (result->given_folds)
            document_add(document, BLOCK_ITEM, "%s: the table's own %zu folds, one split.",
                         result->arm->label, result->folds);
    }
}

static void add_closing(struct document *document, const struct figures *figures)
{
    document_add(document, BLOCK_HEADING, "How to read this");
    document_add(
        document, BLOCK_ITEM,
        "What is said of a pair rests on the raw interval, or on the two-phase one where "
        "the manifest declares unfinished runs. An adjusted interval is the one that one "
        "would have if the average log were known: not a result, but a measure of what the "
        "logs explain. Adjusted intervals are empirically checked precision estimates, "
        "not finite-sample guarantees.");
    document_add(document, BLOCK_ITEM,
                 "The adjusted variance that enters an interval is the median, over the splits, of "
                 "the sample variance of the adjusted outcomes; the difference it stands around "
                 "is the raw one.");
    document_add(document, BLOCK_ITEM,
                 "VR: variance reduction, out of fold, in %% of the raw variance.");
    if (figures->snapshot->request.sections >> SECTION_PAIRS & 1)
        document_add(
            document, BLOCK_ITEM,
            "Intervals are Welch's at %s %%; p-values are two-sided, of the raw intervals (or "
            "the two-phase ones that are claimed) alone, and corrected by Holm over the "
            "pairs of the study.",
            sentence_level(figures));
    document_add(document, BLOCK_ITEM, "Method: arXiv 2608.02705.");
}

void sections_build(const struct snapshot *snapshot, const struct record_facts *facts,
                    struct document *document)
{
    struct figures figures;
    figures_init(&figures, &document->arena, snapshot);
    figures.facts = facts;
    add_head(document, &figures);
    add_exploratory(document, snapshot);
    add_warnings(document, snapshot);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (snapshot->request.sections >> sections[i].section & 1) {
            document_add(document, BLOCK_HEADING, "%s", sections[i].title);
            sections[i].build(document, &figures);
        }
    section_record(document, &figures);
    add_closing(document, &figures);
}
