/* The method again, as stupidly as it can be written: plain loops over long doubles straight from the
 * formulas, nothing shared between folds, components from the correlation matrix of the candidates
 * (not of the runs), every ridge penalty by solving its equations. The oracle for everything fast. */
#ifndef LOGVAR_TESTS_NAIVE_H
#define LOGVAR_TESTS_NAIVE_H

#include "engine/crossfit.h"

/* Shapes up to these. */
enum { NAIVE_RUNS = 64, NAIVE_CANDIDATES = 128, NAIVE_COVARIATES = 64 };

/* As crossfit_adjust, on an arm whose chosen families are a bit mask. Not for best-shrunk. */
enum estimate_status naive_adjust(const struct arm *arm, uint64_t families, size_t n_statistic,
                                  const size_t *statistic, struct adjuster adjuster,
                                  const struct fold_plan *plan, double *adjusted, uint32_t *picks);

#endif
