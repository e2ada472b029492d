/* Arms from MLflow's database: runs sorted into arms by experiment, parameter or tag. */
#include "study/sources.h"

#include "base/mem.h"
#include "mlflow/mlflow_store.h"

#include <stdlib.h>
#include <string.h>

struct sorting {
    struct study_draft *draft;
    const struct manifest_mlflow *what;
    struct mlflow_store *store;
    const struct mlflow_run *runs;
    size_t n_runs;
    const char **ids; /* of each run, told apart within its arm */
    size_t *arm_of;   /* of each run; NAMES_NONE = of none */
    struct arm_runs *arms;
    size_t n_arms;
};

static struct diag_place place_of(const struct sorting *sorting)
{
    return (struct diag_place){sorting->draft->study->path, sorting->what->place.line,
                               sorting->what->place.column};
}

/* What the manifest goes by and the run does not have is named: the run is in no arm. */
static bool has_place(const struct sorting *sorting, const struct mlflow_run *run)
{
    const struct manifest_mlflow_choice *missing = !run->arm     ? &sorting->what->arm
                                                   : !run->group ? &sorting->what->group
                                                                 : NULL;
    if (missing)
        diags_add(sorting->draft->diags, DIAG_WARNING, place_of(sorting),
                  "run '%s' is in no arm: it has no %s%s%s", run->id,
                  missing->kind == MLFLOW_PARAM ? "parameter '"
                  : missing->kind == MLFLOW_TAG ? "tag '"
                                                : "experiment",
                  missing->name ? missing->name : "", missing->name ? "'" : "");
    return !missing;
}

static void sort_runs(struct sorting *sorting)
{
    struct names labels;
    names_init(&labels);
    for (size_t r = 0; r < sorting->n_runs; r++) {
        const struct mlflow_run *run = &sorting->runs[r];
        sorting->arm_of[r] = NAMES_NONE;
        if (!has_place(sorting, run))
            continue;
        const char *label =
            arena_printf(&sorting->draft->study->arena, "%s\037%s", run->group, run->arm);
        size_t a = names_add(&labels, label, sorting->n_arms);
        struct arm_runs *arm = &sorting->arms[a];
        if (a == sorting->n_arms)
            sorting->arms[sorting->n_arms++] = (struct arm_runs){
                .settings = manifest_settings(sorting->draft->manifest, run->arm, run->group),
                .group = run->group,
                .name = run->arm,
                .place = sorting->what->place};
        arm->n_runs++;
        sorting->arm_of[r] = a;
    }
    names_done(&labels);
}

/* MLflow lets two runs have one name; then both go by their id in the database. */
static void tell_apart(struct sorting *sorting)
{
    struct names known;
    size_t n_repeated = 0, first = 0;
    names_init(&known);
    for (size_t r = 0; r < sorting->n_runs; r++) {
        const struct mlflow_run *run = &sorting->runs[r];
        sorting->ids[r] = run->id;
        if (sorting->arm_of[r] == NAMES_NONE)
            continue;
        size_t other = names_add(
            &known,
            arena_printf(&sorting->draft->study->arena, "%zu\037%s", sorting->arm_of[r], run->id),
            r);
        if (other == r)
            continue;
        first = n_repeated++ ? first : r;
        sorting->ids[r] = run->uuid;
        sorting->ids[other] = sorting->runs[other].uuid;
    }
    if (n_repeated)
        diags_add(
            sorting->draft->diags, DIAG_WARNING, place_of(sorting),
            "in arm '%s' more than one run is called '%s'; runs of one name go by their id in "
            "the database",
            sorting->runs[first].arm, sorting->runs[first].id);
    names_done(&known);
}

static void tell_unfinished(const struct sorting *sorting)
{
    size_t n = 0, first = 0;
    for (size_t r = 0; r < sorting->n_runs; r++)
        if (!strcmp(sorting->runs[r].status, "RUNNING") && !n++)
            first = r;
    if (n)
        diags_add(sorting->draft->diags, DIAG_WARNING,
                  (struct diag_place){.file = sorting->what->file},
                  "runs that have not ended (status RUNNING): %zu, the first is '%s'", n,
                  sorting->ids[first]);
}

static void take_run(struct sorting *sorting, size_t r, const struct manifest_arm *settings,
                     struct run_data *data)
{
    const struct mlflow_run *run = &sorting->runs[r];
    const struct manifest_exclusion *exclusion = run_exclusion(settings, sorting->ids[r]);
    const struct reader_options *options = &settings->log.reader;
    struct diags diags;
    diags_init(&diags);
    struct log *log = NULL;
    if (exclusion) {
        run_data_exclude(exclusion, data);
    } else if (!strcmp(run->status, "FAILED") || !strcmp(run->status, "KILLED")) {
        run_data_fail(data, *run->status == 'F' ? "MLflow says that the run failed: status FAILED"
                                                : "MLflow says that the run failed: status KILLED");
    } else if ((log = mlflow_store_log(sorting->store, run, options->n_ignore, options->ignore,
                                       &diags))) {
        run_data_take(settings, log, NULL, data);
    } else {
        run_data_fail_for(data, &diags);
    }
    run_data_add_diags(data, &diags);
    log_free(log);
}

static bool read_runs(struct sorting *sorting, const struct study_load_options *options)
{
    for (size_t a = 0; a < sorting->n_arms; a++) {
        struct arm_runs *arm = &sorting->arms[a];
        arm->ids = mem_array(arm->n_runs + 1, sizeof *arm->ids);
        arm->runs = mem_zeroed(arm->n_runs + 1, sizeof *arm->runs);
        arm->n_runs = 0; /* counts those that were read */
    }
    for (size_t r = 0; r < sorting->n_runs; r++) {
        if (sorting->arm_of[r] == NAMES_NONE)
            continue;
        struct arm_runs *arm = &sorting->arms[sorting->arm_of[r]];
        arm->ids[arm->n_runs] = sorting->ids[r];
        arm->runs[arm->n_runs].keeps_traces = sorting->draft->traces;
        take_run(sorting, r, arm->settings, &arm->runs[arm->n_runs++]);
        if (options->progress && !options->progress(options->user, r + 1, sorting->n_runs))
            return false;
    }
    return true;
}

bool mlflow_add_arms(struct study_draft *draft, const struct study_load_options *options)
{
    struct sorting sorting = {.draft = draft, .what = &draft->manifest->mlflow};
    sorting.store = mlflow_store_open(sorting.what, draft->diags);
    if (!sorting.store)
        return true;
    sorting.runs = mlflow_store_runs(sorting.store, &sorting.n_runs);
    sorting.ids = mem_zeroed(sorting.n_runs + 1, sizeof *sorting.ids);
    sorting.arm_of = mem_zeroed(sorting.n_runs + 1, sizeof *sorting.arm_of);
    sorting.arms = mem_zeroed(sorting.n_runs + 1, sizeof *sorting.arms);
    sort_runs(&sorting);
    tell_apart(&sorting);
    tell_unfinished(&sorting);
    bool done = read_runs(&sorting, options);
    mlflow_store_finish(sorting.store, draft->diags);
    if (done)
        runs_add_arms(draft, sorting.arms, sorting.n_arms);
    arm_runs_free(sorting.arms, sorting.n_arms);
    free(sorting.ids);
    free(sorting.arm_of);
    mlflow_store_close(sorting.store);
    return done;
}
