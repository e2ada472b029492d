/* The two tables, and the setters that options share. */
#include "options.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "estimate/request.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

static void *field(struct options *options, const struct option *option)
{
    return (char *)options + option->offset;
}

static bool set_flag(struct options *options, const struct option *option, const char *value,
                     struct strbuf *problem)
{
    (void)value, (void)problem;
    *(bool *)field(options, option) = true;
    return true;
}

static bool set_text(struct options *options, const struct option *option, const char *value,
                     struct strbuf *problem)
{
    if (!*value) {
        strbuf_puts(problem, "the argument is empty");
        return false;
    }
    *(const char **)field(options, option) = value;
    return true;
}

/* The length of the first item of a list: commas inside parentheses do not separate. */
static size_t item_length(const char *list)
{
    size_t n = 0;
    for (int depth = 0; list[n] && (list[n] != ',' || depth > 0); n++)
        depth += (list[n] == '(') - (list[n] == ')');
    return n;
}

static void add_word(struct word_list *list, const char *word, size_t length)
{
    while (length && *word == ' ')
        word++, length--;
    while (length && word[length - 1] == ' ')
        length--;
    if (!length)
        return;
    list->words = mem_grow(list->words, list->n_words, &list->capacity, sizeof *list->words);
    list->words[list->n_words++] = mem_strndup(word, length);
}

/* Given twice, a list goes on where it stopped. */
static bool set_words(struct options *options, const struct option *option, const char *value,
                      struct strbuf *problem)
{
    struct word_list *list = field(options, option);
    for (;;) {
        size_t n = item_length(value);
        add_word(list, value, n);
        if (!value[n])
            break;
        value += n + 1;
    }
    if (!list->n_words)
        strbuf_puts(problem, "the list is empty");
    return list->n_words > 0;
}

static bool read_bounded(const struct option *option, const char *value, size_t length,
                         unsigned long long *count, struct strbuf *problem)
{
    if (num_read_count(value, length, option->high, count) && *count >= option->low)
        return true;
    strbuf_printf(problem, "\"%.*s\" is not a whole number from %lu to %lu", (int)length, value,
                  option->low, option->high);
    return false;
}

static bool set_count(struct options *options, const struct option *option, const char *value,
                      struct strbuf *problem)
{
    unsigned long long count;
    if (!read_bounded(option, value, strlen(value), &count, problem))
        return false;
    *(size_t *)field(options, option) = (size_t)count;
    return true;
}

static bool set_folds(struct options *options, const struct option *option, const char *value,
                      struct strbuf *problem)
{
    if (strcmp(value, "loo") != 0) {
        if (set_count(options, option, value, problem))
            return true;
        strbuf_puts(problem, ", nor loo");
        return false;
    }
    options->settings.folds = FOLDS_LEAVE_ONE_OUT;
    return true;
}

static bool set_seed(struct options *options, const struct option *option, const char *value,
                     struct strbuf *problem)
{
    (void)option;
    unsigned long long seed;
    if (!num_read_count(value, strlen(value), UINT64_MAX, &seed)) {
        strbuf_printf(problem, "\"%s\" is not a whole number below 2^64", value);
        return false;
    }
    options->settings.seed = seed;
    options->seed_given = true;
    return true;
}

static bool set_share(struct options *options, const struct option *option, const char *value,
                      struct strbuf *problem)
{
    double share;
    if (num_read(value, strlen(value), &share) != NUM_FINITE || !(share > 0 && share < 1)) {
        strbuf_printf(problem, "\"%s\" is not a number between 0 and 1 (such as 0.95)", value);
        return false;
    }
    *(double *)field(options, option) = share;
    return true;
}

