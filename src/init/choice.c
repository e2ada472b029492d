#include "init/choice.h"

#include "base/mem.h"
#include "manifest/manifest.h"
#include "study/metric.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Whole words of a name, without regard to case. */
static bool has_word(const char *name, const char *const *words)
{
    for (const char *at = name; *at;) {
        size_t n = 0;
        while (isalpha((unsigned char)at[n]))
            n++;
        for (size_t i = 0; n && words[i]; i++)
            if (strlen(words[i]) == n && !strncasecmp(at, words[i], n))
                return true;
        at += n ? n : 1;
    }
    return false;
}

bool init_is_bookkeeping(const char *metric)
{
    static const char *const words[] = {
        "step",       "steps", "timesteps", "epoch",   "epochs", "iter", "iteration",
        "iterations", "lr",    "learning",  "samples", "seed",   "gpu",  "momentum",
        "flos",       "fps",   "batch",     "pid",     "done",   NULL};
    const char *slash = strrchr(metric, '/');
    return metric_has(metric, METRIC_TIME) || has_word(slash ? slash + 1 : metric, words);
}

/* Spreads, extremes and parts of a loss describe training, not how well it went. */
static bool is_description(const char *metric)
{
    static const char *const words[] = {"std",   "stddev", "sd",   "shaded", "len", "length",
                                        "count", "num",    "n",    "min",    "kl",  "entropy",
                                        "clip",  "scale",  "norm", NULL};
    return has_word(metric, words) || metric_has(metric, METRIC_NORM) ||
           metric_has(metric, METRIC_GRADIENT) || metric_has(metric, METRIC_PARAMETER);
}

static const char *const rewards[] = {"reward", "rewards",      "rew",      "return", "returns",
                                      "epret",  "averageepret", "avgepret", NULL};

bool init_name_is_score(const char *metric)
{
    static const char *const words[] = {"psnr",       "ssim", "success", "win",
                                        "likelihood", "elbo", NULL};
    return metric_has(metric, METRIC_ACCURACY) || has_word(metric, rewards) ||
           has_word(metric, words);
}

double init_outcome_score(const char *metric)
{
    static const char *const episodes[] = {"r", NULL};
    static const char *const accuracies[] = {"acc", "accuracy", NULL};
    static const char *const perplexities[] = {"ppl", "perplexity", NULL};
    static const char *const detection[] = {"map", NULL}; /* "metrics/mAP50-95(B)" */
    static const char *const training[] = {"train", "training", "trl", NULL};
    double score = 1;
    if (init_is_bookkeeping(metric) || is_description(metric))
        return 0;
    if (metric_has(metric, METRIC_TEST))
        score += 100;
    else if (metric_has(metric, METRIC_VALIDATION))
        score += 50;
    else if (has_word(metric, training))
        score *= 0.5;
    else if (has_word(metric, detection))
        score += 50 + (strstr(metric, "50-95") ? 1 : 0);
    if (metric_has(metric, METRIC_ACCURACY) || has_word(metric, detection))
        score += 25 + (has_word(metric, accuracies) ? 5 : 0);
    else if (has_word(metric, rewards))
        score += 22;
    else if (has_word(metric, episodes))
        score += 12;
    else if (metric_has(metric, METRIC_LOSS) || metric_has(metric, METRIC_ERROR))
        score += 10;
    if (has_word(metric, perplexities)) /* the loss says the same, without the exponential */
        score -= 1;
    if (metric_has(metric, METRIC_BEST))
        score = 0.01;
    /* Of "test_acc" and "test_acc_and_f1" the plain one. */
    return score - 0.01 * (double)strlen(metric);
}

bool init_kind_is_log(const struct init_kind *kind)
{
    return kind->role == KIND_LOG;
}

const char *init_metric_name(const struct init_kind *kind, const char *metric, struct arena *arena)
{
    return *kind->prefix ? arena_printf(arena, "%s%s", kind->prefix, metric) : metric;
}

/* Files of the best checkpoint know the validation results; the last one is what is wanted. */
static double kind_score(const struct init_kind *kind)
{
    static const char *const best[] = {"best", NULL}, *const last[] = {"last", "final", NULL};
    if (kind->role == KIND_UNKNOWN || kind->role == KIND_RARE || kind->role == KIND_COPY)
        return -1000;
    return (has_word(kind->name, last) ? 3 : 0) - (has_word(kind->name, best) ? 3 : 0);
}

