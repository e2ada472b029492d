/* What an option does with its value: the setters of the table. */
#include "command/options_set.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "estimate/request.h"
#include "report/report.h"
#include "simulate/simulate_write.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void *field(struct options *options, const struct option *option)
{
    return (char *)options + option->offset;
}

bool set_flag(struct options *options, const struct option *option, const char *value,
              struct strbuf *problem)
{
    (void)value, (void)problem;
    *(bool *)field(options, option) = true;
    return true;
}

bool set_text(struct options *options, const struct option *option, const char *value,
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
bool set_words(struct options *options, const struct option *option, const char *value,
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

bool set_count(struct options *options, const struct option *option, const char *value,
               struct strbuf *problem)
{
    unsigned long long count;
    if (!read_bounded(option, value, strlen(value), &count, problem))
        return false;
    *(size_t *)field(options, option) = (size_t)count;
    return true;
}

bool set_words_or_number(struct options *options, const struct option *option, const char *value,
                         struct strbuf *problem)
{
    unsigned long long number;
    if (options->command != COMMAND_SIMULATE)
        return set_words(options, option, value, problem);
    if (!read_bounded(option, value, strlen(value), &number, problem))
        return false;
    if (option->offset == offsetof(struct options, arms))
        options->simulation.n_arms = (size_t)number;
    else
        options->simulation.n_families = (size_t)number;
    return true;
}

bool set_real(struct options *options, const struct option *option, const char *value,
              struct strbuf *problem)
{
    double real;
    if (num_read(value, strlen(value), &real) != NUM_FINITE || fabs(real) > (double)option->high) {
        strbuf_printf(problem, "\"%s\" is not a number of size up to %lu", value, option->high);
        return false;
    }
    *(double *)field(options, option) = real;
    return true;
}

bool set_fraction(struct options *options, const struct option *option, const char *value,
                  struct strbuf *problem)
{
    double fraction;
    if (num_read(value, strlen(value), &fraction) != NUM_FINITE || fraction < 0 || fraction > 1) {
        strbuf_printf(problem, "\"%s\" is not a number from 0 to 1", value);
        return false;
    }
    *(double *)field(options, option) = fraction;
    return true;
}

bool set_folds(struct options *options, const struct option *option, const char *value,
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

bool set_seed(struct options *options, const struct option *option, const char *value,
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

bool set_share(struct options *options, const struct option *option, const char *value,
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

bool set_amount(struct options *options, const struct option *option, const char *value,
                struct strbuf *problem)
{
    double amount;
    if (num_read(value, strlen(value), &amount) != NUM_FINITE || !(amount > 0)) {
        strbuf_printf(problem, "\"%s\" is not a number above 0", value);
        return false;
    }
    *(double *)field(options, option) = amount;
    return true;
}

bool set_width(struct options *options, const struct option *option, const char *value,
               struct strbuf *problem)
{
    (void)option;
    double inches;
    if (num_read(value, strlen(value), &inches) != NUM_FINITE || !(inches >= 2 && inches <= 20)) {
        strbuf_printf(problem, "\"%s\" is not a number from 2 to 20 (inches)", value);
        return false;
    }
    options->width_in = inches;
    return true;
}

static int compare_sizes(const void *a, const void *b)
{
    size_t x = *(const size_t *)a, y = *(const size_t *)b;
    return (x > y) - (x < y);
}

bool set_budgets(struct options *options, const struct option *option, const char *value,
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

/* "x is not a valid section; did you mean y? (a, b, c)" */
static bool no_such_word(const char *what, const char *word, const char *const *words,
                         size_t n_words, struct strbuf *problem)
{
    const char *nearest = text_nearest(word, words, n_words);
    strbuf_printf(problem, "\"%s\" is not a valid %s", word, what);
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

/* Stops at the first item that is refused. */
static bool each_word(struct options *options, const char *list,
                      bool (*add)(struct options *, const char *, struct strbuf *),
                      struct strbuf *problem)
{
    bool ok = true;
    for (bool more = true; more && ok;) {
        size_t n = item_length(list);
        char *word = mem_strndup(list, n);
        ok = add(options, word, problem);
        free(word);
        more = list[n] == ',';
        list += n + more;
    }
    return ok;
}

bool set_sections(struct options *options, const struct option *option, const char *value,
                  struct strbuf *problem)
{
    (void)option;
    return each_word(options, value, add_section, problem);
}

bool set_format(struct options *options, const struct option *option, const char *value,
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

static const char *const color_names[] = {
    [COLOR_AUTO] = "auto", [COLOR_ALWAYS] = "always", [COLOR_NEVER] = "never", NULL};

bool set_color(struct options *options, const struct option *option, const char *value,
               struct strbuf *problem)
{
    (void)option;
    for (size_t i = 0; color_names[i]; i++)
        if (!strcmp(value, color_names[i])) {
            options->color = (enum color_mode)i;
            return true;
        }
    return no_such_word("choice", value, color_names, 3, problem);
}

static const char *const signal_names[] = {[SIGNAL_NONE] = "nowhere",
                                           [SIGNAL_ONE] = "one",
                                           [SIGNAL_DIFFUSE] = "family",
                                           [SIGNAL_SPREAD] = "families",
                                           NULL};

const char *word_signal(size_t index)
{
    return signal_names[index];
}

bool set_signal(struct options *options, const struct option *option, const char *value,
                struct strbuf *problem)
{
    (void)option;
    for (size_t i = 0; signal_names[i]; i++)
        if (!strcmp(value, signal_names[i])) {
            options->simulation.signal = (enum signal_place)i;
            return true;
        }
    return no_such_word("place", value, signal_names, 4, problem);
}

const char *word_log_format(size_t index)
{
    return simulate_format(index);
}

bool set_log_format(struct options *options, const struct option *option, const char *value,
                    struct strbuf *problem)
{
    enum { MAX = 16 };
    const char *names[MAX];
    size_t n = 0;
    (void)option;
    for (; n < MAX && simulate_format(n); n++) {
        names[n] = simulate_format(n);
        if (!strcmp(value, names[n])) {
            options->log_format = value;
            return true;
        }
    }
    return no_such_word("log format", value, names, n, problem);
}

static const char *const shell_names[] = {"bash", "zsh", "fish", NULL};

bool set_completion(struct options *options, const struct option *option, const char *value,
                    struct strbuf *problem)
{
    (void)option;
    for (size_t i = 0; shell_names[i]; i++)
        if (!strcmp(value, shell_names[i])) {
            options->completion = value;
            return true;
        }
    return no_such_word("shell", value, shell_names, 3, problem);
}

/* Every adjuster's name, with k = 1 to 3 where it takes one. */
static size_t adjuster_names(char names[][ADJUSTER_NAME_MAX])
{
    size_t n = 0;
    for (int kind = ADJUSTER_FIXED; kind < N_ADJUSTER_KINDS; kind++) {
        unsigned last = adjuster_traits((enum adjuster_kind)kind)->takes_k ? 3 : 0;
        for (unsigned k = last > 0; k <= last; k++)
            adjuster_name((struct adjuster){(enum adjuster_kind)kind, k}, names[n++]);
    }
    return n;
}

static bool no_such_adjuster(const char *word, struct strbuf *problem)
{
    char names[3 * N_ADJUSTER_KINDS][ADJUSTER_NAME_MAX];
    const char *words[3 * N_ADJUSTER_KINDS];
    size_t n = adjuster_names(names);
    for (size_t i = 0; i < n; i++)
        words[i] = names[i];
    return no_such_word("adjuster", word, words, n, problem);
}

/* raw may be named and changes nothing: it is always shown. */
static bool add_adjuster(struct options *options, const char *word, struct strbuf *problem)
{
    struct adjuster adjuster;
    if (!adjuster_parse(word, &adjuster))
        return no_such_adjuster(word, problem);
    bool known = adjuster.kind == ADJUSTER_RAW;
    for (size_t i = 0; i < options->n_adjusters; i++)
        known = known || adjuster_equal(adjuster, options->adjusters[i]);
    if (!known && options->n_adjusters == REQUEST_ADJUSTERS_MAX) {
        strbuf_printf(problem, "more than %d adjusters", REQUEST_ADJUSTERS_MAX);
        return false;
    }
    if (!known)
        options->adjusters[options->n_adjusters++] = adjuster;
    options->adjusters_given = true;
    return true;
}

bool set_adjusters(struct options *options, const struct option *option, const char *value,
                   struct strbuf *problem)
{
    (void)option;
    return each_word(options, value, add_adjuster, problem);
}

bool set_condition(struct options *options, const struct option *option, const char *value,
                   struct strbuf *problem)
{
    (void)option;
    if (options->n_conditions == CONDITIONS_MAX) {
        strbuf_printf(problem, "more than %d conditions", CONDITIONS_MAX);
        return false;
    }
    return condition_parse(value, &options->conditions[options->n_conditions++], problem);
}

/* I/N, both bounded by the option, I at most N. */
bool set_shard(struct options *options, const struct option *option, const char *value,
               struct strbuf *problem)
{
    unsigned long long shard = 0, n_shards = 0;
    size_t n = strcspn(value, "/");
    if (value[n] && read_bounded(option, value, n, &shard, problem) &&
        read_bounded(option, value + n + 1, strlen(value + n + 1), &n_shards, problem) &&
        shard <= n_shards) {
        options->shard = (size_t)shard;
        options->n_shards = (size_t)n_shards;
        return true;
    }
    strbuf_clear(problem);
    strbuf_printf(problem, "\"%s\" is not a share such as 2/5, the second of five", value);
    return false;
}

const char *word_format(size_t index)
{
    size_t n_formats;
    const struct report_format *formats = report_formats(&n_formats);
    return index < n_formats ? formats[index].name : NULL;
}

const char *word_section(size_t index)
{
    return index < N_SECTIONS    ? section_name((enum section)index)
           : index == N_SECTIONS ? "all"
                                 : NULL;
}

const char *word_color(size_t index)
{
    return color_names[index];
}

const char *word_shell(size_t index)
{
    return shell_names[index];
}

const char *word_file(size_t index)
{
    return index ? NULL : "";
}

/* Rebuilt for every word: nobody waits for a completion script. */
const char *word_adjuster(size_t index)
{
    static char names[3 * N_ADJUSTER_KINDS][ADJUSTER_NAME_MAX];
    return index < adjuster_names(names) ? names[index] : NULL;
}

static const char *const stop_names[] = {
    [STOP_RANDOM] = "random", [STOP_LOG] = "log", [STOP_OUTCOME] = "outcome", NULL};

const char *word_stop(size_t index)
{
    return stop_names[index];
}

bool set_stop(struct options *options, const struct option *option, const char *value,
              struct strbuf *problem)
{
    (void)option;
    for (size_t i = 0; stop_names[i]; i++)
        if (!strcmp(value, stop_names[i])) {
            options->simulation.stop = (enum signal_stop)i;
            return true;
        }
    return no_such_word("reason", value, stop_names, 3, problem);
}
