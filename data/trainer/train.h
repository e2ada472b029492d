/* One training run: from a seed to its logs. */
#ifndef TRAINER_TRAIN_H
#define TRAINER_TRAIN_H

#include "dataset.h"
#include "models.h"
#include "runlog.h"

struct train_settings {
    size_t n_epochs;
    size_t n_logged_steps; /* the first steps, logged one by one; 0: none */
    enum runlog_format format;
    const char *folder; /* of the logs; it must exist */
};

/* Equal arguments give equal logs, to the last byte. */
void train_run(const struct dataset *dataset, const struct model *model, unsigned seed,
               const struct train_settings *settings);

#endif
