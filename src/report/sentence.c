#include "report/sentence.h"

#include "estimate/calibration.h"
#include "estimate/pairs.h"
#include "report/lookup.h"

#include <math.h>

const char *sentence_level(const struct figures *figures)
{
    double percent = 100 * figures->snapshot->request.settings.level;
    return figure_fixed(figures, percent, fabs(percent - round(percent)) > 1e-9);
}

/* Whose means these are. */
static const char *basis(const struct pair_result *pair)
{
    return pair->claim.basis == CLAIM_RAW ? "raw" : "two-phase";
}

static const char *undecided(const struct figures *figures, const struct pair_result *pair)
{
    const struct pair_claim *claim = &pair->claim;
    return arena_printf(figures->arena,
                        "%s and %s are not distinguishable by their %s means: difference %s%s, "
                        "%s %% interval %s to %s.",
                        pair->a->name, pair->b->name, basis(pair),
                        figure_half_signed(figures, pair->a, claim->difference),
                        figure_unit(figures, pair->a), sentence_level(figures),
                        figure_half_signed(figures, pair->a, claim->interval.low),
                        figure_half_signed(figures, pair->a, claim->interval.high));
}

/* In the direction of the sentence: "better by 3.1, interval 2.2 to 4.0". */
static const char *decided(const struct figures *figures, const struct pair_result *pair)
{
    const struct pair_claim *claim = &pair->claim;
    bool flip = claim->difference < 0;
    bool better = flip != pair->a->outcome.higher_is_better;
    const char *low =
        figure_half(figures, pair->a, flip ? -claim->interval.high : claim->interval.low);
    const char *high =
        figure_half(figures, pair->a, flip ? -claim->interval.low : claim->interval.high);
    return arena_printf(figures->arena, "%s is %s than %s by %s%s (%s), %s %% interval %s to %s.",
                        pair->a->name, better ? "better" : "worse", pair->b->name,
                        figure_half(figures, pair->a, fabs(claim->difference)),
                        figure_unit(figures, pair->a), basis(pair), sentence_level(figures), low,
                        high);
}

/* What stands next to a two-phase claim, and why there is none where one was declared. */
static const char *beside(const struct figures *figures, const struct pair_result *pair)
{
    if (pair->claim.basis == CLAIM_TWO_PHASE)
        return arena_printf(
            figures->arena, " From finished runs alone (raw): difference %s%s, interval %s to %s.",
            figure_half_signed(figures, pair->a, pair->difference), figure_unit(figures, pair->a),
            figure_half_signed(figures, pair->a, pair->raw.low),
            figure_half_signed(figures, pair->a, pair->raw.high));
    if (pair->claim.refused != ESTIMATE_OK)
        return arena_printf(figures->arena, " Unfinished runs do not count: %s.",
                            estimate_status_text(pair->claim.refused));
    return "";
}

const char *sentence_pair(const struct figures *figures, const struct pair_result *pair)
{
    if (pair->raw.status != ESTIMATE_OK)
        return arena_printf(figures->arena, "%s and %s cannot be compared: %s.", pair->a->name,
                            pair->b->name, estimate_status_text(pair->raw.status));
    int side = pair_claim_side(pair);
    const char *said = arena_printf(figures->arena, "%s%s",
                                    side ? decided(figures, pair) : undecided(figures, pair),
                                    beside(figures, pair));
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
        return "it is not distinguishable from raw in width, its quartiles over the splits lying "
               "on both sides";
    double percent = result->narrower_percent;
    if (!(fabs(percent) >= 0.05))
        return "it is as wide as raw";
    return arena_printf(figures->arena, "it is %s %% %s than raw",
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
        " Synthetic null: as a test it rejects in %s %% (%s; %s %% follows from its VR) and %s %% "
        "(%s; %s %%), where %s %% would be right%s.",
        figure_fixed(figures, 100 * null.a, 1), pair->a->name,
        figure_fixed(figures, 100 * null.expected_a, 1), figure_fixed(figures, 100 * null.b, 1),
        pair->b->name, figure_fixed(figures, 100 * null.expected_b, 1),
        figure_fixed(figures, 100 * nominal, nominal < 0.011 ? 1 : 0),
        null.too_narrow ? ": too narrow to be a result" : "");
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
        "If the average log were known, the %s %% interval of the difference %s - %s, adjusted by "
        "%s, would be %s to %s%s; %s. %s.%s%s%s%s",
        sentence_level(figures), pair->a->name, pair->b->name, name,
        figure_half_signed(figures, pair->a, result->interval.low),
        figure_half_signed(figures, pair->a, result->interval.high), figure_unit(figures, pair->a),
        sentence_width(figures, pair, result), sentence_used(figures, pair, result),
        sentence_calibration(figures, pair, result), flagged ? " Exploratory: " : "",
        flagged ? exploratory_sentence(result->exploratory) : "", flagged ? "." : "");
}
