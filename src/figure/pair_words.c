#include "figure/pair_words.h"

#include "engine/status.h"

#include <math.h>
#include <string.h>

const char *pair_words_name(struct page *page, const struct arm *a, const struct arm *b)
{
    const char *between = *a->group ? ": " : "";
    return arena_printf(&page->drawing->arena, "%s%s%s − %s", a->group, between, a->name, b->name);
}

/* A digit less than in tables. */
static const char *outcome(struct page *page, const struct arm *arm, double value)
{
    int decimals = page->figures.digits[arm->outcome_index].half;
    return page_number(page, value * arm->outcome.scale, decimals > 1 ? decimals - 1 : 0);
}

static const char *signed_outcome(struct page *page, const struct arm *arm, double value)
{
    const char *number = outcome(page, arm, value);
    bool positive = value * arm->outcome.scale > 0 && strpbrk(number, "123456789");
    return arena_printf(&page->drawing->arena, "%s%s", positive ? "+" : "", number);
}

const char *pair_words_difference(struct page *page, const struct pair_result *pair)
{
    return arena_printf(&page->drawing->arena, "%s%s",
                        signed_outcome(page, pair->a, pair->difference),
                        figure_unit(&page->figures, pair->a));
}

const char *pair_words_change(struct page *page, const struct pair_adjuster_result *result)
{
    if (result->interval.status != ESTIMATE_OK)
        return estimate_status_text(result->interval.status);
    double percent = result->narrower_percent;
    const char *number = figure_fixed(&page->figures, fabs(percent), 1);
    const char *word = strpbrk(number, "123456789") ? percent > 0 ? "narrower" : "wider" : "as raw";
    return arena_printf(&page->drawing->arena, "%s %% %s", number, word);
}

const char *pair_words_raw_width(struct page *page, const struct pair_result *pair)
{
    if (pair->raw.status != ESTIMATE_OK)
        return estimate_status_text(pair->raw.status);
    return arena_printf(&page->drawing->arena, "± %s%s",
                        outcome(page, pair->a, fabs(pair->raw.half_width)),
                        figure_unit(&page->figures, pair->a));
}

const char *pair_words_rejection(struct page *page, const struct pair_null *null)
{
    if (!null->known)
        return NULL;
    return arena_printf(&page->drawing->arena, "%s/%s%s",
                        figure_fixed(&page->figures, 100 * null->both, 1),
                        figure_fixed(&page->figures, 100 * null->expected_both, 1),
                        null->too_narrow ? PAIR_DAGGER : "");
}

void pair_words_problem(const struct page *page, size_t n_pairs, struct strbuf *problem)
{
    if (n_pairs)
        strbuf_printf(problem, "%zu pairs do not fit into a figure (at most %d); --arms chooses",
                      n_pairs, CHART_PAIRS_MAX);
    else
        strbuf_puts(problem, request_no_pairs(&page->snapshot->request, page->snapshot->study));
}
