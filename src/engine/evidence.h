/* What a training fold says about the models of the average (average.h), and the weights that come of
 * it. The fits are the caller's: they only need to know by how much to multiply each. */
#ifndef LOGVAR_ENGINE_EVIDENCE_H
#define LOGVAR_ENGINE_EVIDENCE_H

#include <stddef.h>
#include <stdint.h>

enum { EVIDENCE_TAUS = 4 };
extern const double evidence_taus[EVIDENCE_TAUS];
/* Squared correlations above count as this, so that a perfect fit has a weight. */
#define EVIDENCE_LARGEST (1 - 1e-12)

/* Ridge on a family or on all candidates, per tau. */
struct evidence_ridge {
    double log_det[EVIDENCE_TAUS]; /* of 1 + tau K */
    double fit[EVIDENCE_TAUS];     /* y'(1 + tau K)^-1 y / y'y, in (0, 1] */
};

/* A training fold's evidence. Squared correlations are those of y with a model's covariates, in [0, 1];
 * negative where there is no such model. */
struct evidence {
    size_t n_train, n_candidates, n_families, n_declared;
    double declared;              /* squared (multiple) correlation */
    double single;                /* the largest of any candidate */
    double *component;            /* [n_families] */
    struct evidence_ridge *ridge; /* [n_families + 1], the last of all candidates */

    /* Filled by evidence_weigh, relative to the heaviest model until evidence_normalise. */
    double keep[EVIDENCE_TAUS]; /* g / (1 + g): a slope's share that is kept */
    double nothing;
    double declared_weight[EVIDENCE_TAUS];
    double single_weight[EVIDENCE_TAUS]; /* of a candidate with the largest squared correlation: */
    double single_rest[EVIDENCE_TAUS];   /* whose 1 - r^2 keep is this */
    double *component_weight;            /* [n_families][EVIDENCE_TAUS] */
    double *ridge_weight;                /* [n_families + 1][EVIDENCE_TAUS] */
};

void evidence_init(struct evidence *evidence, size_t n_families);
void evidence_done(struct evidence *evidence);

/* A candidate with another r^2 weighs single_weight[t] (single_rest[t] / (1 - r^2 keep[t]))^((n - 1)/2). */
void evidence_weigh(struct evidence *evidence);
/* Makes the weights sum to one with the candidates' own, which sum to `singles`; returns the factor. */
double evidence_normalise(struct evidence *evidence, double singles);

/* sum over tau of weight and of weight times what is kept. */
double evidence_sum(const double weight[EVIDENCE_TAUS]);
double evidence_kept(const struct evidence *evidence, const double weight[EVIDENCE_TAUS]);

#endif
