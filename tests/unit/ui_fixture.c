#include "ui_fixture.h"

#include "unit.h"

#include "base/mem.h"
#include "base/rng.h"
#include "engine/single.h"
#include "study/trace.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the study ---- */

static const struct {
    const char *name;
    size_t family;
} candidates[] = {{"val_loss@e1", 0},
                  {"val_loss@e2", 0},
                  {"val_loss@e3", 0},
                  {"val_loss@1/3", 0},
                  {"val_acc@e1", 0},
                  {"val_acc@1/3", 0},
                  {"mean(batch_loss,1:10)", 1},
                  {"sd(batch_loss,1:100)", 1},
                  {"slope(batch_loss,1:100)", 1},
                  {"last(batch_loss,1:500)", 1},
                  {"mean(batch_acc,1:100)", 2},
                  {"last(batch_acc,1:100)", 2},
                  {"mean(grad_norm,1:50)", 3},
                  {"max(grad_norm)", 3},
                  {"weight_norm@1/3", 4},
                  {"last - first(weight_norm)", 4}};
enum { N_CANDIDATES = sizeof candidates / sizeof *candidates, N_FAMILIES = 5, STATISTIC = 3 };
static const char *const family_names[N_FAMILIES] = {
    "validation", "training-loss", "training-accuracy", "gradient-norm", "parameter-norm"};
static const struct {
    const char *group, *name;
    size_t n_runs;
    double mean, sd, rho;
} arms[] = {
    {"mnist", "conv", 50, 0.9800, 0.0011, 0.31},  {"mnist", "mlp", 50, 0.9531, 0.0019, 0.45},
    {"mnist", "mixer", 50, 0.9702, 0.0015, 0.05}, {"fashion", "conv", 50, 0.9012, 0.0026, 0.62},
    {"fashion", "mlp", 50, 0.8655, 0.0031, 0.22}, {"fashion", "mixer", 12, 0.8790, 0.0040, 0.40},
    {"cifar", "conv", 50, 0.7105, 0.0065, 0.55},  {"cifar", "mlp", 50, 0.5312, 0.0048, 0.12},
    {"cifar", "mixer", 50, 0.6241, 0.0071, 0.70}};
enum { N_ARMS = sizeof arms / sizeof *arms };

/* To four digits, so that no last bit of a library's logarithm shows. */
static double draw(struct rng *rng)
{
    return round(rng_normal(rng) * 1e4) / 1e4;
}

/* Twelve epochs of three metrics: val_loss tells the outcome from epoch 5 on, batch_loss never, test_acc
 * at the end; one run more was left out, which ended after four. */
enum { N_TRACES = 3, N_EPOCHS = 12 };

static double trace_value(const struct arm *arm, size_t metric, size_t run, size_t epoch,
                          struct rng *rng)
{
    double share = (double)epoch / N_EPOCHS, fall = 0.9 - 0.5 * share * (2 - share);
    double tell = run < arm->n_runs && epoch > 4 ? (arm->y_mean - arm->y[run]) / arm->y_sd : 0;
    if (metric == 2)
        return epoch == N_EPOCHS && run < arm->n_runs ? arm->y[run]
                                                      : 0.6 + 0.3 * share + 0.01 * draw(rng);
    return fall + 0.01 * draw(rng) + (metric == 0 ? 0.01 * tell : 0);
}

