#include "command/choices.h"

#include "base/mem.h"
#include "base/strbuf.h"
#include "base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Names that could have been meant, gathered for one message. */
struct choice_names {
    const char **items;
    size_t n_items, capacity;
};

static void choice_names_add(struct choice_names *names, const char *name)
{
    for (size_t i = 0; i < names->n_items; i++)
        if (!strcmp(names->items[i], name))
            return;
    names->items = mem_grow(names->items, names->n_items, &names->capacity, sizeof *names->items);
    names->items[names->n_items++] = name;
}

enum { NAMES_LISTED = 12 };

/* "--arms: no arm is called x; did you mean y? (there are: a, b, c)" */
static void no_such(struct diags *diags, const char *option, const char *what, const char *word,
                    const struct choice_names *names)
{
    struct strbuf message;
    strbuf_init(&message);
    strbuf_printf(&message, "--%s: no %s of this study is called \"%s\"", option, what, word);
    const char *nearest = text_nearest(word, names->items, names->n_items);
    if (nearest)
        strbuf_printf(&message, "; did you mean %s?", nearest);
    strbuf_printf(&message, " (there %s:", names->n_items == 1 ? "is" : "are");
    for (size_t i = 0; i < names->n_items && i < NAMES_LISTED; i++)
        strbuf_printf(&message, "%s %s", i ? "," : "", names->items[i]);
    if (names->n_items > NAMES_LISTED)
        strbuf_printf(&message, " and %zu more", names->n_items - NAMES_LISTED);
    strbuf_puts(&message, names->n_items ? ")" : " none)");
    diags_add(diags, DIAG_ERROR, (struct diag_place){0}, "%s", message.text);
    strbuf_done(&message);
}

static bool arm_is(const struct arm *arm, const char *word)
{
    return !strcmp(word, arm->name) || !strcmp(word, arm->label);
}

static bool arm_fits(const struct arm *arm, const char *word)
{
    return text_glob(word, arm->name) || text_glob(word, arm->label);
}

/* An exact name goes before a pattern: a name may hold brackets. */
static bool mark_arms(const struct study *study, const char *word, bool *marks)
{
    bool (*const tests[])(const struct arm *, const char *) = {arm_is, arm_fits};
    bool found = false;
    for (size_t t = 0; t < 2 && !found; t++)
        for (size_t i = 0; i < study->n_arms; i++)
            if (tests[t](&study->arms[i], word))
                marks[i] = found = true;
    return found;
}

static void no_such_arm(const struct study *study, const char *word, struct diags *diags)
{
    struct choice_names names = {0};
    for (size_t g = 0; g < study->n_groups; g++)
        if (!strcmp(study->groups[g], word)) {
            diags_add(diags, DIAG_ERROR, (struct diag_place){0},
                      "--arms: \"%s\" is a group; its arms are '%s/*'", word, word);
            return;
        }
    for (size_t i = 0; i < study->n_arms; i++)
        choice_names_add(&names, study->arms[i].label);
    for (size_t i = 0; i < study->n_arms; i++)
        if (text_distance(word, study->arms[i].name) < 3)
            choice_names_add(&names, study->arms[i].name);
    no_such(diags, "arms", "arm", word, &names);
    free(names.items);
}

static void choose_arms(const struct options *options, const struct study *study,
                        struct request *request, struct diags *diags)
{
    if (!options->arms.n_words)
        return;
    bool *marks = mem_zeroed(study->n_arms + 1, sizeof *marks);
    for (size_t i = 0; i < options->arms.n_words; i++)
        if (!mark_arms(study, options->arms.words[i], marks))
            no_such_arm(study, options->arms.words[i], diags);
    request->n_arms = 0;
    for (size_t i = 0; i < study->n_arms; i++)
        if (marks[i])
            request->arms[request->n_arms++] = i;
    free(marks);
}

static void choose_families(const struct options *options, const struct study *study,
                            struct request *request, struct diags *diags)
{
    struct choice_names names = {0};
    for (size_t f = 0; f < study->n_families; f++)
        choice_names_add(&names, study->families[f].name);
    uint64_t chosen = 0;
    for (size_t i = 0; i < options->families.n_words; i++) {
        const char *word = options->families.words[i];
        uint64_t before = chosen, fits = 0;
        for (size_t f = 0; f < study->n_families; f++)
            if (!strcmp(word, study->families[f].name) || text_glob(word, study->families[f].name))
                fits |= UINT64_C(1) << f;
        chosen = before | fits;
        if (!fits)
            no_such(diags, "families", "family", word, &names);
    }
    if (options->families.n_words)
        request->families = chosen;
    free(names.items);
}

static const char *reason_dropped(const struct arm *arm, const char *name)
{
    for (size_t i = 0; i < arm->n_dropped; i++)
        if (!strcmp(arm->dropped[i].name, name))
            return arm->dropped[i].reason;
    return "not in its logs";
}

