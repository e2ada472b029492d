/* What a metric's name tells: measured on which set, loss or score, and so on.
 *
 * Names are cut into words at everything that is not a letter or digit, and where a capital follows a
 * small letter ("valLoss"); words are compared without regard to case. So "latest_loss" is not a
 * test metric, "best/test.acc" is one. */
#ifndef LOGVAR_STUDY_METRIC_H
#define LOGVAR_STUDY_METRIC_H

#include <stdbool.h>

enum metric_trait {
    METRIC_TEST,       /* measured on the test set: never a candidate */
    METRIC_VALIDATION, /* measured on the validation set */
    METRIC_BEST,       /* a running best so far */
    METRIC_LOSS,       /* a loss by name */
    METRIC_ERROR,      /* an error rate, a distance, a perplexity: less is better, as for a loss */
    METRIC_ACCURACY,   /* accuracy or another score */
    METRIC_GRADIENT,
    METRIC_PARAMETER,
    METRIC_NORM,
    METRIC_TIME /* time, memory, throughput: not of the model */
};

bool metric_has(const char *name, enum metric_trait trait);

#endif