static void make_traces(struct arena *arena, struct arm *arm, size_t i)
{
    static const char *const names[N_TRACES] = {"val_loss", "batch_loss", "test_acc"};
    struct arm_traces *traces = arena_alloc(arena, 1, sizeof *traces);
    struct rng rng;
    size_t n = arm->n_runs + 1;
    rng_init(&rng, (struct rng_key){.seed = 8, .arm = i});
    *traces =
        (struct arm_traces){.n_runs = n,
                            .runs = arena_alloc(arena, n, sizeof(struct trace_run)),
                            .n_metrics = N_TRACES,
                            .metrics = arena_alloc(arena, N_TRACES, sizeof(struct trace_metric))};
    for (size_t r = 0; r < n; r++)
        traces->runs[r] = r < arm->n_runs ? (struct trace_run){arm->runs[r], NULL, r, arm->y[r]}
                                          : (struct trace_run){"seed99", "no value of test_acc",
                                                               TRACE_NO_RUN, NAN};
    for (size_t m = 0; m < N_TRACES; m++) {
        struct trace *kept = arena_alloc(arena, n, sizeof *kept);
        struct trace_metric *metric = &traces->metrics[m];
        *metric = (struct trace_metric){.name = names[m],
                                        .axis = LOG_AXIS_EPOCH,
                                        .length = N_EPOCHS,
                                        .window_end = 4,
                                        .barred = m == 2,
                                        .runs = arena_alloc(arena, n, sizeof(struct trace *))};
        for (size_t r = 0; r < n; r++) {
            size_t n_points = r < arm->n_runs ? N_EPOCHS : 4;
            kept[r] = (struct trace){.metric = names[m],
                                     .axis = LOG_AXIS_EPOCH,
                                     .n_points = n_points,
                                     .n_logged = n_points,
                                     .positions = arena_alloc(arena, n_points, sizeof(double)),
                                     .values = arena_alloc(arena, n_points, sizeof(double))};
            for (size_t e = 0; e < n_points; e++) {
                kept[r].positions[e] = (double)(e + 1);
                kept[r].values[e] = trace_value(arm, m, r, e + 1, &rng);
            }
            metric->runs[r] = &kept[r];
        }
    }
    arm->traces = traces;
}

static void make_arm(struct study *study, size_t i)
{
    struct arena *arena = &study->arena;
    struct arm *arm = &study->arms[i];
    struct rng rng;
    size_t n = arms[i].n_runs;
    rng_init(&rng, (struct rng_key){.seed = 7, .arm = i});
    *arm = (struct arm){.name = arms[i].name,
                        .group = arms[i].group,
                        .group_index = i / 3,
                        .n_runs = n,
                        .n_candidates = N_CANDIDATES,
                        .n_statistic = 1};
    arm->label = arena_printf(arena, "%s/%s", arm->group, arm->name);
    arm->runs = arena_alloc(arena, n, sizeof *arm->runs);
    arm->y = arena_alloc(arena, n, sizeof *arm->y);
    arm->x = arena_alloc(arena, n * N_CANDIDATES, sizeof *arm->x);
    arm->candidates = arena_alloc(arena, N_CANDIDATES, sizeof *arm->candidates);
    arm->statistic = arena_alloc(arena, 1, sizeof *arm->statistic);
    arm->statistic_candidate = arena_alloc(arena, 1, sizeof *arm->statistic_candidate);
    arm->statistic[0] = candidates[STATISTIC].name;
    arm->statistic_candidate[0] = STATISTIC;
    for (size_t j = 0; j < N_CANDIDATES; j++)
        arm->candidates[j] = (struct candidate){candidates[j].name, "", candidates[j].family};
    double sum = 0, squares = 0;
    for (size_t r = 0; r < n; r++) {
        double latent = draw(&rng), rho = arms[i].rho;
        arm->runs[r] = arena_printf(arena, "seed%02zu", r + 1);
        arm->y[r] = arms[i].mean + arms[i].sd * (rho * latent + sqrt(1 - rho * rho) * draw(&rng));
        for (size_t j = 0; j < N_CANDIDATES; j++)
            arm->x[j * n + r] =
                0.3 + 0.02 * (double)j - 0.01 * ((j < 6 ? 0.8 : 0.2) * latent + 0.6 * draw(&rng));
        sum += arm->y[r];
    }
    arm->y_mean = sum / (double)n;
    for (size_t r = 0; r < n; r++)
        squares += (arm->y[r] - arm->y_mean) * (arm->y[r] - arm->y_mean);
    arm->y_sd = sqrt(squares / (double)(n - 1));
    for (size_t j = 0; j < N_CANDIDATES; j++)
        arm->candidates[j].metric = j < 4 ? "val_loss" : "";
    make_traces(arena, arm, i);
}

