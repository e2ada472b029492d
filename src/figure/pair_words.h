/* What charts say of a pair, in the drawing's arena. For the charts only. */
#ifndef LOGVAR_FIGURE_PAIR_WORDS_H
#define LOGVAR_FIGURE_PAIR_WORDS_H

#include "estimate/calibration.h"
#include "figure/page.h"

#define PAIR_DAGGER " †"

/* "mnist: conv − mlp" */
const char *pair_words_name(struct page *page, const struct arm *a, const struct arm *b);
/* "+1.734 pp" */
const char *pair_words_difference(struct page *page, const struct pair_result *pair);
/* "± 0.099 pp" */
const char *pair_words_raw_width(struct page *page, const struct pair_result *pair);
/* "16.4 % narrower" */
const char *pair_words_change(struct page *page, const struct pair_adjuster_result *result);
/* What the synthetic null rejects, in percent: "5.3", or "12.6 †" where that is too often; NULL
 * without a figure. */
const char *pair_words_rejection(struct page *page, const struct pair_null *null);
/* Why so many pairs make no figure. */
void pair_words_problem(const struct page *page, size_t n_pairs, struct strbuf *problem);

#endif
