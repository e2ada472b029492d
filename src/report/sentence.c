#include "report/sentence.h"

#include "estimate/calibration.h"
#include "report/lookup.h"

#include <math.h>

const char *sentence_level(const struct figures *figures)
{
    double percent = 100 * figures->snapshot->request.settings.level;
    return figure_fixed(figures, percent, fabs(percent - round(percent)) > 1e-9);
}

static const char *undecided(const struct figures *figures, const struct pair_result *pair)
{
    return arena_printf(figures->arena,
                        "%s and %s are not distinguishable by their raw means: difference %s%s, "
                        "%s %% interval %s to %s.",
                        pair->a->name, pair->b->name,
                        figure_half_signed(figures, pair->a, pair->difference),
                        figure_unit(figures, pair->a), sentence_level(figures),
                        figure_half_signed(figures, pair->a, pair->raw.low),
                        figure_half_signed(figures, pair->a, pair->raw.high));
}

/* In the direction of the sentence: "better by 3.1, interval 2.2 to 4.0". */
static const char *decided(const struct figures *figures, const struct pair_result *pair)
{
    bool flip = pair->difference < 0;
    bool better = flip != pair->a->outcome.higher_is_better;
    const char *low = figure_half(figures, pair->a, flip ? -pair->raw.high : pair->raw.low);
    const char *high = figure_half(figures, pair->a, flip ? -pair->raw.low : pair->raw.high);
    return arena_printf(figures->arena, "%s is %s than %s by %s%s (raw), %s %% interval %s to %s.",
                        pair->a->name, better ? "better" : "worse", pair->b->name,
                        figure_half(figures, pair->a, fabs(pair->difference)),
                        figure_unit(figures, pair->a), sentence_level(figures), low, high);
}

const char *sentence_pair(const struct figures *figures, const struct pair_result *pair)
{
    if (pair->raw.status != ESTIMATE_OK)
        return arena_printf(figures->arena, "%s and %s cannot be compared: %s.", pair->a->name,
                            pair->b->name, estimate_status_text(pair->raw.status));
    bool covers_zero = pair->raw.low <= 0 && pair->raw.high >= 0;
    const char *said = covers_zero ? undecided(figures, pair) : decided(figures, pair);
    enum exploratory_reason reason =
        exploratory_rule(figures->snapshot->study, &figures->snapshot->request,
                         (struct adjuster){ADJUSTER_RAW, 0}, &figures->snapshot->history);
    return reason == EXPLORATORY_NO ? said
                                    : arena_printf(figures->arena, "%s Exploratory: %s.", said,
                                                   exploratory_sentence(reason));
}

const char *sentence_width(const struct figures *figures, const struct pair_result *pair,
                           const struct pair_adjuster_result *result)
{
    if (result->interval.status != ESTIMATE_OK)
        return estimate_status_text(result->interval.status);
    if (result->half_width_q25 < pair->raw.half_width &&
        result->half_width_q75 > pair->raw.half_width)
        return "the interval is not distinguishable from raw in width, its quartiles over the "
               "splits lying on both sides";
    double percent = result->narrower_percent;
    if (!(fabs(percent) >= 0.05))
        return "the interval is as wide as raw";
    return arena_printf(figures->arena, "the interval is %s %% %s than raw",
                        figure_fixed(figures, fabs(percent), 1),
                        percent > 0 ? "narrower" : "wider");
}

static const char *used_in(const struct figures *figures, const struct arm *arm,
                           struct adjuster adjuster)
{
    const struct adjuster_result *result = lookup_adjuster(figures->snapshot, arm, adjuster);
    if (!result)
        return arm->name;
    const char *used = figure_statistic(figures, arm, result);
    if (result->vr.status != ESTIMATE_OK)
        return arena_printf(figures->arena, "%s: %s (%s)", arm->name, used,
                            estimate_status_text(result->vr.status));
    return arena_printf(figures->arena, "%s: %s (VR %s %%, below 0 in %s %% of splits)", arm->name,
                        used, figure_reduction(figures, result->vr.mean),
                        figure_share(figures, result->vr.negative_share));
}

const char *sentence_used(const struct figures *figures, const struct pair_result *pair,
                          const struct pair_adjuster_result *result)
{
    return arena_printf(figures->arena, "%s; %s", used_in(figures, pair->a, result->adjuster),
                        used_in(figures, pair->b, result->adjuster));
}

const char *sentence_calibration(const struct figures *figures, const struct pair_result *pair,
                                 const struct pair_adjuster_result *result)
{
    struct pair_null null = snapshot_pair_null(figures->snapshot, pair, result->adjuster);
    double nominal = 1 - figures->snapshot->request.settings.level;
    if (!null.known)
        return "";
    return arena_printf(
        figures->arena,
        " Synthetic null: it rejects in %s %% (%s) and %s %% (%s), where %s %% is right%s.",
        figure_fixed(figures, 100 * null.a, 1), pair->a->name,
        figure_fixed(figures, 100 * null.b, 1), pair->b->name,
        figure_fixed(figures, 100 * nominal, nominal < 0.011 ? 1 : 0),
        null.too_narrow ? ": this interval is too narrow, trust the raw one" : "");
}

const char *sentence_adjusted(const struct figures *figures, const struct pair_result *pair,
                              const struct pair_adjuster_result *result)
{
    char name[ADJUSTER_NAME_MAX];
    adjuster_name(result->adjuster, name);
    if (result->interval.status != ESTIMATE_OK)
        return arena_printf(figures->arena, "%s - %s cannot be adjusted by %s: %s.", pair->a->name,
                            pair->b->name, name, estimate_status_text(result->interval.status));
    bool flagged = result->exploratory != EXPLORATORY_NO;
    return arena_printf(
        figures->arena,
        "Adjusted by %s, the %s %% interval of the difference %s - %s is %s to %s%s; "
        "%s. %s.%s%s%s%s",
        name, sentence_level(figures), pair->a->name, pair->b->name,
        figure_half_signed(figures, pair->a, result->interval.low),
        figure_half_signed(figures, pair->a, result->interval.high), figure_unit(figures, pair->a),
        sentence_width(figures, pair, result), sentence_used(figures, pair, result),
        sentence_calibration(figures, pair, result), flagged ? " Exploratory: " : "",
        flagged ? exploratory_sentence(result->exploratory) : "", flagged ? "." : "");
}