struct study *fixture_study(void)
{
    struct study *study = mem_zeroed(1, sizeof *study);
    arena_init(&study->arena);
    study->references = 1;
    study->title = "Handwritten digits: 3 models, 3 data sets";
    study->path = "digits.yaml";
    study->n_arms = N_ARMS;
    study->arms = arena_alloc(&study->arena, N_ARMS, sizeof *study->arms);
    study->n_groups = 3;
    study->groups = arena_alloc(&study->arena, 3, sizeof *study->groups);
    study->n_families = N_FAMILIES;
    for (size_t i = 0; i < N_FAMILIES; i++)
        study->families[i].name = family_names[i];
    for (size_t i = 0; i < N_CANDIDATES; i++)
        study->families[candidates[i].family].n_candidates++;
    for (size_t i = 0; i < N_ARMS; i++) {
        study->groups[i / 3] = arms[i].group;
        make_arm(study, i);
    }
    for (size_t i = 0; i < N_ARMS; i++)
        study->arms[i].outcome = (struct arm_outcome){.text = "test_acc at last",
                                                      .metric = "test_acc",
                                                      .higher_is_better = true,
                                                      .scale = 100,
                                                      .unit = "%"};
    study->window = "1/3";
    study->analysis = analysis_defaults();
    return study;
}

/* ---- the results ---- */

struct making {
    struct snapshot *snapshot;
    struct arena *arena;
    const struct request *request;
    double share;
    const struct exploratory_history *history;
};

/* What an adjuster does to an arm, roughly: the centre of its VR. */
static double centre(const struct arm *arm, size_t arm_index, struct adjuster adjuster)
{
    double rho2 = arms[arm_index].rho * arms[arm_index].rho, cost = 1 / (0.8 * (double)arm->n_runs);
    switch (adjuster.kind) {
    case ADJUSTER_FIXED:
        return rho2 - cost;
    case ADJUSTER_BEST:
        return rho2 - 6 * cost;
    case ADJUSTER_POSTHOC:
        return rho2 + 4 * cost;
    default:
        return 0.8 * rho2 - 3 * cost * adjuster.k;
    }
}

static int compare_doubles(const void *a, const void *b)
{
    double left = *(const double *)a, right = *(const double *)b;
    return (left > right) - (left < right);
}

static void summarise(struct vr_summary *vr, const double *values, const struct arm *arm)
{
    double *sorted = mem_array(vr->n_done + 1, sizeof *sorted), sum = 0, squares = 0, below = 0;
    memcpy(sorted, values, vr->n_done * sizeof *sorted);
    qsort(sorted, vr->n_done, sizeof *sorted, compare_doubles);
    for (size_t i = 0; i < vr->n_done; i++) {
        sum += values[i];
        below += values[i] < 0;
    }
    vr->mean = sum / (double)vr->n_done;
    for (size_t i = 0; i < vr->n_done; i++)
        squares += (values[i] - vr->mean) * (values[i] - vr->mean);
    vr->median = sorted[vr->n_done / 2];
    vr->q25 = sorted[vr->n_done / 4];
    vr->q75 = sorted[vr->n_done * 3 / 4];
    vr->se = sqrt(squares / (double)(vr->n_done - 1) / (double)vr->n_done);
    vr->negative_share = below / (double)vr->n_done;
    vr->adjusted_sd = arm->y_sd * sqrt(1 - vr->median);
    vr->effective_runs = (double)arm->n_runs / (1 - vr->median);
    free(sorted);
}

