/* Arms from the logs of single runs, read by several threads. */
#include "study/sources.h"

#include "base/mem.h"
#include "study/parallel.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <sys/stat.h>

/* Windows stay in memory until all runs are there: what they hold together is bounded. */
struct budget {
    size_t n_numbers_max;
    atomic_size_t n_numbers;
    atomic_size_t n_read; /* runs, until it was too much */
};

#define TAKE_LESS "take a shorter window, leave metrics out with \"exclude\", or log more seldom"

struct job {
    bool read;
    struct budget *budget;
    const struct manifest_arm *settings;
    const struct manifest_run *run;
    struct run_data *data;
};

static bool is_spent(const struct budget *budget)
{
    return atomic_load(&budget->n_numbers) > budget->n_numbers_max;
}

static void read_one(void *context, size_t item)
{
    struct job *job = (struct job *)context + item;
    if (job->read || is_spent(job->budget))
        return;
    job->read = true;
    const struct manifest_exclusion *exclusion = run_exclusion(job->settings, job->run->id);
    if (exclusion)
        run_data_exclude(exclusion, job->data);
    else
        run_data_read(job->settings, job->run, job->data);
    atomic_fetch_add(&job->budget->n_numbers, job->data->n_numbers);
    atomic_fetch_add(&job->budget->n_read, 1);
}

/* A few runs, from all over the study, say what the rest will take. */
enum { SAMPLE = 16 };
/* Beyond so many times the limit nothing else is read. */
#define SAMPLE_CERTAINTY 1.5

static size_t sample_place(size_t n_jobs, size_t i)
{
    return i * (n_jobs / SAMPLE);
}

static void read_sample(void *context, size_t item)
{
    struct job *const *sample = context;
    read_one(sample[item], 0);
}

static double bytes_of(const struct manifest_run *run)
{
    double bytes = 0;
    struct stat status;
    for (size_t i = 0; i < run->n_files; i++)
        if (stat(run->files[i].path, &status) == 0)
            bytes += (double)status.st_size;
    return bytes;
}

/* Numbers that all windows would hold if every file's were as dense as the sample's; 0 = unknown. */
static double expected_numbers(const struct job *jobs, size_t n_jobs)
{
    double all = 0, sampled = 0, numbers = 0;
    for (size_t i = 0; i < n_jobs; i++)
        all += bytes_of(jobs[i].run);
    for (size_t i = 0; i < SAMPLE; i++) {
        const struct job *job = &jobs[sample_place(n_jobs, i)];
        sampled += bytes_of(job->run);
        numbers += (double)job->data->n_numbers;
    }
    return sampled > 0 ? numbers / sampled * all : 0;
}

/* False if it is clear that it will be too much, which is told. */
static bool sample_fits(struct study_draft *draft, const struct study_load_options *options,
                        struct job *jobs, size_t n_jobs)
{
    struct job *sample[SAMPLE];
    if (n_jobs < 2 * SAMPLE)
        return true;
    for (size_t i = 0; i < SAMPLE; i++)
        sample[i] = &jobs[sample_place(n_jobs, i)];
    parallel_for(options->n_threads, SAMPLE, read_sample, sample, NULL, NULL);
    double expected = expected_numbers(jobs, n_jobs);
    const struct budget *budget = jobs->budget;
    if (is_spent(budget) || !(expected > SAMPLE_CERTAINTY * (double)budget->n_numbers_max))
        return true;
    diags_add(draft->diags, DIAG_ERROR, (struct diag_place){.file = draft->study->path},
              "the windows of all %zu runs would hold about %.0f numbers, going by %d of "
              "them and the size of all files, and at most %zu are kept: " TAKE_LESS,
              n_jobs, expected, SAMPLE, budget->n_numbers_max);
    return false;
}

static void refuse(struct study_draft *draft, const struct budget *budget, size_t n_runs)
{
    diags_add(
        draft->diags, DIAG_ERROR, (struct diag_place){.file = draft->study->path},
        "the windows of %zu of the %zu runs hold %zu numbers, and at most %zu are kept: " TAKE_LESS,
        atomic_load(&budget->n_read), n_runs, atomic_load(&budget->n_numbers),
        budget->n_numbers_max);
}

static struct arm_runs *prepare(const struct study_draft *draft, struct budget *budget,
                                struct job **jobs, size_t *n_jobs)
{
    const struct manifest *manifest = draft->manifest;
    struct arm_runs *arms = mem_zeroed(manifest->n_arms + 1, sizeof *arms);
    size_t n = 0;
    for (size_t a = 0; a < manifest->n_arms; a++)
        n += manifest->arms[a].n_runs;
    *jobs = mem_zeroed(n + 1, sizeof **jobs);
    *n_jobs = 0;
    for (size_t a = 0; a < manifest->n_arms; a++) {
        const struct manifest_arm *from = &manifest->arms[a];
        struct arm_runs *to = &arms[a];
        *to = (struct arm_runs){.settings = from,
                                .group = from->group,
                                .name = from->name,
                                .place = from->place,
                                .n_runs = from->n_runs};
        to->ids = mem_array(from->n_runs + 1, sizeof *to->ids);
        to->runs = mem_zeroed(from->n_runs + 1, sizeof *to->runs);
        for (size_t r = 0; r < from->n_runs; r++) {
            to->ids[r] = from->runs[r].id;
            to->runs[r].keeps_traces = draft->traces;
            (*jobs)[(*n_jobs)++] = (struct job){
                .budget = budget, .settings = from, .run = &from->runs[r], .data = &to->runs[r]};
        }
    }
    return arms;
}

bool logs_add_arms(struct study_draft *draft, const struct study_load_options *options)
{
    struct job *jobs;
    size_t n_jobs;
    struct budget budget = {.n_numbers_max = options->n_numbers_max ? options->n_numbers_max
                                                                    : STUDY_NUMBERS_MAX};
    struct arm_runs *arms = prepare(draft, &budget, &jobs, &n_jobs);
    bool fits = sample_fits(draft, options, jobs, n_jobs);
    bool done = fits && parallel_for(options->n_threads, n_jobs, read_one, jobs, options->progress,
                                     options->user);
    if (done && is_spent(&budget))
        refuse(draft, &budget, n_jobs);
    else if (done)
        runs_add_arms(draft, arms, draft->manifest->n_arms);
    arm_runs_free(arms, draft->manifest->n_arms);
    free(jobs);
    return done || !fits;
}
