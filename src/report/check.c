#include "report/check.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "estimate/twophase_words.h"
#include "report/check_dropped.h"
#include "report/listing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *plural(size_t n)
{
    return n == 1 ? "" : "s";
}

/* Once each, with an arm that has it where there are several. */
static void outcomes(const struct study *study, struct strbuf *out)
{
    bool common = study_common_outcome(study) != NULL;
    size_t n = 0;
    for (size_t a = 0; a < study->n_arms; a++) {
        const struct arm *arm = &study->arms[a];
        size_t first = 0, n_arms = 0;
        while (study->arms[first].outcome_index != arm->outcome_index)
            first++;
        if (first < a)
            continue;
        for (size_t i = a; i < study->n_arms; i++)
            n_arms += study->arms[i].outcome_index == arm->outcome_index;
        strbuf_puts(out, n++ ? "\n           " : "\n  outcome  ");
        text_add_visible(out, arm->outcome.text);
        strbuf_printf(out, ", %s is better", arm->outcome.higher_is_better ? "higher" : "lower");
        if (*arm->outcome.unit) {
            strbuf_puts(out, ", in ");
            text_add_visible(out, arm->outcome.unit);
        }
        if (common)
            continue;
        strbuf_puts(out, ": ");
        text_add_visible(out, arm->label);
        if (n_arms > 1)
            strbuf_printf(out, " and %zu more", n_arms - 1);
    }
}

static void title(const struct study *study, struct strbuf *out)
{
    size_t n_runs = 0, n_left_out = 0;
    for (size_t a = 0; a < study->n_arms; a++) {
        n_runs += study->arms[a].n_runs;
        n_left_out += study->arms[a].n_left_out;
    }
    text_add_visible(out, study->title);
    outcomes(study, out);
    if (*study->window) {
        strbuf_puts(out, "\n  window   ");
        text_add_visible(out, study->window);
    }
    strbuf_printf(out, "\n  found    %zu arm%s, %zu usable run%s, %zu left out\n", study->n_arms,
                  plural(study->n_arms), n_runs, plural(n_runs), n_left_out);
}

/* Decimals that show three digits of the smallest spread. */
static int decimals_of(const struct study *study)
{
    int decimals = 2;
    for (size_t a = 0; a < study->n_arms; a++) {
        double sd = study->arms[a].y_sd * study->arms[a].outcome.scale;
        int needed = sd > 0 && isfinite(sd) ? 2 - (int)floor(log10(sd)) : 0;
        decimals = needed > decimals ? needed : decimals;
    }
    return decimals > 8 ? 8 : decimals;
}

static size_t name_width(const struct study *study)
{
    size_t width = 12;
    for (size_t a = 0; a < study->n_arms; a++) {
        size_t own = text_width(study->arms[a].label);
        width = own > width ? own : width;
    }
    return width > 28 ? 28 : width;
}

static void name_column(struct strbuf *out, const char *name, size_t width)
{
    size_t own = text_width(name);
    text_add_visible(out, name);
    strbuf_add_repeated(out, ' ', own < width ? width - own : 0);
}

static void arms(const struct study *study, struct strbuf *out)
{
    size_t width = name_width(study);
    int decimals = decimals_of(study);
    strbuf_puts(out, "\nArms\n  ");
    name_column(out, "arm", width);
    strbuf_printf(out, " %5s %9s %11s %10s %11s\n", "runs", "left out", "mean", "sd", "candidates");
    for (size_t a = 0; a < study->n_arms; a++) {
        const struct arm *arm = &study->arms[a];
        char mean[NUM_TEXT_MAX], sd[NUM_TEXT_MAX];
        num_write_fixed(mean, arm->y_mean * arm->outcome.scale, decimals);
        num_write_fixed(sd, arm->y_sd * arm->outcome.scale, decimals);
        strbuf_puts(out, "  ");
        name_column(out, arm->label, width);
        strbuf_printf(out, " %5zu %9zu %11s %10s %11zu\n", arm->n_runs, arm->n_left_out, mean, sd,
                      arm->n_candidates);
    }
}

static void families(const struct study *study, struct strbuf *out)
{
    strbuf_puts(out, "\nFamilies (candidates, the most in any arm)\n");
    for (size_t f = 0; f < study->n_families; f++) {
        strbuf_puts(out, "  ");
        name_column(out, study->families[f].name, 24);
        strbuf_printf(out, " %6zu\n", study->families[f].n_candidates);
    }
}

static void owners(const struct study *study, const struct listing_entry *entry, struct strbuf *out)
{
    if (entry->n_owners == study->n_arms && study->n_arms > 1) {
        if (study->n_arms == 2)
            strbuf_puts(out, "  both arms\n");
        else
            strbuf_printf(out, "  all %zu arms\n", study->n_arms);
        return;
    }
    char **names = mem_array(entry->n_owners, sizeof *names);
    for (size_t i = 0; i < entry->n_owners; i++)
        names[i] = text_visible(entry->owners[i]);
    listing_write(out, 2, CHECK_COLUMNS, "", (const char *const *)names, entry->n_owners);
    for (size_t i = 0; i < entry->n_owners; i++)
        free(names[i]);
    free(names);
}