static void no_such_candidate(const struct study *study, const struct request *request,
                              const char *word, struct diags *diags)
{
    struct choice_names names = {0};
    /* The arms of a study mostly share their candidates; the first is enough for a list. */
    for (size_t i = 0; i < request->n_arms && i < 1; i++)
        for (size_t j = 0; j < study->arms[request->arms[i]].n_candidates; j++)
            choice_names_add(&names, study->arms[request->arms[i]].candidates[j].name);
    no_such(diags, "statistic", "candidate", word, &names);
    free(names.items);
}

/* A statistic that some of the arms have is used there; the others are named. */
static void check_candidate(const struct study *study, const struct request *request,
                            const char *word, struct diags *diags)
{
    size_t n_found = 0;
    for (size_t i = 0; i < request->n_arms; i++)
        n_found += arm_find_candidate(&study->arms[request->arms[i]], word) != ARM_NO_CANDIDATE;
    if (!n_found && request->n_arms)
        no_such_candidate(study, request, word, diags);
    for (size_t i = 0; i < request->n_arms && n_found; i++) {
        const struct arm *arm = &study->arms[request->arms[i]];
        if (arm_find_candidate(arm, word) == ARM_NO_CANDIDATE)
            diags_add(diags, DIAG_WARNING, (struct diag_place){0}, "--statistic: %s has no %s (%s)",
                      arm->label, word, reason_dropped(arm, word));
    }
}

static void choose_statistic(const struct options *options, const struct study *study,
                             struct request *request, struct diags *diags)
{
    const struct word_list *words = &options->statistic;
    if (words->n_words > REQUEST_STATISTIC_MAX) {
        diags_add(diags, DIAG_ERROR, (struct diag_place){0},
                  "--statistic: more than %d candidates together", REQUEST_STATISTIC_MAX);
        return;
    }
    for (size_t i = 0; i < words->n_words; i++) {
        check_candidate(study, request, words->words[i], diags);
        request->statistic[request->n_statistic++] = mem_strdup(words->words[i]);
    }
}

static void choose_settings(const struct options *options, struct analysis_settings *settings)
{
    const struct analysis_settings *given = &options->settings;
    if (given->folds != FOLDS_NOT_GIVEN) {
        settings->folds = given->folds;
        settings->folds_given = true;
    }
    if (given->splits)
        settings->splits = given->splits;
    if (given->draws)
        settings->draws = given->draws;
    if (given->n_budgets) {
        settings->n_budgets = given->n_budgets;
        memcpy(settings->budgets, given->budgets, sizeof settings->budgets);
    }
    if (given->level > 0)
        settings->level = given->level;
    if (given->power > 0)
        settings->power = given->power;
    if (options->seed_given)
        settings->seed = given->seed;
}

bool choices_given(const struct options *options)
{
    const struct analysis_settings *settings = &options->settings;
    return options->arms.n_words || options->families.n_words || options->statistic.n_words ||
           options->adjusters_given || options->seed_given || settings->n_budgets ||
           settings->splits || settings->draws || settings->level > 0 || settings->power > 0 ||
           settings->folds != FOLDS_NOT_GIVEN || options->half_width > 0 ||
           options->difference > 0 || options->tuned_at;
}

/* Widths and differences are given as they are shown. */
static void choose_goals(const struct options *options, const struct study *study,
                         struct request *request, struct diags *diags)
{
    double scale = 1;
    for (size_t i = 0; i < request->n_arms; i++) {
        const struct arm_outcome *outcome = &study->arms[request->arms[i]].outcome,
                                 *first = &study->arms[request->arms[0]].outcome;
        scale = first->scale;
        if ((options->half_width > 0 || options->difference > 0) &&
            (outcome->scale != scale || strcmp(outcome->unit, first->unit) != 0)) {
            diags_add(diags, DIAG_ERROR, (struct diag_place){0},
                      "%s: the outcomes of the arms '%s' and '%s' are shown in different units; "
                      "choose arms of one outcome with --arms",
                      options->half_width > 0 ? "--half-width" : "--difference",
                      study->arms[request->arms[0]].label, study->arms[request->arms[i]].label);
            return;
        }
    }
    request->half_width = options->half_width / scale;
    request->difference = options->difference / scale;
}

bool choices_request(const struct options *options, const struct study *study,
                     struct request *request, struct diags *diags)
{
    size_t n_errors = diags->n_errors;
    request_init(request, study);
    choose_settings(options, &request->settings);
    choose_arms(options, study, request, diags);
    choose_families(options, study, request, diags);
    choose_statistic(options, study, request, diags);
    if (options->adjusters_given) {
        request->n_adjusters = options->n_adjusters;
        memcpy(request->adjusters, options->adjusters, sizeof request->adjusters);
    }
    if (options->sections)
        request->sections = options->sections;
    choose_goals(options, study, request, diags);
    request->tuned_at = options->tuned_at;
    if (options->half_width > 0 || options->difference > 0 || options->tuned_at)
        request->sections |= 1u << SECTION_MORE;
    return diags->n_errors == n_errors;
}
