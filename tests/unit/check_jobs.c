/* Jobs: the same figures whatever the number of threads, the order, or what else is asked for; no
 * snapshot of an older request; what was computed once is there at once. */
#include "unit.h"

#include "base/rng.h"
#include "engine/crossfit.h"
#include "estimate/memo.h"
#include "jobs/jobs.h"
#include "small.h"
#include "snapshots.h"
#include "simulate/simulate.h"

#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

enum { CACHE_BYTES = 64 << 20 };

START_TEST(figures_do_not_depend_on_threads)
{
    struct study *study = small_study();
    struct request request;
    small_request(&request, study, ALL_SECTIONS);
    char *one = run_text(study, &request, 1);
    static const size_t n_threads[] = {2, 7};
    for (size_t i = 0; i < 2; i++) {
        char *more = run_text(study, &request, n_threads[i]);
        ck_assert_str_eq(one, more);
        free(more);
    }
    free(one);
    request_done(&request);
    study_unref(study);
}
END_TEST

/* Every line of a section alone stands in the text of all sections together. */
START_TEST(sections_alone_or_together)
{
    struct study *study = small_study();
    struct request request;
    small_request(&request, study, ALL_SECTIONS);
    char *all = run_text(study, &request, 2);
    for (unsigned section = 0; section < N_SECTIONS; section++) {
        if (section == SECTION_VARIABILITY || section == SECTION_SIGNAL)
            continue;
        request.sections = 1u << section;
        char *alone = run_text(study, &request, 2), *rest = NULL;
        strtok_r(alone, "\n", &rest); /* progress: other totals */
        size_t n_lines = 0;
        for (char *line; (line = strtok_r(NULL, "\n", &rest)); n_lines++)
            ck_assert_msg(strstr(all, line), "not among all sections: %s", line);
        ck_assert_uint_gt(n_lines, 0);
        free(alone);
    }
    free(all);
    request_done(&request);
    study_unref(study);
}
END_TEST

/* Figures of an arm are the same when others are not asked for. */
START_TEST(arms_alone_or_together)
{
    struct study *study = small_study();
    struct request request;
    small_request(&request, study,
                  1u << SECTION_ARMS | 1u << SECTION_NULL | 1u << SECTION_FAMILIES);
    char *all = run_text(study, &request, 2);
    request.arms[0] = 1;
    request.n_arms = 1;
    char *alone = run_text(study, &request, 1), *rest = NULL;
    strtok_r(alone, "\n", &rest);
    for (char *line; (line = strtok_r(NULL, "\n", &rest));)
        ck_assert_msg(strstr(all, line), "not among all arms: %s", line);
    free(alone);
    free(all);
    request_done(&request);
    study_unref(study);
}
END_TEST

/* The first splits of many are the splits of few. */
START_TEST(refining_only_adds)
{
    struct study *study = small_study();
    struct request request;
    small_request(&request, study, 1u << SECTION_ARMS);
    struct snapshot *many = jobs_run(study, &request, NULL, 2, NULL, NULL);
    request.settings.splits = 13;
    struct snapshot *few = jobs_run(study, &request, NULL, 2, NULL, NULL);
    for (size_t i = 0; i < few->n_arms; i++)
        for (size_t a = 0; a < few->arms[i].n_adjusters; a++)
            ck_assert_mem_eq(few->arms[i].adjusters[a].vr.vr, many->arms[i].adjusters[a].vr.vr,
                             13 * sizeof(double));
    snapshot_unref(many);
    snapshot_unref(few);
    request_done(&request);
    study_unref(study);
}
END_TEST

static bool give_up(void *user, size_t n_done, size_t n_wanted)
{
    size_t *n_calls = user;
    ck_assert_uint_le(n_done, n_wanted);
    return ++*n_calls < 2;
}

START_TEST(progress_can_give_up)
{
    struct study *study = small_study();
    struct request request;
    small_request(&request, study, ALL_SECTIONS);
    request.settings.draws = 4000000;
    size_t n_calls = 0;
    ck_assert_ptr_null(jobs_run(study, &request, NULL, 2, give_up, &n_calls));
    ck_assert_uint_eq(n_calls, 2);
    request_done(&request);
    study_unref(study);
}
END_TEST

