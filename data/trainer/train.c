#include "train.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "maths.h"
#include "memory.h"

/* Everything a run needs while it lasts. */
struct run {
    const struct dataset *dataset;
    const struct model *model;
    const struct train_settings *settings;
    struct rng initialisation, data_order, augmentation; /* the run's three random streams */
    struct network network;
    struct optimiser optimiser;
    struct batch batch;
    struct runlog log;
    uint32_t *order;              /* of the training examples, in this epoch */
    size_t steps_per_epoch, step; /* step: done so far */
};

/* Sums over the steps of an epoch. */
struct epoch_sums {
    double loss, acc, grad_norm, grad_norm_squares, grad_norm_max;
};

static void run_init(struct run *run, const struct dataset *dataset, const struct model *model,
                     unsigned seed, const struct train_settings *settings)
{
    char arm[64];
    snprintf(arm, sizeof arm, "%s_%s", dataset->name, model->name);
    *run = (struct run){.dataset = dataset, .model = model, .settings = settings};
    run->initialisation = rng_stream(seed, arm, "initialisation");
    run->data_order = rng_stream(seed, arm, "order");
    run->augmentation = rng_stream(seed, arm, "augmentation");
    network_init(&run->network);
    model->build(&run->network, dataset);
    network_start(&run->network, &run->initialisation, &run->augmentation);
    optimiser_init(&run->optimiser, model->optimiser, run->network.n_params);
    batch_init(&run->batch, dataset, model);
    runlog_open(&run->log, settings->format, settings->folder, seed, dataset->unused.n > 0,
                settings->n_logged_steps > 0);
    run->order = memory_get(dataset->train.n * sizeof *run->order);
    for (size_t i = 0; i < dataset->train.n; i++)
        run->order[i] = (uint32_t)i;
    run->steps_per_epoch = dataset->train.n / BATCH_MAX; /* an incomplete last batch is left out */
}

static void run_done(struct run *run)
{
    runlog_close(&run->log);
    batch_done(&run->batch);
    optimiser_done(&run->optimiser);
    network_done(&run->network);
    free(run->order);
}

static double param_norm(const struct run *run)
{
    return sqrt(maths_sum_squares(run->network.params, run->network.n_params));
}

static double next_rate(const struct run *run)
{
    return optimiser_rate(&run->model->optimiser, run->step, run->steps_per_epoch,
                          run->settings->n_epochs * run->steps_per_epoch);
}

/* Forward, backward, clip, step. */
static void train_step(struct run *run, const uint32_t *indices, struct step_record *record)
{
    struct network *network = &run->network;
    batch_fill(&run->batch, BATCH_MAX, indices, &run->augmentation, network_input(network));
    const real *outputs = network_forward(network, BATCH_MAX, true);
    const struct loss_sum sum =
        loss_softmax(BATCH_MAX, run->dataset->n_classes, outputs, batch_labels(&run->batch),
                     network_output_grads(network));
    network_backward(network, BATCH_MAX);
    record->loss = sum.loss / BATCH_MAX;
    record->acc = (double)sum.n_right / BATCH_MAX;
    record->grad_norm = optimiser_clip(&run->model->optimiser, network->n_params, network->grads);
    optimiser_step(&run->optimiser, next_rate(run), network->grads, network->params);
    record->step = (double)++run->step;
}

static void add_step(struct epoch_sums *sums, const struct step_record *record)
{
    sums->loss += record->loss;
    sums->acc += record->acc;
    sums->grad_norm += record->grad_norm;
    sums->grad_norm_squares += record->grad_norm * record->grad_norm;
    if (record->grad_norm > sums->grad_norm_max)
        sums->grad_norm_max = record->grad_norm;
}

/* The epoch's means, and the standard deviation (divisor n) of the gradient norm. */
static void finish_sums(const struct epoch_sums *sums, size_t n_steps, struct epoch_record *record)
{
    const double n = (double)n_steps, mean = sums->grad_norm / n;
    const double variance = sums->grad_norm_squares / n - mean * mean;
    record->train_loss = sums->loss / n;
    record->train_acc = sums->acc / n;
    record->grad_norm_mean = mean;
    record->grad_norm_std = variance > 0 ? sqrt(variance) : 0;
    record->grad_norm_max = sums->grad_norm_max;
}

static void train_epoch(struct run *run, struct epoch_record *record)
{
    struct epoch_sums sums = {0};
    rng_shuffle(&run->data_order, run->dataset->train.n, run->order);
    for (size_t i = 0; i < run->steps_per_epoch; i++) {
        struct step_record step;
        record->lr = next_rate(run);
        train_step(run, run->order + i * BATCH_MAX, &step);
        add_step(&sums, &step);
        if (run->step <= run->settings->n_logged_steps) {
            step.param_norm = param_norm(run);
            runlog_step(&run->log, &step);
        }
    }
    finish_sums(&sums, run->steps_per_epoch, record);
    record->param_norm = param_norm(run);
}

/* Mean loss and accuracy on a part of the data that is not trained on. */
static void evaluate(struct run *run, const struct examples *part, double *loss, double *acc)
{
    const struct dataset *dataset = run->dataset;
    struct loss_sum total = {0, 0};
    for (size_t from = 0; from < part->n; from += BATCH_MAX) {
        const size_t n = part->n - from < BATCH_MAX ? part->n - from : BATCH_MAX;
        real *x = network_input(&run->network);
        for (size_t i = 0; i < n; i++)
            dataset_get(dataset, part, from + i, x + i * dataset->n_features);
        const real *outputs = network_forward(&run->network, n, false);
        const struct labels labels = {part->labels + from, part->labels + from, 1};
        const struct loss_sum sum = loss_softmax(n, dataset->n_classes, outputs, labels, NULL);
        total.loss += sum.loss;
        total.n_right += sum.n_right;
    }
    *loss = total.loss / (double)part->n;
    *acc = (double)total.n_right / (double)part->n;
}

static void run_epoch(struct run *run, size_t epoch)
{
    struct epoch_record record = {.epoch = (double)epoch, .unused_acc = NAN};
    train_epoch(run, &record);
    evaluate(run, &run->dataset->validation, &record.val_loss, &record.val_acc);
    evaluate(run, &run->dataset->test, &record.test_loss, &record.test_acc);
    if (epoch == run->settings->n_epochs && run->dataset->unused.n > 0) {
        double loss;
        evaluate(run, &run->dataset->unused, &loss, &record.unused_acc);
    }
    runlog_epoch(&run->log, &record);
}

void train_run(const struct dataset *dataset, const struct model *model, unsigned seed,
               const struct train_settings *settings)
{
    struct run run;
    run_init(&run, dataset, model, seed, settings);
    for (size_t epoch = 1; epoch <= settings->n_epochs; epoch++)
        run_epoch(&run, epoch);
    run_done(&run);
}
