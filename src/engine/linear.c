#include "engine/linear_internal.h"

#include "base/mem.h"
#include "stats/moments.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEAST_SD_SHARE 1e-3 /* a variance below one millionth is not eligible */

linear_fit *linear_fit_of(struct adjuster adjuster)
{
    static linear_fit *const fits[N_ADJUSTER_KINDS] = {
        [ADJUSTER_FIXED] = linear_fixed_shrunk, [ADJUSTER_BEST] = linear_best,
        [ADJUSTER_PCA] = linear_components,     [ADJUSTER_BEST_SHRUNK] = linear_best_shrunk,
        [ADJUSTER_RIDGE] = linear_ridge,        [ADJUSTER_PCA_SHRUNK] = linear_components_shrunk,
        [ADJUSTER_AVERAGE] = linear_average,
    };
    return fits[adjuster.kind];
}

static bool all_finite(const struct unfinished_runs *extra, size_t candidate)
{
    for (size_t i = 0; i < extra->n; i++)
        if (!isfinite(extra->x[candidate * extra->n + i]))
            return false;
    return true;
}

static void choose_columns(struct linear_data *data, uint64_t families)
{
    const struct arm *arm = data->arm;
    for (size_t f = 0; f < STUDY_FAMILIES_MAX; f++) {
        size_t before = data->n_columns;
        for (size_t j = 0; (families >> f & 1) && j < arm->n_candidates; j++)
            if (arm->candidates[j].family == f && all_finite(data->extra, j))
                data->column[data->n_columns++] = j;
        if (data->n_columns > before)
            data->family[data->n_families++] = before;
    }
    data->family[data->n_families] = data->n_columns;
}

static void fill_column(struct linear_data *data, size_t c)
{
    const struct arm *arm = data->arm;
    const struct unfinished_runs *extra = data->extra;
    double *x = data->x + c * data->n_rows;
    memcpy(x, arm->x + data->column[c] * arm->n_runs, arm->n_runs * sizeof *x);
    if (extra->n)
        memcpy(x + arm->n_runs, extra->x + data->column[c] * extra->n, extra->n * sizeof *x);
    data->least_sd[c] = LEAST_SD_SHARE * sqrt(moments_variance(x, data->n_rows));
}

void linear_data_again(struct linear_data *data)
{
    size_t n_statistic = data->no_statistic || data->statistic_unfinished ? 0 : data->n_statistic;
    for (size_t c = 0; c < data->n_columns + n_statistic; c++)
        fill_column(data, c);
}

struct linear_data *linear_data_new(const struct arm *arm, const struct unfinished_runs *extra,
                                    uint64_t families, size_t n_statistic, const size_t *statistic)
{
    struct linear_data *data = mem_zeroed(1, sizeof *data);
    data->arm = arm;
    data->extra = extra;
    data->n_rows = arm->n_runs + extra->n;
    data->column = mem_array(arm->n_candidates + n_statistic, sizeof *data->column);
    data->family = mem_array(STUDY_FAMILIES_MAX + 1, sizeof *data->family);
    choose_columns(data, families);
    data->n_statistic = n_statistic;
    data->no_statistic = n_statistic == 0;
    for (size_t q = 0; q < n_statistic; q++) {
        data->column[data->n_columns + q] = statistic[q];
        if (statistic[q] == ARM_NO_CANDIDATE)
            data->no_statistic = true;
        else if (!all_finite(extra, statistic[q]))
            data->statistic_unfinished = true;
    }
    size_t n = data->n_columns + n_statistic;
    data->x = mem_array(n * data->n_rows, sizeof *data->x);
    data->least_sd = mem_array(n, sizeof *data->least_sd);
    linear_data_again(data);
    return data;
}

void linear_data_free(struct linear_data *data)
{
    if (!data)
        return;
    free(data->column);
    free(data->family);
    free(data->x);
    free(data->least_sd);
    free(data);
}

enum estimate_status linear_data_statistic(const struct linear_data *data)
{
    return data->no_statistic           ? ESTIMATE_NO_STATISTIC
           : data->statistic_unfinished ? ESTIMATE_STATISTIC_UNFINISHED
                                        : ESTIMATE_OK;
}

/* ---- one fold ---- */