static bool varies(const struct survey_metric *metric)
{
    for (size_t i = 1; i < metric->n_ends; i++)
        if (metric->ends[i].last != metric->ends[0].last)
            return true;
    return false;
}

/* Of the arms in scope, the share whose logs have the metric. */
static double share_of_arms(const struct init_kind *kind, const struct init_scope *scope,
                            const char *metric, bool must_vary)
{
    size_t n = 0, with = 0;
    for (size_t a = 0; a < kind->layout.n_arms; a++) {
        if (strcmp(kind->layout.arms[a].group, scope->group) != 0 ||
            (scope->name && strcmp(kind->layout.arms[a].name, scope->name) != 0))
            continue;
        const struct survey_metric *found = survey_find(&kind->by_arm[a], metric);
        n++;
        with += found && (!must_vary || varies(found));
    }
    return n ? (double)with / (double)n : 0;
}

static void consider(struct init_outcome *best, const struct init_kind *kind, const char *metric,
                     double score)
{
    bool same = best->metric && !strcmp(best->metric, metric);
    if (score > best->score) {
        if (!same) {
            best->second = best->metric;
            best->second_score = best->score;
        }
        best->metric = metric;
        best->kind = kind;
        best->score = score;
    } else if (!same && score > best->second_score) {
        best->second = metric;
        best->second_score = score;
    }
}

/* ---- runs that stop at a target ---- */

/* All points before the last lie short of the target, the last one does not. */
static bool stops_at(const struct survey_metric *metric, double target, bool lower)
{
    size_t n = 0;
    for (size_t i = 0; i < metric->n_ends; i++) {
        const struct survey_end *end = &metric->ends[i];
        n += lower ? end->last <= target && end->earlier_low > target
                   : end->last >= target && end->earlier_high < target;
    }
    return metric->n_ends >= 5 && n == metric->n_ends;
}

static bool lengths_vary(const struct survey_metric *metric)
{
    size_t n = 0;
    for (size_t i = 0; i < metric->n_ends; i++) {
        size_t k = 0;
        while (k < i && metric->ends[k].length != metric->ends[i].length)
            k++;
        n += k == i;
    }
    return n >= 4 && n * 8 >= metric->n_ends;
}

