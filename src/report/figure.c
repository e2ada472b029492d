#include "report/figure.h"

#include "base/num.h"
#include "base/strbuf.h"
#include "report/lookup.h"

#include <math.h>
#include <string.h>

/* Three significant figures of the smallest spread: the last digit is noise, the first is not. */
static int decimals_for(double smallest)
{
    if (!(smallest > 0) || !isfinite(smallest))
        return 3;
    int decimals = 2 - (int)floor(log10(smallest));
    return decimals < 0 ? 0 : decimals > 12 ? 12 : decimals;
}

static double smaller(double a, double b)
{
    return isfinite(b) && b > 0 && !(a <= b) ? b : a;
}

/* Of the arms of the snapshot that share an outcome; NaN if there is none. */
static struct outcome_digits digits_of(const struct snapshot *snapshot, size_t outcome_index)
{
    double sd = NAN, half = NAN, scale = 1;
    for (size_t i = 0; i < snapshot->n_arms; i++) {
        const struct arm *arm = snapshot->arms[i].arm;
        if (arm->outcome_index == outcome_index) {
            scale = arm->outcome.scale;
            sd = smaller(sd, arm->y_sd);
        }
    }
    for (size_t i = 0; i < snapshot->n_pairs; i++)
        if (snapshot->pairs[i].a->outcome_index == outcome_index)
            half = smaller(half, snapshot->pairs[i].raw.half_width);
    int decimals = decimals_for(sd * scale);
    return (struct outcome_digits){decimals, isnan(half) ? decimals : decimals_for(half * scale)};
}

void figures_init(struct figures *figures, struct arena *arena, const struct snapshot *snapshot)
{
    const struct study *study = snapshot->study;
    size_t n = 1;
    for (size_t a = 0; a < study->n_arms; a++)
        n = study->arms[a].outcome_index >= n ? study->arms[a].outcome_index + 1 : n;
    struct outcome_digits *digits = arena_alloc(arena, n, sizeof *digits);
    for (size_t i = 0; i < n; i++)
        digits[i] = digits_of(snapshot, i);
    *figures = (struct figures){.arena = arena,
                                .snapshot = snapshot,
                                .mixed = study_common_unit(study) == NULL,
                                .digits = digits};
}

static const char *fixed(const struct figures *figures, double value, int decimals, bool sign)
{
    if (!isfinite(value))
        return "-";
    char text[NUM_TEXT_MAX];
    num_write_fixed(text, value, decimals);
    /* No sign before what is rounded to zero. */
    bool positive = text[0] != '-' && strpbrk(text, "123456789");
    return arena_printf(figures->arena, "%s%s", sign && positive ? "+" : "", text);
}

const char *figure_fixed(const struct figures *figures, double value, int decimals)
{
    return fixed(figures, value, decimals, false);
}

const char *figure_outcome(const struct figures *figures, const struct arm *arm, double value)
{
    return fixed(figures, value * arm->outcome.scale, figures->digits[arm->outcome_index].sd,
                 false);
}

const char *figure_half(const struct figures *figures, const struct arm *arm, double value)
{
    return fixed(figures, value * arm->outcome.scale, figures->digits[arm->outcome_index].half,
                 false);
}

const char *figure_half_signed(const struct figures *figures, const struct arm *arm, double value)
{
    return fixed(figures, value * arm->outcome.scale, figures->digits[arm->outcome_index].half,
                 true);
}

const char *figure_unit(const struct figures *figures, const struct arm *arm)
{
    const char *unit = arm->outcome.unit;
    return unit && *unit ? arena_printf(figures->arena, " %s", unit) : "";
}

const char *figure_outcome_unit(const struct figures *figures, const struct arm *arm, double value)
{
    const char *number = figure_outcome(figures, arm, value);
    return figures->mixed ? arena_printf(figures->arena, "%s%s", number, figure_unit(figures, arm))
                          : number;
}

const char *figure_reduction(const struct figures *figures, double fraction)
{
    return fixed(figures, 100 * fraction, 1, true);
}

