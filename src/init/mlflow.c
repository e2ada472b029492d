#include "init/mlflow.h"

#include "base/mem.h"
#include "mlflow/mlflow_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SURVEYED_RUNS = 5 }; /* an arm */

static bool is_sqlite(const struct init_files *files, const char *path)
{
    char *full = init_file_path(files, path), start[16] = "";
    FILE *file = fopen(full, "rbe");
    bool is = file && fread(start, 1, sizeof start, file) == sizeof start &&
              !memcmp(start, "SQLite format 3", sizeof start);
    if (file)
        fclose(file);
    free(full);
    return is;
}

static bool ended_well(const struct mlflow_run *run)
{
    return run->arm && strcmp(run->status, "FAILED") != 0 && strcmp(run->status, "KILLED") != 0;
}

static size_t arm_of(struct init_layout *layout, const char *name)
{
    size_t a = 0;
    while (a < layout->n_arms && strcmp(layout->arms[a].name, name) != 0)
        a++;
    if (a == layout->n_arms && a < ARMS_MAX)
        layout->arms[layout->n_arms++] =
            (struct init_arm){.path = "", .name = arena_strdup(layout->arena, name), .group = ""};
    return a;
}

static void survey_run(struct init_kind *kind, size_t a, struct mlflow_store *store,
                       const struct mlflow_run *run, struct arena *arena)
{
    struct diags diags;
    diags_init(&diags);
    struct log *log = mlflow_store_log(store, run, 0, NULL, &diags);
    if (log) {
        survey_add_log(&kind->by_arm[a], log, arena);
        survey_add_log(&kind->all, log, arena);
    }
    log_free(log);
    diags_done(&diags);
}

static void survey_store(struct init_mlflow *found, struct mlflow_store *store, struct arena *arena)
{
    size_t n_runs;
    const struct mlflow_run *runs = mlflow_store_runs(store, &n_runs);
    struct init_kind *kind = mem_zeroed(1, sizeof *kind);
    found->kinds = (struct init_kinds){.n_kinds = 1, .capacity = 1, .items = kind};
    kind->name = "mlflow";
    kind->prefix = "";
    kind->role = KIND_LOG;
    kind->layout = (struct init_layout){.arena = arena, .group_factor = FACTORS_MAX};
    kind->layout.arms = arena_alloc(arena, ARMS_MAX, sizeof *kind->layout.arms);
    kind->by_arm = mem_zeroed(ARMS_MAX, sizeof *kind->by_arm);
    survey_init(&kind->all);
    for (size_t a = 0; a < ARMS_MAX; a++)
        survey_init(&kind->by_arm[a]);
    for (size_t r = 0; r < n_runs; r++) {
        size_t a = ended_well(&runs[r]) ? arm_of(&kind->layout, runs[r].arm) : ARMS_MAX;
        if (a < ARMS_MAX && kind->layout.arms[a].n_runs++ < SURVEYED_RUNS)
            survey_run(kind, a, store, &runs[r], arena);
    }
}

static bool has_arm(struct init_mlflow *found)
{
    const struct init_layout *layout = &found->kinds.items[0].layout;
    bool has = false;
    for (size_t a = 0; a < layout->n_arms; a++)
        if (layout->arms[a].n_runs >= 2)
            has = true;
        else
            found->single = layout->arms[a].name;
    return has;
}

static bool look_at(struct init_mlflow *found, struct init_files *files, const char *path)
{
    struct diags diags;
    diags_init(&diags);
    char *full = init_file_path(files, path);
    struct manifest_mlflow source = {.file = full, .arm.kind = MLFLOW_EXPERIMENT};
    struct mlflow_store *store = mlflow_store_open(&source, &diags);
    bool taken = false;
    if (store) {
        survey_store(found, store, files->arena);
        taken = has_arm(found);
        found->file = taken ? path : NULL;
        if (!taken)
            init_mlflow_done(found);
    }
    mlflow_store_close(store);
    free(full);
    diags_done(&diags);
    return taken;
}

bool init_mlflow_find(struct init_files *files, struct init_mlflow *found)
{
    *found = (struct init_mlflow){0};
    for (size_t i = 0; i < files->n_paths; i++)
        if (is_sqlite(files, files->paths[i])) {
            found->n_databases++;
            if (!found->file)
                look_at(found, files, files->paths[i]);
        }
    return found->file != NULL;
}

void init_mlflow_done(struct init_mlflow *found)
{
    init_kinds_done(&found->kinds);
    found->file = NULL;
    found->single = NULL;
}