static int compare_sizes(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

static bool set_budgets(struct options *options, const struct option *option, const char *value,
                        struct strbuf *problem)
{
    struct analysis_settings *settings = &options->settings;
    enum { MAX = sizeof settings->budgets / sizeof *settings->budgets };
    size_t n_budgets = 0;
    for (bool more = true; more;) {
        size_t n = item_length(value);
        unsigned long long count;
        if (!read_bounded(option, value, n, &count, problem))
            return false;
        if (n_budgets == MAX) {
            strbuf_printf(problem, "more than %d budgets", MAX);
            return false;
        }
        settings->budgets[n_budgets++] = (size_t)count;
        more = value[n] == ',';
        value += n + more;
    }
    qsort(settings->budgets, n_budgets, sizeof *settings->budgets, compare_sizes);
    settings->n_budgets = 0;
    for (size_t i = 0; i < n_budgets; i++)
        if (!i || settings->budgets[i] != settings->budgets[i - 1])
            settings->budgets[settings->n_budgets++] = settings->budgets[i];
    return true;
}

/* "x is no section; did you mean y? (a, b, c)" */
static bool no_such_word(const char *what, const char *word, const char *const *words,
                         size_t n_words, struct strbuf *problem)
{
    const char *nearest = text_nearest(word, words, n_words);
    strbuf_printf(problem, "\"%s\" is no %s", word, what);
    if (nearest)
        strbuf_printf(problem, "; did you mean %s?", nearest);
    strbuf_puts(problem, " (known:");
    for (size_t i = 0; i < n_words; i++)
        strbuf_printf(problem, "%s %s", i ? "," : "", words[i]);
    strbuf_add_char(problem, ')');
    return false;
}

static bool add_section(struct options *options, const char *word, struct strbuf *problem)
{
    const char *names[N_SECTIONS + 1];
    for (size_t s = 0; s < N_SECTIONS; s++) {
        names[s] = section_name((enum section)s);
        if (!strcmp(word, names[s])) {
            options->sections |= 1u << s;
            return true;
        }
    }
    names[N_SECTIONS] = "all";
    if (strcmp(word, "all") != 0)
        return no_such_word("section", word, names, N_SECTIONS + 1, problem);
    options->sections |= (1u << N_SECTIONS) - 1;
    return true;
}

static bool set_sections(struct options *options, const struct option *option, const char *value,
                         struct strbuf *problem)
{
    (void)option;
    bool ok = true;
    for (bool more = true; more && ok;) {
        size_t n = item_length(value);
        char *word = mem_strndup(value, n);
        ok = add_section(options, word, problem);
        free(word);
        more = value[n] == ',';
        value += n + more;
    }
    return ok;
}

static bool set_format(struct options *options, const struct option *option, const char *value,
                       struct strbuf *problem)
{
    (void)option;
    const char *names[REPORT_FORMATS_MAX];
    size_t n_formats;
    const struct report_format *formats = report_formats(&n_formats);
    for (size_t i = 0; i < n_formats; i++) {
        names[i] = formats[i].name;
        if (!strcmp(value, names[i])) {
            options->format = value;
            return true;
        }
    }
    return no_such_word("format", value, names, n_formats, problem);
}

static bool set_color(struct options *options, const struct option *option, const char *value,
                      struct strbuf *problem)
{
    (void)option;
    static const char *const names[] = {
        [COLOR_AUTO] = "auto", [COLOR_ALWAYS] = "always", [COLOR_NEVER] = "never"};
    for (size_t i = 0; i < 3; i++)
        if (!strcmp(value, names[i])) {
            options->color = (enum color_when)i;
            return true;
        }
    return no_such_word("choice", value, names, 3, problem);
}

#define AT(member) offsetof(struct options, member)
enum {
    EXPLORE = 1u << COMMAND_EXPLORE,
    REPORT = 1u << COMMAND_REPORT,
    ESTIMATING = EXPLORE | REPORT, /* commands that compute figures */
    EVERY = (1u << N_COMMANDS) - 1
};

static const struct option table[] = {
    {"arms", 0, "ARM,…", ESTIMATING,
     "Use only these arms: names, group/name, or patterns such as 'mnist/*'.", set_words, AT(arms),
     0, 0},
    {"families", 0, "FAMILY,…", ESTIMATING,
     "Use only candidates of these families: names or patterns.", set_words, AT(families), 0, 0},
    {"adjusters", 0, "NAME,…", ESTIMATING,
     "Compare these adjusters: fixed, best, pca1 to pca9, posthoc, best-shrunk, pca1-shrunk to "
     "pca9-shrunk, ridge.",
     set_words, AT(adjusters), 0, 0},
    {"statistic", 0, "NAME,…", ESTIMATING,
     "Let fixed use this candidate, or these together, in place of the declared statistic; the "
     "result is exploratory.",
     set_words, AT(statistic), 0, 0},
    {"folds", 0, "K|loo", ESTIMATING,
     "Cross-fit over K folds, or leave one run out at a time (loo).", set_folds,
     AT(settings.folds), 2, 100000},
    {"splits", 0, "COUNT", ESTIMATING, "Average over this many random partitions into folds.",
     set_count, AT(settings.splits), 1, 10000000},
    {"draws", 0, "COUNT", ESTIMATING,
     "Draw this many subsets of runs for each budget; coverage and the synthetic null take five "
     "halves of it.",
     set_count, AT(settings.draws), 1, 10000000},
    {"budgets", 0, "N,…", ESTIMATING, "Show budgets of these numbers of runs.", set_budgets, 0, 2,
     1000000},
    {"seed", 0, "NUMBER", ESTIMATING, "Key all random streams with this number.", set_seed, 0, 0,
     0},
    {"level", 0, "SHARE", ESTIMATING, "Give intervals of this confidence level, such as 0.95.",
     set_share, AT(settings.level), 0, 0},
    {"power", 0, "SHARE", ESTIMATING,
     "Give minimal detectable effects of this power, such as 0.8.", set_share,
     AT(settings.power), 0, 0},
    {"threads", 0, "COUNT", ESTIMATING,
     "Compute on this many threads, 0 meaning all processors; figures do not depend on it.",
     set_count, AT(n_threads), 0, 1024},
    {"format", 0, "NAME", REPORT, "Write the report in this format: text or json.", set_format, 0,
     0, 0},
    {"only", 0, "SECTION,…", REPORT,
     "Report only these sections: arms, pairs, budget, coverage, null, families, variability, or "
     "all.",
     set_sections, 0, 0, 0},
    {"output", 'o', "FILE", REPORT,
     "Write to this file, all of it or nothing, instead of standard output.", set_text, AT(output),
     0, 0},
    {"ascii", 0, NULL, EXPLORE, "Draw with ASCII characters only.", set_flag, AT(ascii), 0, 0},
    {"color", 0, "WHEN", EXPLORE, "Use colours: auto, always or never.", set_color, 0, 0, 0},
    {"no-mouse", 0, NULL, EXPLORE, "Leave the mouse to the terminal.", set_flag, AT(no_mouse), 0,
     0},
    {"fresh", 0, NULL, EXPLORE, "Ignore what was ticked and shown the last time.", set_flag,
     AT(fresh), 0, 0},
    {"keys", 0, "FILE", EXPLORE, "Take keys from this file instead of the keyboard.", set_text,
     AT(keys), 0, 0},
    {"help", 'h', NULL, EVERY, "Show this help and leave.", set_flag, AT(help), 0, 0},
    {"version", 0, NULL, EVERY, "Show the version and leave.", set_flag, AT(version), 0, 0},
};

const struct option *options_table(size_t *n_options)
{
    *n_options = sizeof table / sizeof *table;
    return table;
}

const struct command commands[N_COMMANDS] = {
    [COMMAND_EXPLORE] = {"explore", "[STUDY.yaml]", 0, 1,
                         "Explore a study on the screen (the word may be left out; without a "
                         "study, the bundled one)."},
    [COMMAND_REPORT] = {"report", "STUDY.yaml", 1, 1, "Print a report of a study."},
};