/* Waits for the next snapshot. */
static struct snapshot *next(struct jobs *jobs)
{
    for (;;) {
        struct pollfd fd = {.fd = jobs_fd(jobs), .events = POLLIN};
        ck_assert_int_eq(poll(&fd, 1, 30000), 1);
        struct snapshot *snapshot = jobs_take(jobs);
        if (snapshot)
            return snapshot;
    }
}

static struct snapshot *last(struct jobs *jobs)
{
    struct snapshot *snapshot = next(jobs);
    while (!snapshot->finished) {
        snapshot_unref(snapshot);
        snapshot = next(jobs);
    }
    return snapshot;
}

START_TEST(the_screen_gets_the_figures_of_a_report)
{
    struct study *study = small_study();
    struct request request;
    struct jobs *jobs = jobs_new(3, CACHE_BYTES);
    small_request(&request, study, ALL_SECTIONS);
    char *report = run_text(study, &request, 2);
    jobs_submit(jobs, study, &request, NULL);
    struct snapshot *snapshot = last(jobs);
    char *screen = snapshot_text(snapshot);
    ck_assert_str_eq(report, screen);
    snapshot_unref(snapshot);
    jobs_free(jobs);
    free(report);
    free(screen);
    request_done(&request);
    study_unref(study);
}
END_TEST

START_TEST(going_back_is_instant)
{
    struct study *study = small_study();
    struct request request;
    struct jobs *jobs = jobs_new(2, CACHE_BYTES);
    small_request(&request, study, ALL_SECTIONS);
    jobs_submit(jobs, study, &request, NULL);
    struct snapshot *before = last(jobs);
    request.families = 1;
    jobs_submit(jobs, study, &request, NULL);
    snapshot_unref(last(jobs));
    request.families = request_all_families(study);
    jobs_submit(jobs, study, &request, NULL);
    struct snapshot *after = next(jobs);
    ck_assert(after->finished);
    char *texts[] = {snapshot_text(before), snapshot_text(after)};
    ck_assert_str_eq(texts[0], texts[1]);
    free(texts[0]);
    free(texts[1]);
    snapshot_unref(before);
    snapshot_unref(after);
    jobs_free(jobs);
    request_done(&request);
    study_unref(study);
}
END_TEST

static void change(struct request *request, size_t step)
{
    switch (step % 8) {
    case 0:
        request->settings.level = 0.9;
        break;
    case 1:
        request->settings.power = 0.5;
        break;
    case 2:
        request->half_width = 0.1;
        break;
    case 3:
        request->difference = 0.2;
        break;
    case 4:
        request->tuned_at = 11;
        break;
    case 5:
        request->n_arms--;
        break;
    case 6:
        request->n_adjusters--;
        break;
    default:
        request->settings.level = 0.95;
    }
}

/* Figures that earlier snapshots had are taken from them: to the last bit what a report computes. */
START_TEST(kept_figures_are_the_same)
{
    struct study *study = small_study();
    struct request request;
    struct jobs *jobs = jobs_new(2, CACHE_BYTES);
    small_request(&request, study, ALL_SECTIONS);
    for (size_t step = 0; step < 8; step++) {
        char *report = run_text(study, &request, 1);
        for (size_t again = 0; again < 2; again++) {
            jobs_submit(jobs, study, &request, NULL);
            struct snapshot *snapshot = last(jobs);
            char *screen = snapshot_text(snapshot);
            ck_assert_str_eq(report, screen);
            snapshot_unref(snapshot);
            free(screen);
        }
        free(report);
        change(&request, step);
    }
    jobs_free(jobs);
    request_done(&request);
    study_unref(study);
}
END_TEST

START_TEST(a_memo_finds_what_was_kept)
{
    struct memo *memo = memo_new();
    struct memo_key key = {{MEMO_NULL, 1, 2, memo_word(0.95)}};
    double figures[2] = {1, 2}, found[2] = {0, 0};
    ck_assert(!memo_find(memo, &key, found, sizeof found));
    memo_keep(memo, &key, figures, sizeof figures);
    ck_assert(memo_find(memo, &key, found, sizeof found));
    ck_assert(found[0] == 1 && found[1] == 2);
    for (size_t i = 0; i < MEMO_WORDS; i++) {
        struct memo_key other = key;
        other.words[i]++;
        ck_assert(!memo_find(memo, &other, found, sizeof found));
    }
    ck_assert(!memo_find(NULL, &key, found, sizeof found));
    /* Without end: room is made, and what was used last stays. */
    for (size_t snapshot = 0; snapshot < 100; snapshot++) {
        memo_begin(memo);
        ck_assert(memo_find(memo, &key, found, sizeof found));
        for (size_t i = 0; i < 5000; i++) {
            struct memo_key more = {{MEMO_PAIR, snapshot, i}};
            memo_keep(memo, &more, figures, sizeof figures);
            ck_assert(memo_find(memo, &more, found, sizeof found));
        }
    }
    memo_free(memo);
}
END_TEST

