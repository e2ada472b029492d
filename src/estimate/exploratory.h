/* The one exploratory rule (METHOD.md, "Honesty"): what was selected by looking at outcomes is
 * flagged, everywhere, with its reason in one sentence. Screen, reports, plots and exports all ask
 * here; nothing else decides. */
#ifndef LOGVAR_ESTIMATE_EXPLORATORY_H
#define LOGVAR_ESTIMATE_EXPLORATORY_H

#include "engine/adjuster.h"
#include "estimate/request.h"
#include "study/study.h"

#include <stdbool.h>

/* What a person did before choosing, beyond the request itself. */
struct exploratory_history {
    bool viewed_candidates; /* the candidates view, or post hoc figures, were looked at first */
    /* From the study's register, see record/facts.h: */
    bool registered_first; /* what is declared was registered before that, and has not changed */
    bool registered_otherwise; /* what is declared or known is not what was registered, or what was
                                  registered cannot be read */
    bool runs_left_out;        /* runs in use when it was registered are not in use any more */
};

enum exploratory_reason {
    EXPLORATORY_NO,
    EXPLORATORY_ADJUSTER,  /* selects (or is tuned) by outcome */
    EXPLORATORY_STATISTIC, /* another statistic than the declared one */
    EXPLORATORY_FAMILIES,  /* another family set than the declared one */
    EXPLORATORY_REGISTER,  /* the register holds another declaration */
    EXPLORATORY_LEFT_OUT,  /* runs were left out after they were registered; raw figures too */
    EXPLORATORY_HISTORY,   /* chosen after candidates were ranked by outcome */
    N_EXPLORATORY
};

/* The strongest reason that applies to this adjuster's figures under this request. */
enum exploratory_reason exploratory_rule(const struct study *study, const struct request *request,
                                         struct adjuster adjuster,
                                         const struct exploratory_history *history);
/* "the adjuster selects candidates by looking at outcomes" ; "" for EXPLORATORY_NO. */
const char *exploratory_sentence(enum exploratory_reason reason);

#endif