static struct vr_summary make_summary(const struct making *making, size_t arm_index,
                                      struct adjuster adjuster)
{
    const struct arm *arm = &making->snapshot->study->arms[arm_index];
    size_t n_wanted = making->request->settings.splits;
    struct vr_summary vr = {.n_wanted = n_wanted,
                            .n_done = (size_t)((double)n_wanted * making->share)};
    struct rng rng;
    double *values = arena_alloc(making->arena, n_wanted, sizeof *values);
    if (adjuster.kind == ADJUSTER_PCA && (double)arm->n_runs * 0.8 < 5 * adjuster.k + 2)
        vr.status = ESTIMATE_TOO_FEW_RUNS;
    else if (vr.n_done < 2)
        vr.status = ESTIMATE_PENDING;
    if (vr.status != ESTIMATE_OK)
        return vr;
    rng_init(&rng, (struct rng_key){
                       .seed = 11, .arm = arm_index, .analysis = adjuster.kind * 16u + adjuster.k});
    double middle = centre(arm, arm_index, adjuster);
    double spread = adjuster.kind == ADJUSTER_FIXED ? 0.02 : 0.09;
    for (size_t i = 0; i < vr.n_done; i++)
        values[i] = middle + spread * draw(&rng);
    vr.vr = values;
    summarise(&vr, values, arm);
    if (adjuster_traits(adjuster.kind)->picks) {
        struct pick *picks = arena_alloc(making->arena, 4, sizeof *picks);
        for (size_t i = 0; i < 4; i++)
            picks[i] = (struct pick){(i * 3 + arm_index) % N_CANDIDATES, 0.55 / (double)(1u << i)};
        vr.picks = picks;
        vr.n_picks = 4;
    }
    return vr;
}

static void make_arms(const struct making *making)
{
    const struct request *request = making->request;
    const struct study *study = making->snapshot->study;
    struct arm_result *results = arena_alloc(making->arena, request->n_arms + 1, sizeof *results);
    for (size_t i = 0; i < request->n_arms; i++) {
        size_t at = request->arms[i];
        struct adjuster_result *list =
            arena_alloc(making->arena, request->n_adjusters + 1, sizeof *list);
        for (size_t a = 0; a < request->n_adjusters; a++) {
            list[a] = (struct adjuster_result){
                .adjuster = request->adjusters[a],
                .exploratory =
                    exploratory_rule(study, request, request->adjusters[a], making->history),
                .vr = make_summary(making, at, request->adjusters[a])};
            if (request->adjusters[a].kind == ADJUSTER_FIXED) {
                list[a].n_statistic = 1;
                list[a].statistic = study->arms[at].statistic_candidate;
                list[a].statistic_names = (const char *const *)study->arms[at].statistic;
                if (list[a].statistic[0] != ARM_NO_CANDIDATE)
                    list[a].rho2 =
                        single_fit_candidate(&study->arms[at], list[a].statistic[0]).rho2;
                list[a].break_even_runs = 1 / (list[a].rho2 * 0.8);
            }
        }
        results[i] = (struct arm_result){.arm = &study->arms[at],
                                         .folds = 5,
                                         .n_splits = request->settings.splits,
                                         .n_adjusters = request->n_adjusters,
                                         .adjusters = list};
    }
    making->snapshot->n_arms = request->n_arms;
    making->snapshot->arms = results;
}