/* Many requests in a row, at odd moments: what comes is always of the newest one. */
START_TEST(no_snapshot_of_an_older_request)
{
    struct study *study = small_study();
    struct request request;
    struct jobs *jobs = jobs_new(2, CACHE_BYTES);
    struct rng rng;
    rng_init(&rng, (struct rng_key){.seed = 5});
    small_request(&request, study, 1u << SECTION_ARMS | 1u << SECTION_PAIRS | 1u << SECTION_BUDGET);
    request.settings.splits = 400;
    for (unsigned long i = 1; i <= 60; i++) {
        request.families = 1 + rng_below(&rng, 7);
        request.settings.seed = rng_below(&rng, 3);
        jobs_submit(jobs, study, &request, NULL);
        poll(NULL, 0, (int)rng_below(&rng, 12));
        struct snapshot *snapshot = rng_below(&rng, 2) ? next(jobs) : jobs_take(jobs);
        if (!snapshot)
            continue;
        ck_assert_uint_eq(snapshot->generation, i);
        ck_assert_uint_eq(snapshot->request.families, request.families);
        ck_assert_uint_eq(snapshot->request.settings.seed, request.settings.seed);
        snapshot_unref(snapshot);
    }
    jobs_submit(jobs, study, &request, NULL); /* the last one may have been taken already */
    struct snapshot *snapshot = last(jobs);
    char *screen = snapshot_text(snapshot), *report = run_text(study, &request, 1);
    ck_assert_str_eq(screen, report);
    free(screen);
    free(report);
    snapshot_unref(snapshot);
    jobs_free(jobs);
    request_done(&request);
    study_unref(study);
}
END_TEST

/* With no room at all everything still works, from the beginning each time. */
START_TEST(a_cache_without_room)
{
    struct study *study = small_study();
    struct request request;
    struct jobs *jobs = jobs_new(2, 1);
    small_request(&request, study, 1u << SECTION_ARMS);
    for (uint64_t families = 1; families < 8; families += 3) {
        request.families = families;
        jobs_submit(jobs, study, &request, NULL);
        struct snapshot *snapshot = last(jobs);
        char *screen = snapshot_text(snapshot), *report = run_text(study, &request, 1);
        ck_assert_str_eq(screen, report);
        free(screen);
        free(report);
        snapshot_unref(snapshot);
    }
    jobs_free(jobs);
    request_done(&request);
    study_unref(study);
}
END_TEST

START_TEST(another_study)
{
    struct study *first = small_study(), *second;
    struct simulation simulation = simulation_defaults();
    simulation.n_runs = 12;
    simulation.n_candidates = 10;
    second = simulate_study(&simulation);
    struct jobs *jobs = jobs_new(2, CACHE_BYTES);
    struct study *const order[] = {first, second, first};
    for (size_t i = 0; i < 3; i++) {
        struct request request;
        small_request(&request, order[i], 1u << SECTION_ARMS);
        jobs_submit(jobs, order[i], &request, NULL);
        struct snapshot *snapshot = last(jobs);
        ck_assert_ptr_eq(snapshot->study, order[i]);
        ck_assert_uint_eq(snapshot->n_arms, order[i]->n_arms);
        snapshot_unref(snapshot);
        request_done(&request);
    }
    study_unref(first);
    study_unref(second);
    jobs_free(jobs);
}
END_TEST

/* Ends while work is under way. */
START_TEST(freed_in_the_middle)
{
    struct study *study = small_study();
    struct request request;
    small_request(&request, study, ALL_SECTIONS);
    request.settings.draws = 100000;
    for (int wait_ms = 0; wait_ms < 40; wait_ms += 13) {
        struct jobs *jobs = jobs_new(2, CACHE_BYTES);
        jobs_submit(jobs, study, &request, NULL);
        poll(NULL, 0, wait_ms);
        jobs_free(jobs);
    }
    request_done(&request);
    study_unref(study);
}
END_TEST