/* The roundest number that separates the last values from all others. */
static void find_target(struct init_outcome *outcome, const struct survey_metric *metric)
{
    double worst = metric->n_ends ? metric->ends[0].last : NAN;
    bool lower = outcome->lower_is_better;
    for (size_t i = 1; i < metric->n_ends; i++)
        worst = lower ? fmax(worst, metric->ends[i].last) : fmin(worst, metric->ends[i].last);
    if (!lengths_vary(metric) || !isfinite(worst))
        return;
    for (double unit = 1; unit <= 1e6; unit *= 10) {
        double target = (lower ? ceil(worst * unit) : floor(worst * unit)) / unit;
        if (stops_at(metric, target, lower)) {
            outcome->reach = true;
            outcome->target = target;
            return;
        }
    }
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Where the length of a run is its outcome, a fraction of it would give the outcome away: the
 * window ends at a fixed place, a third of a usual run, after the metric was first logged and before
 * the shortest run ends. */
static const char *fixed_window(const struct survey_metric *metric, struct arena *arena)
{
    double *lengths = mem_array(metric->n_ends, sizeof *lengths);
    for (size_t i = 0; i < metric->n_ends; i++)
        lengths[i] = metric->ends[i].length;
    qsort(lengths, metric->n_ends, sizeof *lengths, by_size);
    double third = lengths[metric->n_ends / 2] / 3, shortest = lengths[0], start = 0;
    free(lengths);
    for (size_t i = 0; i < metric->n_ends; i++)
        start = fmax(start, metric->ends[i].start);
    double end = floor(fmax(third, start + (shortest - start) / 3));
    if (end >= shortest)
        end = floor(start + (shortest - start) / 3);
    if (metric->ends[0].axis == LOG_AXIS_INDEX || end < 1)
        return NULL;
    return arena_printf(arena, "%c%.0f", metric->ends[0].axis == LOG_AXIS_STEP ? 's' : 'e', end);
}

/* Whether most runs end in the lower half of what they went through. */
static bool falls(const struct survey_metric *metric)
{
    size_t n = 0, n_low = 0;
    for (size_t i = 0; i < metric->n_ends; i++) {
        const struct survey_end *end = &metric->ends[i];
        if (!(end->earlier_low < end->earlier_high))
            continue;
        n++;
        n_low += end->last < (end->earlier_low + end->earlier_high) / 2;
    }
    return n > 0 && n_low * 5 >= n * 4;
}

/* A name that says nothing leaves it to the values: training makes a metric better. */
static void choose_direction(struct init_outcome *outcome, const struct survey_metric *metric)
{
    outcome->lower_is_better = manifest_lower_is_better(outcome->metric);
    outcome->why_direction = "by its name";
    if (outcome->lower_is_better || init_name_is_score(outcome->metric))
        return;
    outcome->lower_is_better = falls(metric);
    outcome->why_direction =
        outcome->lower_is_better ? "since it falls in training" : "no name or value says otherwise";
}

static void describe(struct init_outcome *outcome, struct arena *arena)
{
    const struct survey_metric *metric = survey_find(&outcome->kind->all, outcome->metric);
    choose_direction(outcome, metric);
    outcome->fraction =
        metric_has(outcome->metric, METRIC_ACCURACY) && metric->low >= -1 && metric->high <= 1;
    find_target(outcome, metric);
    if (outcome->reach)
        outcome->window = fixed_window(metric, arena);
    if (!outcome->window)
        outcome->window = "1/3";
}

struct init_outcome init_choose_outcome(const struct init_kinds *kinds,
                                        const struct init_scope *scope, struct arena *arena)
{
    struct init_outcome best = {0};
    for (size_t k = 0; k < kinds->n_kinds; k++) {
        const struct init_kind *kind = &kinds->items[k];
        for (size_t i = 0; i < kind->all.n_metrics; i++) {
            const char *metric = kind->all.metrics[i].name;
            double share = share_of_arms(kind, scope, metric, true);
            double score = init_outcome_score(metric);
            if (share > 0 && score > 0)
                consider(&best, kind, metric, score + 40 * share + kind_score(kind));
        }
    }
    if (best.score - best.second_score > 8)
        best.second = NULL;
    if (best.metric)
        describe(&best, arena);
    return best;
}

/* ---- the declared statistic ---- */

static double primary_score(const char *metric, const struct init_outcome *outcome)
{
    if (metric_has(metric, METRIC_TEST) || init_is_bookkeeping(metric) || is_description(metric) ||
        metric_has(metric, METRIC_BEST))
        return 0;
    double score = 1;
    if (metric_has(metric, METRIC_VALIDATION))
        score += 20;
    if (metric_has(metric, METRIC_LOSS))
        score += 5;
    else if (metric_has(metric, METRIC_ERROR) || metric_has(metric, METRIC_ACCURACY))
        score += 3;
    if (outcome->metric && !strcmp(metric, outcome->metric))
        score += metric_has(metric, METRIC_VALIDATION) ? 1 : 6;
    return score - 0.01 * (double)strlen(metric);
}

const char *init_choose_primary(const struct init_kinds *kinds, const struct init_scope *scope,
                                const struct init_outcome *outcome, struct arena *arena)
{
    const char *best = NULL;
    double best_score = 0;
    for (size_t k = 0; k < kinds->n_kinds; k++) {
        const struct init_kind *kind = &kinds->items[k];
        for (size_t i = 0; init_kind_is_log(kind) && i < kind->all.n_metrics; i++) {
            const struct survey_metric *metric = &kind->all.metrics[i];
            double score = primary_score(metric->name, outcome);
            double share = share_of_arms(kind, scope, metric->name, false);
            if (score <= 0 || metric->most_points < 3 || share == 0)
                continue;
            score += 100 * share;
            if (score > best_score) {
                best_score = score;
                best = init_metric_name(kind, metric->name, arena);
            }
        }
    }
    return best;
}

bool init_scope_has(const struct init_kinds *kinds, const struct init_scope *scope,
                    const struct init_outcome *outcome)
{
    for (size_t k = 0; k < kinds->n_kinds; k++)
        if (&kinds->items[k] == outcome->kind)
            return share_of_arms(outcome->kind, scope, outcome->metric, false) > 0;
    return false;
}
