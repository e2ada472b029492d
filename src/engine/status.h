/* Why a figure is not a number. Every estimate carries one of these; views and reports print it in
 * the number's place. */
#ifndef LOGVAR_ENGINE_STATUS_H
#define LOGVAR_ENGINE_STATUS_H

enum estimate_status {
    ESTIMATE_OK,
    ESTIMATE_PENDING,      /* not computed yet (screen only) */
    ESTIMATE_TOO_FEW_RUNS, /* no degrees of freedom in a training fold, or no variance estimable */
    ESTIMATE_RANK_DEFICIENT, /* covariates collinear in a training fold */
    ESTIMATE_NO_VARIANCE,    /* the outcome does not vary */
    ESTIMATE_NO_STATISTIC,   /* the declared statistic is not a candidate of this arm */
    ESTIMATE_NO_CANDIDATES,  /* no eligible candidate in the chosen families */
    ESTIMATE_NOT_FINITE,     /* overflow in the arithmetic */
    /* Of two-phase estimates (estimate/twophase.h): */
    ESTIMATE_STATISTIC_UNFINISHED, /* the declared statistic is missing in an unfinished run */
    ESTIMATE_FEW_FINISHED,         /* fewer than 10 finished runs */
    ESTIMATE_SELECTIVE, /* finished and unfinished runs differ: they were not stopped at random */
    ESTIMATE_POSTHOC,   /* post hoc best is a diagnostic: chosen on the runs that it is judged on */
    N_ESTIMATE_STATUSES
};

/* "too few runs", lower case, for a person. */
const char *estimate_status_text(enum estimate_status status);
/* "too_few_runs", for JSON. */
const char *estimate_status_key(enum estimate_status status);

#endif
