#include "logs/axis.h"

#include <string.h>
#include <strings.h>

/* In order of preference. */
/* clang-format off */
static const char *const steps[] = {
    "step", "global_step", "trainer/global_step", "train/global_step", "iteration", "iter",
    "iterations", "itr", "it", "num_updates", "train_num_updates", "valid_num_updates",
    "step_num", "iter_num", "n_iter", "training_step", "train_step", "env_step",
    "env_steps", "time/total_timesteps", "total_timesteps", "timesteps_total", "num_timesteps",
    "timesteps", "timestep", "frame", "frames", "total_frames", "num_frames", "total_env_steps", "num_env_steps_sampled", "TotalEnvInteracts",
    "time/iterations", "training_iteration", "n_updates", "updates", "update", "_step",
    "samples_count", "samples_seen", "n_samples", "tokens_seen", "batch", "batch_idx", "minibatch"};
/* clang-format on */

/* Not "epochs" or "num_epochs": those are how many there will be. */
static const char *const epochs[] = {"epoch", "epoch_num", "current_epoch", "trainer/epoch",
                                     "train/epoch"};

/* clang-format off */
static const char *const clocks[] = {
    "_timestamp", "timestamp", "timestamps", "wall_time", "wall time", "walltime", "time_ms",
    "date", "datetime", "created_at", "_runtime", "relative time (process)",
    "relative time (wall)", "time", "time_elapsed", "time/time_elapsed", "elapsed", "elapsed_time",
    "time_since_start", "total_time", "total_duration", "eta", "eta_seconds", "time_total_s",
    "seconds", "t_start", "training_start_time", "train/train_time_since_start"};
/* clang-format on */

#define COUNT(a) (sizeof(a) / sizeof *(a))

/* Asked of every header cell of every file: most names differ in the first letter already, by more
 * than the bit that tells capitals. */
static bool same_name(const char *a, const char *b)
{
    return ((*a ^ *b) & ~0x20) == 0 && strcasecmp(a, b) == 0;
}

static unsigned find(const char *const *names, unsigned n_names, const char *name)
{
    unsigned i = 0;
    while (i < n_names && !same_name(names[i], name))
        i++;
    return i;
}

struct axis_name axis_of(const struct reader_options *options, const char *name)
{
    const char *step = options ? options->step : NULL, *epoch = options ? options->epoch : NULL;
    if (step && !strcmp(step, name))
        return (struct axis_name){AXIS_STEP, 0};
    if (epoch && !strcmp(epoch, name))
        return (struct axis_name){AXIS_EPOCH, 0};
    unsigned rank = find(steps, COUNT(steps), name);
    if (rank < COUNT(steps))
        return (struct axis_name){AXIS_STEP, rank + 1};
    rank = find(epochs, COUNT(epochs), name);
    if (rank < COUNT(epochs))
        return (struct axis_name){AXIS_EPOCH, rank + 1};
    return (struct axis_name){
        find(clocks, COUNT(clocks), name) < COUNT(clocks) ? AXIS_CLOCK : AXIS_METRIC, 0};
}

bool phase_is_column(const char *name)
{
    static const char *const columns[] = {"phase", "split", "mode", "stage", "subset", "partition"};
    return find(columns, COUNT(columns), name) < COUNT(columns);
}

static const struct {
    const char *word;
    enum phase phase;
} phases[] = {
    {"train", PHASE_TRAIN},      {"training", PHASE_TRAIN},        {"val", PHASE_VALIDATION},
    {"valid", PHASE_VALIDATION}, {"validation", PHASE_VALIDATION}, {"validate", PHASE_VALIDATION},
    {"dev", PHASE_VALIDATION},   {"eval", PHASE_VALIDATION},       {"evaluation", PHASE_VALIDATION},
    {"test", PHASE_TEST},        {"testing", PHASE_TEST}};

enum phase phase_of(const char *text, size_t length)
{
    for (size_t i = 0; i < COUNT(phases); i++)
        if (strlen(phases[i].word) == length && !strncasecmp(phases[i].word, text, length))
            return phases[i].phase;
    return PHASE_NONE;
}

static bool says_phase(const char *name)
{
    for (size_t i = 0; i < COUNT(phases); i++)
        if (!strncasecmp(name, phases[i].word, strlen(phases[i].word)))
            return true;
    return false;
}

const char *phase_name(struct arena *arena, enum phase phase, const char *name)
{
    static const char *const prefixes[N_PHASES] = {NULL, "train", "val", "test"};
    if (phase == PHASE_NONE || says_phase(name))
        return name;
    return arena_printf(arena, "%s_%s", prefixes[phase], name);
}
