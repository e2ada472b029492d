/* Ridge on all standardised candidates of the chosen families, in its dual form: with Z the training
 * runs' standardised candidates and K = Z Z' / p, the fit is K (K + penalty)^-1 y. One decomposition
 * of K serves every penalty, whose leave-one-out errors are exact:
 *     e_i = (y_i - (H y)_i) / (1 - H_ii - 1/n)      (the intercept is not penalised). */
#ifndef LOGVAR_ENGINE_RIDGE_H
#define LOGVAR_ENGINE_RIDGE_H

#include "engine/split.h"

enum { RIDGE_PENALTIES = 21 };
/* exp(-4), exp(-3.5), …, exp(6). */
double ridge_penalty(size_t i);

struct ridge_workspace;
struct ridge_workspace *ridge_workspace_new(size_t n_runs);
void ridge_workspace_free(struct ridge_workspace *workspace);

/* Fills the held-out part of adjusted[n]. The largest penalty wins a tie; where none beats the mean
 * alone, nothing is adjusted. */
enum estimate_status ridge_adjust(const struct design *design, const struct split *split,
                                  size_t fold, struct ridge_workspace *workspace, double *adjusted);

#endif
