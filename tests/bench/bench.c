/* make bench: the paper's whole study through the code of a report, the time from a key to the first
 * figures, and on demand how time grows.
 *
 *     bench [--threads N] [--growth] [--keys] [--study STUDY.yaml] */
#include "bench.h"

#include "base/num.h"

#include <gsl/gsl_errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct simulation bench_shape(void)
{
    struct simulation shape = simulation_defaults();
    shape.n_arms = 9;
    shape.n_runs = 50;
    shape.n_candidates = 1200;
    shape.n_families = 5;
    shape.correlation = 0.64 / 1.64;
    shape.rho2 = 0.25 / 1.25;
    shape.signal = SIGNAL_DIFFUSE;
    shape.seed = 1;
    return shape;
}

struct study *bench_study(const struct simulation *shape)
{
    struct study *study = simulate_study(shape);
    for (size_t i = 0; i < study->n_arms; i++)
        study->arms[i].group_index = i / 3;
    return study;
}

void bench_request(struct request *request, const struct study *study, unsigned sections,
                   const char *const *adjusters)
{
    request_init(request, study);
    request->sections = sections;
    request->n_adjusters = 0;
    for (; *adjusters; adjusters++)
        if (adjuster_parse(*adjusters, &request->adjusters[request->n_adjusters]))
            request->n_adjusters++;
}

static double seconds_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

struct bench_time bench_now(void)
{
    return (struct bench_time){seconds_of(CLOCK_MONOTONIC), seconds_of(CLOCK_PROCESS_CPUTIME_ID)};
}

struct bench_time bench_since(struct bench_time start)
{
    struct bench_time now = bench_now();
    return (struct bench_time){now.clock - start.clock, now.processor - start.processor};
}

struct bench_time bench_run(struct study *study, const struct request *request, size_t n_threads)
{
    struct bench_time start = bench_now();
    struct snapshot *snapshot = jobs_run(study, request, NULL, n_threads, NULL, NULL);
    struct bench_time taken = bench_since(start);
    if (snapshot->failure) {
        fprintf(stderr, "bench: %s\n", snapshot->failure);
        exit(1);
    }
    snapshot_unref(snapshot);
    return taken;
}

static double count_components(const struct request *request)
{
    unsigned most = 0;
    for (size_t a = 0; a < request->n_adjusters; a++)
        if (request->adjusters[a].kind == ADJUSTER_PCA ||
            request->adjusters[a].kind == ADJUSTER_PCA_SHRUNK)
            most = 1; /* one matrix serves every number of components */
    return most;
}

static double scores(const struct request *request)
{
    bool scored = request->sections >> SECTION_FAMILIES & 1;
    for (size_t a = 0; a < request->n_adjusters; a++)
        scored |= adjuster_traits(request->adjusters[a].kind)->picks;
    return scored;
}

/* Of one replicate of n runs, p candidates. */
static double replicate_operations(const struct request *request, double n, double p)
{
    double folds = (double)request->settings.folds, n_train = n * (folds - 1) / folds;
    return scores(request) * 4 * n * p + count_components(request) * folds * n_train * n_train * p;
}

double bench_operations(const struct study *study, const struct request *request)
{
    const struct analysis_settings *settings = &request->settings;
    double total = 0;
    for (size_t i = 0; i < request->n_arms; i++) {
        const struct arm *arm = &study->arms[request->arms[i]];
        double p = (double)arm->n_candidates;
        size_t budgets[REQUEST_BUDGETS_MAX];
        size_t n_budgets = request_budgets(settings, arm->n_runs, budgets);
        if (request->sections & (1u << SECTION_ARMS | 1u << SECTION_FAMILIES))
            total +=
                (double)settings->splits * replicate_operations(request, (double)arm->n_runs, p);
        for (size_t b = 0; b < n_budgets && request->sections >> SECTION_BUDGET & 1; b++)
            total += (double)settings->draws * replicate_operations(request, (double)budgets[b], p);
    }
    return total;
}

struct bench_options {
    size_t n_threads;
    bool growth, keys_only;
    const char *study;
};

static bool parse(int argc, char **argv, struct bench_options *options)
{
    for (int i = 1; i < argc; i++) {
        bool more = i + 1 < argc;
        if (!strcmp(argv[i], "--growth"))
            options->growth = true;
        else if (!strcmp(argv[i], "--keys"))
            options->keys_only = true;
        else if (!strcmp(argv[i], "--threads") && more)
            options->n_threads = (size_t)strtoul(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--study") && more)
            options->study = argv[++i];
        else
            return false;
    }
    return true;
}

static struct study *load(const char *path)
{
    struct diags diags;
    diags_init(&diags);
    struct study *study = study_load(path, &(struct study_load_options){0}, &diags);
    if (!study)
        diags_print(&diags, stderr);
    diags_done(&diags);
    return study;
}

static void time_keys(const struct bench_options *options)
{
    struct simulation shape = bench_shape();
    struct study *paper = bench_study(&shape), *bundled = NULL;
    bench_keys(paper, "the paper's shape", options->n_threads);
    if (options->study && (bundled = load(options->study)))
        bench_keys(bundled, bundled->title, options->n_threads);
    study_unref(paper);
    study_unref(bundled);
}

int main(int argc, char **argv)
{
    struct bench_options options = {.n_threads = 2};
    if (!parse(argc, argv, &options)) {
        fprintf(stderr, "bench [--threads N] [--growth] [--keys] [--study STUDY.yaml]\n");
        return 2;
    }
    gsl_set_error_handler_off();
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (options.growth) {
        bench_growth(options.n_threads);
        return 0;
    }
    time_keys(&options);
    if (!options.keys_only)
        bench_paper(options.n_threads);
    return 0;
}
