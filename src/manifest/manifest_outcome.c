/* The outcome and the window: small languages of their own inside a text. */
#include "manifest/manifest_internal.h"

#include "base/num.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

void value_outcome(struct reading *reading, const struct node *value, void *field)
{
    struct manifest_outcome *outcome = field;
    outcome->place = value->key_place;
    schema_read(reading, value, "outcome.", outcome);
}

void value_metric(struct reading *reading, const struct node *value, void *field)
{
    struct manifest_outcome *outcome = field;
    value_text(reading, value, &outcome->metric);
    outcome->metric_place = value->place;
}

/* The text between NAME( and ), or NULL if that is not what stands here. */
static char *argument_of(struct reading *reading, const char *text, const char *name)
{
    size_t n = strlen(name), length = strlen(text);
    if (strncmp(text, name, n) != 0 || text[n] != '(' || text[length - 1] != ')')
        return NULL;
    return arena_strndup(reading->arena, text + n + 1, length - n - 2);
}

static bool read_best(struct reading *reading, const char *text, struct manifest_outcome *outcome)
{
    const char *metric = argument_of(reading, text, "best");
    if (!metric || !*metric)
        return false;
    outcome->best_metric = metric;
    outcome->at = OUTCOME_BEST;
    return true;
}

static bool read_reach(struct reading *reading, const char *text, struct manifest_outcome *outcome)
{
    const char *number = argument_of(reading, text, "reach");
    double value;
    if (!number || num_read(number, strlen(number), &value) != NUM_FINITE)
        return false;
    outcome->position = value;
    outcome->at = OUTCOME_REACH;
    return true;
}

static bool read_position(const char *text, struct manifest_outcome *outcome)
{
    bool epoch = value_position(text, 'e', &outcome->position);
    if (!epoch && !value_position(text, 's', &outcome->position))
        return false;
    outcome->at = epoch ? OUTCOME_EPOCH : OUTCOME_STEP;
    return true;
}

void value_at(struct reading *reading, const struct node *value, void *field)
{
    static const char *const words[] = {[OUTCOME_LAST] = "last",
                                        [OUTCOME_FIRST] = "first",
                                        [OUTCOME_MAX] = "max",
                                        [OUTCOME_MIN] = "min"};
    struct manifest_outcome *outcome = field;
    const char *text = value_scalar(reading, value);
    outcome->at_place = value->place;
    if (!text)
        return;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(text, words[i])) {
            outcome->at = (enum outcome_at)i;
            return;
        }
    if (!read_best(reading, text, outcome) && !read_reach(reading, text, outcome) &&
        !read_position(text, outcome))
        reading_error(reading, value->place,
                      "%s is not a place for an outcome; one of last, first, max, min, "
                      "best(METRIC), e12 (an epoch), s1500 (a step), reach(0.9) is wanted",
                      reading_quote(reading, text));
}

void value_better(struct reading *reading, const struct node *value, void *field)
{
    struct manifest_outcome *outcome = field;
    const char *text = value_scalar(reading, value);
    if (!text)
        return;
    outcome->better_given = true;
    outcome->higher_is_better = !strcmp(text, "higher");
    if (!outcome->higher_is_better && strcmp(text, "lower") != 0)
        reading_error(reading, value->place, "%s is not a direction; higher or lower is wanted",
                      reading_quote(reading, text));
}

void value_scale(struct reading *reading, const struct node *value, void *field)
{
    double scale;
    if (!value_number(reading, value, &scale))
        return;
    if (scale > 0)
        *(double *)field = scale;
    else
        reading_error(reading, value->place, "a scale must be above 0");
}

static bool read_fraction(const char *text, double *fraction)
{
    const char *slash = strchr(text, '/');
    size_t n = slash ? (size_t)(slash - text) : strlen(text);
    double above, below = 1;
    if (num_read(text, n, &above) != NUM_FINITE ||
        (slash && num_read(slash + 1, strlen(slash + 1), &below) != NUM_FINITE))
        return false;
    *fraction = above / below;
    return above > 0 && below > 0 && *fraction > 0 && *fraction <= 1;
}

void value_window(struct reading *reading, const struct node *value, void *field)
{
    struct manifest_window window = {.place = value->place, .text = value_scalar(reading, value)};
    if (!window.text)
        return;
    if (value_position(window.text, 'e', &window.value))
        window.kind = WINDOW_EPOCH;
    else if (value_position(window.text, 's', &window.value))
        window.kind = WINDOW_STEP;
    else if (read_fraction(window.text, &window.value))
        window.kind = WINDOW_FRACTION;
    else {
        reading_error(reading, value->place,
                      "%s is not a window; a fraction of training above 0 and up to 1 (1/3, 0.25), "
                      "e40 (epochs) or s1000 (steps) is wanted",
                      reading_quote(reading, window.text));
        return;
    }
    *(struct manifest_window *)field = window;
}

/* Whole words, singular or plural: "better" is not "err", "test_losses" are losses. */
static bool is_lower_word(const char *word, size_t n)
{
    static const char *const words[] = {
        "loss",     "err",        "error",    "perplexity", "ppl",    "nll",   "mse", "rmse",
        "mae",      "mape",       "smape",    "wer",        "cer",    "fid",   "bpb", "bpc",
        "bpd",      "bits",       "cost",     "entropy",    "regret", "brier", "ece", "xent",
        "bce",      "ce",         "kl",       "lpips",      "fvd",    "kid",   "eer", "mmd",
        "distance", "divergence", "residual", "deviation",  "nrmse",  "rmsle", "epe", "mcd"};
    /* Others are often glued to what stands before them: "testloss", "crossentropy", "logloss". */
    static const char *const ends[] = {"loss", "error", "entropy", "perplexity", "losses"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t m = strlen(words[i]);
        const char *plural = n == m + 1 ? "s" : n == m + 2 ? "es" : "";
        if (n >= m && !strncasecmp(word, words[i], m) && n == m + strlen(plural) &&
            !strncasecmp(word + m, plural, n - m))
            return true;
    }
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t m = strlen(ends[i]);
        if (n >= m + 2 && !strncasecmp(word + n - m, ends[i], m))
            return true;
    }
    return false;
}

/* scikit-learn's scores "neg_mean_squared_error" are to be large; a negative log-likelihood is not. */
static bool is_negated(const char *metric)
{
    return (!strncasecmp(metric, "neg_", 4) || !strncasecmp(metric, "negative_", 9)) &&
           !strcasestr(metric, "log_lik") && !strcasestr(metric, "loglik");
}

bool manifest_lower_is_better(const char *metric)
{
    for (const char *at = metric; *at;) {
        size_t n = 0;
        while (isalnum((unsigned char)at[n]) &&
               !(n > 0 && isupper((unsigned char)at[n]) && islower((unsigned char)at[n - 1])))
            n++;
        if (n && is_lower_word(at, n))
            return !is_negated(metric);
        at += n ? n : 1;
    }
    return strcasestr(metric, "log_likelihood") && strncasecmp(metric, "neg", 3) == 0;
}
