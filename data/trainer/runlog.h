/* The logs of a run: one row per epoch, and one per step for the first steps. */
#ifndef TRAINER_RUNLOG_H
#define TRAINER_RUNLOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* NAN: not measured; an empty field in CSV, no key in JSON. */
struct epoch_record {
    double epoch;
    double lr;                    /* of the epoch's last step */
    double train_loss, train_acc; /* means over the epoch's batches, as trained (augmented) */
    double val_loss, val_acc, test_loss, test_acc;
    double unused_acc; /* on the unused images, after the last epoch only */
    double grad_norm_mean, grad_norm_std, grad_norm_max; /* over the steps, after clipping */
    double param_norm;
};

struct step_record {
    double step, loss, acc;
    double grad_norm;  /* after clipping */
    double param_norm; /* after the step */
};

enum runlog_format { RUNLOG_CSV, RUNLOG_JSONL };

struct runlog {
    enum runlog_format format;
    bool has_unused;      /* whether there is a column unused_acc */
    FILE *epochs, *steps; /* steps: NULL when no steps are logged */
};

/* Creates FOLDER/run_NN.csv and, with `steps`, FOLDER/run_NN_steps.csv (or .jsonl). */
void runlog_open(struct runlog *log, enum runlog_format format, const char *folder, unsigned seed,
                 bool has_unused, bool steps);
void runlog_epoch(struct runlog *log, const struct epoch_record *record);
void runlog_step(struct runlog *log, const struct step_record *record);
void runlog_close(struct runlog *log);

#endif