START_TEST(nothing_asked_for)
{
    struct study *study = small_study();
    struct request request;
    struct jobs *jobs = jobs_new(2, CACHE_BYTES);
    small_request(&request, study, ALL_SECTIONS);
    request.n_adjusters = 0;
    free(run_text(study, &request, 2));
    request.n_arms = 0;
    free(run_text(study, &request, 2));
    jobs_submit(jobs, study, &request, NULL);
    struct snapshot *snapshot = next(jobs);
    ck_assert(snapshot->finished);
    ck_assert_uint_eq(snapshot->n_arms, 0);
    snapshot_unref(snapshot);
    jobs_free(jobs);
    request_done(&request);
    study_unref(study);
}
END_TEST

/* The linker sends calls of the engine through here, so that it can be made to break its word. */
void __real_crossfit_batch(const struct design *, const struct crossfit_request *,
                           const struct fold_plan *, const uint64_t *, size_t,
                           struct crossfit_workspace *, struct crossfit_results *);
void __wrap_crossfit_batch(const struct design *, const struct crossfit_request *,
                           const struct fold_plan *, const uint64_t *, size_t,
                           struct crossfit_workspace *, struct crossfit_results *);
enum { WHOLE, NAN_AS_FIGURE, NO_SUCH_STATUS, NO_SUCH_CANDIDATE };
/* Set by the test while workers may still read it. */
static _Atomic int broken;

void __wrap_crossfit_batch(const struct design *design, const struct crossfit_request *request,
                           const struct fold_plan *plans, const uint64_t *replicates,
                           size_t n_plans, struct crossfit_workspace *workspace,
                           struct crossfit_results *results)
{
    __real_crossfit_batch(design, request, plans, replicates, n_plans, workspace, results);
    size_t last = n_plans * request->n_adjusters - 1;
    if (broken == NAN_AS_FIGURE)
        results->adjusted_variance[last] = NAN;
    else if (broken == NO_SUCH_STATUS)
        results->status[last] = 200;
    else if (broken == NO_SUCH_CANDIDATE)
        results->picks[n_plans * request->n_adjusters * plans->n_folds - 1] = 1000000;
}

START_TEST(a_failed_task_is_said)
{
    struct study *study = small_study();
    struct request request;
    struct jobs *jobs = jobs_new(2, CACHE_BYTES);
    small_request(&request, study, 1u << SECTION_ARMS);
    request.n_adjusters = 2; /* the last one picks */
    broken = _i;
    struct snapshot *snapshot = jobs_run(study, &request, NULL, 2, NULL, NULL);
    ck_assert_ptr_nonnull(snapshot->failure);
    snapshot_unref(snapshot);
    jobs_submit(jobs, study, &request, NULL);
    do {
        snapshot = next(jobs);
        ck_assert(!snapshot->finished);
        bool failed = snapshot->failure != NULL;
        snapshot_unref(snapshot);
        if (failed)
            break;
    } while (true);
    broken = WHOLE;
    jobs_submit(jobs, study, &request, NULL);
    snapshot = last(jobs);
    ck_assert_ptr_null(snapshot->failure);
    snapshot_unref(snapshot);
    jobs_free(jobs);
    request_done(&request);
    study_unref(study);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {figures_do_not_depend_on_threads,
                                  sections_alone_or_together,
                                  arms_alone_or_together,
                                  refining_only_adds,
                                  progress_can_give_up,
                                  the_screen_gets_the_figures_of_a_report,
                                  going_back_is_instant,
                                  kept_figures_are_the_same,
                                  a_memo_finds_what_was_kept,
                                  no_snapshot_of_an_older_request,
                                  a_cache_without_room,
                                  another_study,
                                  freed_in_the_middle,
                                  nothing_asked_for};
    Suite *suite = unit_suite("jobs", tests, sizeof tests / sizeof *tests);
    TCase *faults = tcase_create("faults");
    tcase_set_timeout(faults, 60);
    tcase_add_loop_test(faults, a_failed_task_is_said, NAN_AS_FIGURE, NO_SUCH_CANDIDATE + 1);
    suite_add_tcase(suite, faults);
    return unit_main(suite);
}