/* Who, why and (with `what`) how many, then the items. */
static void entries(const struct study *study, const struct listing *listing, const char *what,
                    struct strbuf *out)
{
    for (size_t i = 0; i < listing->n_entries; i++) {
        const struct listing_entry *entry = &listing->entries[i];
        if (!i || !listing_same_owners(entry, entry - 1))
            owners(study, entry, out);
        struct strbuf heading;
        strbuf_init(&heading);
        strbuf_puts(&heading, entry->heading);
        if (what)
            strbuf_printf(&heading, ", %zu %s%s", entry->n_meant, what, plural(entry->n_meant));
        listing_write(out, 4, CHECK_COLUMNS, heading.text, (const char *const *)entry->items,
                      entry->n_items);
        strbuf_done(&heading);
    }
}

static void left_out(const struct study *study, struct strbuf *out)
{
    struct listing listing;
    listing_init(&listing);
    for (size_t a = 0; a < study->n_arms; a++) {
        const struct arm *arm = &study->arms[a];
        for (size_t i = 0; i < arm->n_left_out; i++)
            listing_add(&listing, arm->label, arm->left_out[i].reason, arm->left_out[i].run);
        listing_next_owner(&listing);
    }
    if (listing.n_entries)
        strbuf_puts(out, "\nRuns left out\n");
    entries(study, &listing, "run", out);
    listing_done(&listing);
}

static void unfinished(const struct study *study, struct strbuf *out)
{
    struct listing listing;
    listing_init(&listing);
    for (size_t a = 0; a < study->n_arms; a++) {
        struct strbuf words;
        strbuf_init(&words);
        twophase_add_words(&study->arms[a], &words);
        if (words.length)
            listing_add(&listing, study->arms[a].label, words.text, NULL);
        listing_next_owner(&listing);
        strbuf_done(&words);
    }
    if (listing.n_entries)
        strbuf_puts(out, "\nUnfinished runs: they reached the window's end and not the outcome\n");
    entries(study, &listing, NULL, out);
    listing_done(&listing);
}

static void dropped(const struct study *study, struct strbuf *out)
{
    struct listing metrics, candidates;
    listing_init(&metrics);
    listing_init(&candidates);
    for (size_t a = 0; a < study->n_arms; a++) {
        check_dropped(&study->arms[a], &metrics, &candidates);
        listing_next_owner(&metrics);
        listing_next_owner(&candidates);
    }
    if (metrics.n_entries)
        strbuf_puts(out, "\nMetrics that give no candidates\n");
    entries(study, &metrics, NULL, out);
    if (candidates.n_entries)
        strbuf_puts(out, "\nCandidates dropped\n");
    entries(study, &candidates, "candidate", out);
    listing_done(&metrics);
    listing_done(&candidates);
}

static const char *missing_reason(const struct arm *arm, const char *name)
{
    for (size_t i = 0; i < arm->n_dropped; i++)
        if (!strcmp(arm->dropped[i].name, name))
            return drop_kind_text(arm->dropped[i].kind);
    return "not logged";
}

static void statistic(const struct study *study, struct strbuf *out)
{
    struct listing listing;
    listing_init(&listing);
    for (size_t a = 0; a < study->n_arms; a++) {
        const struct arm *arm = &study->arms[a];
        for (size_t i = 0; i < arm->n_statistic; i++)
            listing_add(&listing, arm->label,
                        arm->statistic_candidate[i] == ARM_NO_CANDIDATE
                            ? missing_reason(arm, arm->statistic[i])
                        : arm->statistic_declared ? "declared"
                                                  : "the default, since none is declared",
                        arm->statistic[i]);
        if (!arm->n_statistic)
            listing_add(&listing, arm->label, "no statistic", "nothing logged could serve");
        listing_next_owner(&listing);
    }
    strbuf_puts(out, "\nStatistic of the fixed adjuster\n");
    entries(study, &listing, NULL, out);
    listing_done(&listing);
}

static void warn(const struct arm *arm, struct listing *listing)
{
    char text[160];
    snprintf(text, sizeof text,
             "%zu runs: below %d the coefficient of an adjustment costs more than it gives",
             arm->n_runs, STUDY_FEW_RUNS);
    if (arm->n_runs < STUDY_FEW_RUNS)
        listing_add(listing, arm->label, text, NULL);
    if (!(arm->y_sd > 0))
        listing_add(listing, arm->label, "all outcomes are the same: no variance to reduce", NULL);
    if (!arm->n_candidates)
        listing_add(listing, arm->label, "no candidates: nothing to adjust by", NULL);
    snprintf(
        text, sizeof text,
        "%zu of %zu runs diverged (%.0f %%); without them the figures are about runs that do not",
        arm->n_diverged, arm->n_runs + arm->n_diverged, 100 * arm_diverged_share(arm));
    if (arm->n_diverged)
        listing_add(listing, arm->label, text, NULL);
    if (arm->refusal)
        listing_add(listing, arm->label, arm->refusal, NULL);
    listing_next_owner(listing);
}

static void warnings(const struct study *study, struct strbuf *out)
{
    struct listing listing;
    listing_init(&listing);
    for (size_t a = 0; a < study->n_arms; a++)
        warn(&study->arms[a], &listing);
    if (listing.n_entries)
        strbuf_puts(out, "\nWarnings\n");
    entries(study, &listing, NULL, out);
    listing_done(&listing);
}

void check_write(const struct study *study, struct strbuf *out)
{
    title(study, out);
    arms(study, out);
    families(study, out);
    statistic(study, out);
    left_out(study, out);
    unfinished(study, out);
    dropped(study, out);
    warnings(study, out);
}

void check_print(const struct study *study, FILE *out)
{
    struct strbuf text;
    strbuf_init(&text);
    check_write(study, &text);
    fwrite(text.text, 1, text.length, out);
    strbuf_done(&text);
}