static void make_budget(const struct making *making)
{
    static const size_t sizes[] = {10, 15, 20, 30, 50};
    const struct request *request = making->request;
    const struct study *study = making->snapshot->study;
    struct budget_row *rows =
        arena_alloc(making->arena, request->n_arms * request->n_adjusters * 5 + 1, sizeof *rows);
    size_t n = 0;
    for (size_t i = 0; i < request->n_arms; i++)
        for (size_t a = 0; a < request->n_adjusters; a++)
            for (size_t s = 0; s < 5; s++) {
                const struct arm *arm = &study->arms[request->arms[i]];
                double loss = 2.5 / (double)sizes[s] - 2.5 / 50;
                double middle = centre(arm, request->arms[i], request->adjusters[a]) - loss;
                if (sizes[s] > arm->n_runs)
                    continue;
                rows[n++] = (struct budget_row){
                    .arm = arm,
                    .adjuster = request->adjusters[a],
                    .n = sizes[s],
                    .n_wanted = request->settings.draws,
                    .n_done = (size_t)((double)request->settings.draws * making->share),
                    .median = middle,
                    .q25 = middle - loss - 0.04,
                    .q75 = middle + loss + 0.04,
                    .negative_share = 0.3};
            }
    making->snapshot->n_budget = n;
    making->snapshot->budget = rows;
}

struct snapshot *fixture_snapshot(struct study *study, const struct request *request,
                                  double share_done)
{
    struct exploratory_history history = {false};
    struct snapshot *snapshot = mem_zeroed(1, sizeof *snapshot);
    struct making making = {snapshot, &snapshot->arena, request, share_done, &history};
    arena_init(&snapshot->arena);
    snapshot->references = 1;
    snapshot->study = study_ref(study);
    request_copy(&snapshot->request, request);
    snapshot->n_wanted = 1000 * (request->n_arms * request->n_adjusters + 1);
    snapshot->n_done = (size_t)((double)snapshot->n_wanted * share_done);
    snapshot->finished = share_done >= 1;
    if (share_done > 0)
        make_arms(&making);
    if (share_done > 0 && request->sections >> SECTION_BUDGET & 1)
        make_budget(&making);
    if (share_done > 0)
        fixture_sections(snapshot);
    return snapshot;
}

/* ---- the app ---- */

void fixture_answer(struct app *app, double share_done)
{
    struct view_context context = app_context(app);
    app_take_snapshot(
        app, fixture_snapshot((struct study *)context.study, app_request(app), share_done));
}

struct app *fixture_app(bool ascii)
{
    struct study *study = fixture_study();
    struct app *app = app_new(study, &(struct app_options){.ascii = ascii, .n_threads = 2});
    study_unref(study);
    fixture_answer(app, 1);
    return app;
}

void fixture_keys(struct app *app, const char *keys)
{
    char *copy = mem_strdup(keys), *rest = copy;
    for (char *key; (key = strsep(&rest, " "));) {
        unsigned long former = app_generation(app);
        if (*key)
            ck_assert_msg(app_key_name(app, key), "no such key: %s", key);
        if (app_generation(app) != former)
            fixture_answer(app, 1);
    }
    free(copy);
}

char *fixture_screen(struct app *app, int n_rows, int n_columns, bool ascii, bool with_styles)
{
    struct surface surface;
    struct strbuf out;
    strbuf_init(&out);
    surface_init(&surface, n_rows, n_columns, ascii);
    app_draw(app, &surface);
    surface_dump(&surface, with_styles, &out);
    surface_done(&surface);
    return out.text;
}

void fixture_assert_screen(const char *name, const char *screen)
{
    char relative[256];
    snprintf(relative, sizeof relative, "tests/screens/%s.txt", name);
    char *path = unit_source_path(relative);
    if (getenv("LOGVAR_UPDATE_SCREENS")) {
        FILE *out = fopen(path, "w");
        ck_assert_ptr_nonnull(out);
        fputs(screen, out);
        fclose(out);
    } else {
        FILE *in = fopen(path, "r");
        ck_assert_msg(in != NULL, "no golden screen %s", path);
        char *golden = mem_zeroed(1 << 20, 1);
        ck_assert_uint_gt(fread(golden, 1, (1 << 20) - 1, in), 0);
        fclose(in);
        bool same = !strcmp(golden, screen);
        free(golden);
        if (!same) /* Check's own messages are too short for a screen */
            fprintf(stderr, "%s differs; now it is:\n%s", path, screen);
        ck_assert_msg(same, "%s differs", path);
    }
    free(path);
}
