#include "estimate/twophase_words.h"

#include "base/num.h"
#include "estimate/planner.h"
#include "estimate/twophase.h"

#include <math.h>

static void add_percent(struct strbuf *out, double share)
{
    char number[NUM_TEXT_MAX];
    num_write_fixed(number, 100 * share, 0);
    strbuf_printf(out, "%s %%", number);
}

static void add_statistic(struct strbuf *out, const struct arm *arm)
{
    for (size_t q = 0; q < arm->n_statistic; q++)
        strbuf_printf(out, "%s%s", q ? " + " : "", arm->statistic[q]);
}

/* V/V_raw, so half-widths go with its root. */
static void add_promise(struct strbuf *out, const struct arm *arm)
{
    size_t n = arm->n_runs;
    double rho2 = planner_statistic_rho2(arm),
           ratio = twophase_expected_ratio(rho2, n, arm->unfinished.n);
    strbuf_puts(out, "if which ones were finished was decided without a look at logs or outcomes, "
                     "unfinished: random lets them count: ");
    if (n < TWOPHASE_FINISHED_MIN) {
        strbuf_printf(out, "but not below %d finished runs", TWOPHASE_FINISHED_MIN);
    } else if (isnan(ratio)) {
        strbuf_puts(out, "but there is no statistic to use them by");
    } else if (ratio < 1) {
        strbuf_puts(out, "the interval of the mean would be about ");
        add_percent(out, 1 - sqrt(ratio));
        strbuf_puts(out, " narrower (");
        add_statistic(out, arm);
        strbuf_puts(out, " explains ");
        add_percent(out, rho2);
        strbuf_puts(out, ")");
    } else {
        strbuf_puts(out, "it would bring nothing (");
        add_statistic(out, arm);
        strbuf_puts(out, " explains ");
        add_percent(out, rho2);
        strbuf_puts(out, ", and more than 1/(n - 2) = ");
        add_percent(out, 1 / ((double)n - 2));
        strbuf_puts(out, " is needed)");
    }
}

static size_t n_without_statistic(const struct arm *arm)
{
    const struct unfinished_runs *unfinished = &arm->unfinished;
    size_t n = 0;
    for (size_t i = 0; i < unfinished->n; i++) {
        bool all = true;
        for (size_t q = 0; q < arm->n_statistic; q++)
            all = all && isfinite(unfinished->x[arm->statistic_candidate[q] * unfinished->n + i]);
        n += !all;
    }
    return n;
}

static void add_refusal(struct strbuf *out, const struct arm *arm, enum estimate_status status,
                        double p)
{
    char number[NUM_TEXT_MAX];
    switch (status) {
    case ESTIMATE_FEW_FINISHED:
        strbuf_printf(out, "with fewer than %d finished runs they cannot count; raw figures only",
                      TWOPHASE_FINISHED_MIN);
        break;
    case ESTIMATE_SELECTIVE:
        strbuf_puts(out, "they differ from the finished ones in ");
        add_statistic(out, arm);
        num_write_fixed(number, p, 4);
        if (p < 0.0001)
            strbuf_puts(out, " (p < 0.0001)");
        else
            strbuf_printf(out, " (p = %s)", number);
        strbuf_puts(out, ": not stopped at random, but because of logs or outcomes, which would "
                         "bias the estimate; refused, raw figures only");
        break;
    case ESTIMATE_STATISTIC_UNFINISHED:
        add_statistic(out, arm);
        strbuf_printf(out, " is missing in %zu of them, so they cannot count; raw figures only",
                      n_without_statistic(arm));
        break;
    case ESTIMATE_NO_STATISTIC:
        strbuf_puts(out, "there is no statistic to compare and use them by; raw figures only");
        break;
    default:
        strbuf_puts(out, "one alone cannot count, since at least 2 are needed; raw figures only");
    }
}

void twophase_add_words(const struct arm *arm, struct strbuf *out)
{
    size_t n = arm->unfinished.n;
    double p;
    if (!n)
        return;
    strbuf_printf(out, "%zu of %zu runs unfinished: ", n, n + arm->n_runs);
    if (!arm->unfinished.random) {
        add_promise(out, arm);
        return;
    }
    enum estimate_status status = twophase_guard(arm, &p);
    if (status != ESTIMATE_OK) {
        add_refusal(out, arm, status, p);
        return;
    }
    char number[NUM_TEXT_MAX];
    num_write_fixed(number, p, 2);
    strbuf_printf(out, "declared random, they count (");
    add_statistic(out, arm);
    strbuf_printf(out, " does not tell them from finished ones, p = %s)", number);
}