const char *figure_share(const struct figures *figures, double fraction)
{
    if (!isfinite(fraction))
        return "-";
    if (fraction > 0 && fraction < 0.005)
        return "<1";
    if (fraction < 1 && fraction > 0.995)
        return ">99";
    return fixed(figures, 100 * fraction, 0, false);
}

const char *figure_p(const struct figures *figures, double p)
{
    if (!isfinite(p))
        return "-";
    return p < 0.0001 ? "<0.0001" : fixed(figures, p, 4, false);
}

const char *figure_count(const struct figures *figures, unsigned long long count)
{
    char text[NUM_TEXT_MAX];
    num_write_grouped(text, count);
    return arena_strdup(figures->arena, text);
}

const char *figure_range(const struct figures *figures, const char *low, const char *high)
{
    return arena_printf(figures->arena, "%s to %s", low, high);
}

const char *figure_adjuster(const struct figures *figures, struct adjuster adjuster,
                            enum exploratory_reason reason)
{
    char name[ADJUSTER_NAME_MAX];
    adjuster_name(adjuster, name);
    return arena_printf(figures->arena, "%s%s", name, reason == EXPLORATORY_NO ? "" : " !");
}

static const char *names_used(const struct figures *figures, const struct adjuster_result *result)
{
    struct strbuf names;
    strbuf_init(&names);
    for (size_t i = 0; i < result->n_statistic; i++) {
        bool none = result->statistic[i] == ARM_NO_CANDIDATE;
        strbuf_printf(&names, "%s%s%s", i ? " + " : "", result->statistic_names[i],
                      none ? " (not in this arm)" : "");
    }
    const char *kept = arena_strdup(figures->arena, names.text);
    strbuf_done(&names);
    return kept;
}

static const char *most_picked(const struct figures *figures, const struct arm *arm,
                               const struct vr_summary *vr)
{
    const char *name = vr->n_picks ? lookup_candidate(arm, vr->picks[0].candidate) : NULL;
    if (!name)
        return "-";
    return arena_printf(figures->arena, "%s, %s %% of picks", name,
                        figure_share(figures, vr->picks[0].share));
}

static size_t families_used(const struct figures *figures, const struct arm *arm)
{
    size_t n = 0;
    for (size_t f = 0; f < figures->snapshot->study->n_families; f++)
        n += (figures->snapshot->request.families >> f & 1) && lookup_family_size(arm, f) > 0;
    return n;
}

static const char *heaviest(const struct figures *figures, const struct arm *arm,
                            const struct adjuster_result *result)
{
    const struct vr_summary *vr = &result->vr;
    struct strbuf names;
    if (!vr->n_weights)
        return "-";
    strbuf_init(&names);
    for (size_t i = 0; i < vr->n_weights && i < 2; i++) {
        strbuf_puts(&names, i ? ", " : "");
        model_weight_name(figures->snapshot->study, arm, result, &vr->weights[i], &names);
        strbuf_printf(&names, " %s %%", figure_share(figures, vr->weights[i].share));
    }
    const char *kept = arena_strdup(figures->arena, names.text);
    strbuf_done(&names);
    return kept;
}

const char *figure_statistic(const struct figures *figures, const struct arm *arm,
                             const struct adjuster_result *result)
{
    const struct adjuster_traits *traits = adjuster_traits(result->adjuster.kind);
    if (traits->weighs)
        return heaviest(figures, arm, result);
    if (traits->uses_statistic)
        return result->n_statistic ? names_used(figures, result) : "-";
    if (traits->picks)
        return most_picked(figures, arm, &result->vr);
    size_t n = families_used(figures, arm);
    const char *plural = n == 1 ? "y" : "ies";
    if (traits->takes_k)
        return arena_printf(figures->arena, "%u component%s of %zu famil%s", result->adjuster.k,
                            result->adjuster.k == 1 ? "" : "s", n, plural);
    return arena_printf(figures->arena, "all candidates of %zu famil%s", n, plural);
}
