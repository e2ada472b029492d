#include "engine/split.h"

#include <string.h>

static void count_folds(struct split *split, const struct fold_plan *plan)
{
    memset(split->start, 0, (plan->n_folds + 1) * sizeof *split->start);
    for (size_t i = 0; i < plan->n_runs; i++)
        split->start[plan->fold[i] + 1]++;
    for (size_t f = 0; f < plan->n_folds; f++)
        split->start[f + 1] += split->start[f];
}

void split_prepare(struct split *split, const struct design *design, const struct fold_plan *plan)
{
    split->n = plan->n_runs;
    split->n_folds = plan->n_folds;
    count_folds(split, plan);
    /* start[f] serves as the place of fold f's next run, and is moved back afterwards. */
    for (size_t i = 0; i < plan->n_runs; i++) {
        uint32_t place = split->start[plan->fold[i]]++;
        split->run[place] = plan->runs[i];
        split->position[place] = (uint32_t)i;
        split->y[place] = design->y[plan->runs[i]];
    }
    memmove(split->start + 1, split->start, plan->n_folds * sizeof *split->start);
    split->start[0] = 0;
}

static struct kernel_fold kernel_fold(double n, double sum_y)
{
    return (struct kernel_fold){1 / n, n - 1, sum_y / n};
}

void split_kernel_folds(const struct split *split, struct kernel_fold *folds)
{
    double all = 0;
    for (size_t i = 0; i < split->n; i++)
        all += split->y[i];
    for (size_t f = 0; f < split->n_folds; f++) {
        double out = 0;
        for (size_t i = split->start[f]; i < split->start[f + 1]; i++)
            out += split->y[i];
        folds[f] = kernel_fold((double)split_n_train(split, f), all - out);
    }
    folds[split->n_folds] = kernel_fold((double)split->n, all);
}

/* sum over training runs of (x - a)(y - b). */
static double train_products(const struct split *split, size_t fold, const double *x, double a,
                             const double *y, double b)
{
    double sum = 0;
    for (size_t i = 0; i < split->start[fold]; i++)
        sum += (x[i] - a) * (y[i] - b);
    for (size_t i = split->start[fold + 1]; i < split->n; i++)
        sum += (x[i] - a) * (y[i] - b);
    return sum;
}

double split_train_mean(const struct split *split, size_t fold, const double *x)
{
    double sum = 0;
    for (size_t i = 0; i < split->start[fold]; i++)
        sum += x[i];
    for (size_t i = split->start[fold + 1]; i < split->n; i++)
        sum += x[i];
    return sum / (double)split_n_train(split, fold);
}

double split_train_square(const struct split *split, size_t fold, const double *x)
{
    double mean = split_train_mean(split, fold, x);
    return train_products(split, fold, x, mean, x, mean);
}

/* adj_s = y_s - theta (x_s - mean_{-f} x), s held out in fold f   (METHOD.md, "Cross-fitted adjustment") */
static void apply(const struct split *split, size_t fold, const double *x, double mean,
                  double theta, double *adjusted)
{
    for (size_t i = split->start[fold]; i < split->start[fold + 1]; i++)
        adjusted[i] = split->y[i] - theta * (x[i] - mean);
}

/* theta_{-f} = Sxy / Sxx over the training runs */
enum estimate_status split_adjust_single(const struct split *split, size_t fold, const double *x,
                                         double floor, double factor, double *adjusted)
{
    size_t n_train = split_n_train(split, fold);
    if (n_train < 3)
        return ESTIMATE_TOO_FEW_RUNS;
    double mean_x = split_train_mean(split, fold, x);
    double mean_y = split_train_mean(split, fold, split->y);
    double sxx = train_products(split, fold, x, mean_x, x, mean_x);
    double sxy = train_products(split, fold, x, mean_x, split->y, mean_y);
    if (!(sxx > floor * (double)(n_train - 1)))
        return ESTIMATE_RANK_DEFICIENT;
    apply(split, fold, x, mean_x, factor * (sxy / sxx), adjusted);
    return ESTIMATE_OK;
}

struct pair_sums {
    double x, y, xx, xy;
};