/* z = (x - mean) / sd of the training runs; the range within which other rows are held. */
static void standardise(const struct linear_data *data, size_t c, size_t n, double reach,
                        struct linear_workspace *w)
{
    const double *x = data->x + c * data->n_rows;
    double *z = w->z + c * n, mean = 0, square = 0;
    for (size_t i = 0; i < n; i++)
        mean += x[w->train[i]];
    mean /= (double)n;
    for (size_t i = 0; i < n; i++)
        square += (x[w->train[i]] - mean) * (x[w->train[i]] - mean);
    double sd = sqrt(square / (double)(n - 1));
    w->mean[c] = mean;
    w->inverse_sd[c] = sd > data->least_sd[c] && isfinite(sd) ? 1 / sd : 0;
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < n; i++) {
        z[i] = (x[w->train[i]] - mean) * w->inverse_sd[c];
        low = fmin(low, z[i]);
        high = fmax(high, z[i]);
    }
    w->low[c] = low - reach;
    w->high[c] = high + reach;
}

/* f(x) = sum_j slope_j hold((x_j - mean_j) / sd_j) */
static double predict(const struct linear_data *data, const struct linear_workspace *w, size_t row)
{
    double sum = 0;
    for (size_t c = 0; c < data->n_columns + data->n_statistic; c++) {
        if (w->slopes[c] == 0)
            continue;
        double z = (data->x[c * data->n_rows + row] - w->mean[c]) * w->inverse_sd[c];
        sum += w->slopes[c] * fmin(fmax(z, w->low[c]), w->high[c]);
    }
    return sum;
}

static size_t gather(const struct linear_data *data, const struct fold_plan *plan, size_t fold,
                     double reach, struct linear_workspace *w)
{
    size_t n = 0;
    double mean = 0;
    for (size_t i = 0; i < plan->n_runs; i++)
        if (plan->fold[i] != fold)
            w->train[n++] = plan->runs[i];
    if (n < 3)
        return n;
    for (size_t i = 0; i < n; i++)
        mean += data->arm->y[w->train[i]];
    mean /= (double)n;
    for (size_t i = 0; i < n; i++)
        w->y[i] = data->arm->y[w->train[i]] - mean;
    for (size_t c = 0; c < data->n_columns + data->n_statistic; c++)
        standardise(data, c, n, reach, w);
    for (size_t f = 0; f <= data->n_families; f++)
        w->spaces[f].known = false;
    return n;
}

static enum estimate_status do_fold(const struct linear_data *data,
                                    const struct linear_request *request,
                                    const struct fold_plan *plan, size_t fold,
                                    struct linear_workspace *w)
{
    size_t n = gather(data, plan, fold, request->reach, w);
    if (n < 3)
        return ESTIMATE_TOO_FEW_RUNS;
    struct linear_problem problem = {
        .n = n,
        .y = w->y,
        .n_columns = data->n_columns,
        .z = w->z,
        .n_families = data->n_families,
        .family = data->family,
        .n_statistic = data->n_statistic,
        .statistic = w->z + data->n_columns * n,
        .stream = {request->stream[0], request->stream[1] * plan->n_folds + fold}};
    memset(w->slopes, 0, (data->n_columns + data->n_statistic) * sizeof *w->slopes);
    return request->fit(&problem, request->k, w, w->slopes);
}

static bool holds_out(const struct fold_plan *plan, size_t fold)
{
    for (size_t i = 0; i < plan->n_runs; i++)
        if (plan->fold[i] == fold)
            return true;
    return false;
}

static bool uses_statistic(linear_fit *fit)
{
    return fit == linear_fixed || fit == linear_fixed_shrunk || fit == linear_average;
}

enum estimate_status linear_predict(const struct linear_data *data,
                                    const struct linear_request *request,
                                    const struct fold_plan *plan, struct linear_workspace *w,
                                    double *held_out, double *extra)
{
    size_t n_extra = data->extra->n;
    enum estimate_status usable = linear_data_statistic(data);
    memset(extra, 0, plan->n_folds * n_extra * sizeof *extra);
    if (uses_statistic(request->fit) && usable != ESTIMATE_OK)
        return usable;
    struct linear_data view = *data;
    if (usable != ESTIMATE_OK)
        view.n_statistic = 0;
    for (size_t f = 0; f < plan->n_folds; f++) {
        if (!holds_out(plan, f))
            continue;
        enum estimate_status status = do_fold(&view, request, plan, f, w);
        if (status != ESTIMATE_OK)
            return status;
        for (size_t i = 0; i < plan->n_runs; i++)
            if (plan->fold[i] == f)
                held_out[i] = predict(&view, w, plan->runs[i]);
        for (size_t u = 0; u < n_extra; u++)
            extra[f * n_extra + u] = predict(&view, w, data->arm->n_runs + u);
    }
    return ESTIMATE_OK;
}