static struct pair_sums sum_fold(const struct split *split, size_t fold, const double *x)
{
    struct pair_sums sums = {0, 0, 0, 0};
    for (size_t i = split->start[fold]; i < split->start[fold + 1]; i++) {
        sums.x += x[i];
        sums.y += split->y[i];
        sums.xx += x[i] * x[i];
        sums.xy += x[i] * split->y[i];
    }
    return sums;
}

static struct pair_sums sum_all(const struct split *split, const double *x)
{
    struct pair_sums all = {0, 0, 0, 0};
    for (size_t f = 0; f < split->n_folds; f++) {
        struct pair_sums one = sum_fold(split, f, x);
        all = (struct pair_sums){all.x + one.x, all.y + one.y, all.xx + one.xx, all.xy + one.xy};
    }
    return all;
}

/* theta_{-f} = Sxy / Sxx, with Sxx = (sum x^2 over all - sum x^2 over the fold) - n_train mean_{-f}(x)^2 and
 * Sxy alike. */
enum estimate_status split_adjust_folds(const struct split *split, const double *x, double floor,
                                        double *adjusted)
{
    struct pair_sums all = sum_all(split, x);
    enum estimate_status status = ESTIMATE_OK;
    for (size_t f = 0; f < split->n_folds && status == ESTIMATE_OK; f++) {
        size_t n_train = split_n_train(split, f);
        double n = (double)n_train, least = floor * (n - 1);
        if (n_train == split->n)
            continue;
        struct pair_sums out = sum_fold(split, f, x);
        double mean_x = (all.x - out.x) / n, mean_y = (all.y - out.y) / n;
        double sxx = (all.xx - out.xx) - mean_x * mean_x * n;
        double sxy = (all.xy - out.xy) - mean_x * mean_y * n;
        if (n_train >= 3 && sxx > KERNELS_UNSAFE * least)
            apply(split, f, x, mean_x, sxy / sxx, adjusted);
        else
            status = split_adjust_single(split, f, x, floor, 1, adjusted);
    }
    return status;
}

static void copy_train(const struct split *split, size_t fold, const double *x, double *to)
{
    size_t before = split->start[fold], after = split->start[fold + 1];
    memcpy(to, x, before * sizeof *to);
    memcpy(to + before, x + after, (split->n - after) * sizeof *to);
}

enum estimate_status split_status(enum ols_outcome outcome)
{
    static const enum estimate_status statuses[] = {
        [OLS_OK] = ESTIMATE_OK,
        [OLS_TOO_FEW_ROWS] = ESTIMATE_TOO_FEW_RUNS,
        [OLS_RANK_DEFICIENT] = ESTIMATE_RANK_DEFICIENT,
        [OLS_NOT_FINITE] = ESTIMATE_NOT_FINITE,
    };
    return statuses[outcome];
}

/* adj_s = y_s - theta_{-f}' (x_s - mean_{-f} x), theta_{-f} = (X'X)^-1 X'y over the training runs */
enum estimate_status split_adjust_vector(const struct split *split, size_t fold, size_t q,
                                         const double *x, const double *floor, double *work,
                                         double *adjusted)
{
    size_t n = split->n, n_train = split_n_train(split, fold);
    double *columns = work, *y = work + q * n_train, *theta = work + (q + 1) * n;
    if (n_train < q + 2)
        return ESTIMATE_TOO_FEW_RUNS;
    for (size_t j = 0; j < q; j++) {
        double mean = split_train_mean(split, fold, x + j * n);
        double sxx = train_products(split, fold, x + j * n, mean, x + j * n, mean);
        if (!(sxx > floor[j] * (double)(n_train - 1)))
            return ESTIMATE_RANK_DEFICIENT;
        copy_train(split, fold, x + j * n, columns + j * n_train);
    }
    copy_train(split, fold, split->y, y);
    enum ols_outcome outcome = ols_fit(n_train, q, columns, y, theta, NULL, NULL);
    if (outcome != OLS_OK)
        return split_status(outcome);
    for (size_t i = split->start[fold]; i < split->start[fold + 1]; i++)
        adjusted[i] = split->y[i];
    for (size_t j = 0; j < q; j++) {
        double mean = split_train_mean(split, fold, x + j * n);
        for (size_t i = split->start[fold]; i < split->start[fold + 1]; i++)
            adjusted[i] -= theta[j] * (x[j * n + i] - mean);
    }
    return ESTIMATE_OK;
}
