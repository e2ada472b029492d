/* Jobs: the same figures whatever the number of threads, the order, or what else is asked for; no
 * snapshot of an older request; what was computed once is there at once. */
#include "unit.h"

#include "base/mem.h"
#include "base/rng.h"
#include "estimate/crossfit.h"
#include "jobs/jobs.h"
#include "jobs/part.h"
#include "snapshots.h"
#include "study/simulate.h"

#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

enum { ALL_SECTIONS = (1u << N_SECTIONS) - 1, CACHE_BYTES = 64 << 20 };

static struct study *small_study(void)
{
    struct simulation simulation = simulation_defaults();
    simulation.n_arms = 3;
    simulation.n_runs = 18;
    simulation.n_candidates = 30;
    simulation.n_families = 3;
    return simulate_study(&simulation);
}

static void add_adjuster(struct request *request, const char *name)
{
    ck_assert(adjuster_parse(name, &request->adjusters[request->n_adjusters++]));
}

static void small_request(struct request *request, const struct study *study, unsigned sections)
{
    static const char *const names[] = {"fixed", "best", "pca1", "posthoc", "pca2-shrunk"};
    request_init(request, study);
    request->n_adjusters = 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        add_adjuster(request, names[i]);
    request->sections = sections;
    request->settings.splits = 70;
    request->settings.draws = 60;
}

static char *run_text(struct study *study, const struct request *request, size_t n_threads)
{
    struct snapshot *snapshot = jobs_run(study, request, NULL, n_threads, NULL, NULL);
    ck_assert(snapshot->finished);
    ck_assert_ptr_null(snapshot->failure);
    char *text = snapshot_text(snapshot);
    snapshot_unref(snapshot);
    return text;
}

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
        if (section == SECTION_VARIABILITY)
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
    small_request(&request, study, 1u << SECTION_ARMS | 1u << SECTION_NULL | 1u << SECTION_FAMILIES);
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
static enum { WHOLE, NAN_AS_FIGURE, NO_SUCH_STATUS, NO_SUCH_CANDIDATE } broken;

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

/* ---- parts ---- */

static char *write_part(struct study *study, const struct request *request, size_t index,
                        size_t count, const char *name)
{
    struct strbuf out;
    struct diags diags;
    strbuf_init(&out);
    diags_init(&diags);
    ck_assert(jobs_shard(study, request, 2, index, count, NULL, NULL, &out, &diags));
    char *path = unit_file(name, out.text, out.length);
    strbuf_done(&out);
    diags_done(&diags);
    return path;
}

/* The merged text, or NULL and *message, the first error. */
static char *merge(struct study *study, char *const *paths, size_t n_paths, char **message)
{
    struct diags diags;
    diags_init(&diags);
    struct snapshot *snapshot = jobs_merge(study, (const char *const *)paths, n_paths, &diags);
    ck_assert((snapshot == NULL) == (diags.n_errors > 0));
    char *text = snapshot ? snapshot_text(snapshot) : NULL;
    if (message && diags.n_errors) {
        struct strbuf all;
        strbuf_init(&all);
        for (size_t i = 0; i < diags.n_items; i++)
            strbuf_printf(&all, "%s: %s\n", diags.items[i].file ? diags.items[i].file : "",
                          diags.items[i].message);
        *message = strbuf_steal(&all);
        strbuf_done(&all);
    }
    snapshot_unref(snapshot);
    diags_done(&diags);
    return text;
}

static void assert_refused(struct study *study, char *const *paths, size_t n_paths,
                           const char *first, const char *second)
{
    char *message = NULL;
    ck_assert_ptr_null(merge(study, paths, n_paths, &message));
    ck_assert_msg(strstr(message, first) && strstr(message, second), "%s", message);
    free(message);
}

START_TEST(parts_in_any_order_make_the_whole)
{
    struct study *study = small_study();
    struct request request;
    small_request(&request, study, ALL_SECTIONS);
    request.settings.splits = 150; /* several tasks a lane */
    request.statistic[request.n_statistic++] = strdup("training-loss:12");
    request.families = 5;
    char *whole = run_text(study, &request, 2);
    char *paths[] = {write_part(study, &request, 3, 3, "c.part"),
                     write_part(study, &request, 1, 3, "a.part"),
                     write_part(study, &request, 2, 3, "b.part")};
    char *merged = merge(study, paths, 3, NULL);
    ck_assert_str_eq(whole, merged);
    free(whole);
    free(merged);
    for (size_t i = 0; i < 3; i++)
        free(paths[i]);
    request_done(&request);
    study_unref(study);
}
END_TEST

START_TEST(one_part_is_the_whole)
{
    struct study *study = small_study();
    struct request request;
    small_request(&request, study, 1u << SECTION_ARMS | 1u << SECTION_FAMILIES);
    char *whole = run_text(study, &request, 2);
    char *path = write_part(study, &request, 1, 1, "only.part");
    char *merged = merge(study, &path, 1, NULL);
    ck_assert_str_eq(whole, merged);
    free(whole);
    free(merged);
    free(path);
    request_done(&request);
    study_unref(study);
}
END_TEST

/* More parts than there is work: some are empty, and still needed. */
START_TEST(empty_parts)
{
    struct study *study = small_study();
    struct request request;
    char *paths[8];
    small_request(&request, study, 1u << SECTION_ARMS);
    request.settings.splits = 3;
    for (size_t i = 0; i < 8; i++) {
        char name[] = "0.part";
        name[0] = (char)('0' + i);
        paths[i] = write_part(study, &request, i + 1, 8, name);
    }
    char *whole = run_text(study, &request, 1), *merged = merge(study, paths, 8, NULL);
    ck_assert_str_eq(whole, merged);
    assert_refused(study, paths, 7, "part 8 of 8 is missing", "");
    free(whole);
    free(merged);
    for (size_t i = 0; i < 8; i++)
        free(paths[i]);
    request_done(&request);
    study_unref(study);
}
END_TEST

START_TEST(parts_that_do_not_belong)
{
    struct study *study = small_study();
    struct request request;
    small_request(&request, study, 1u << SECTION_ARMS);
    char *first = write_part(study, &request, 1, 2, "first.part");
    char *second = write_part(study, &request, 2, 2, "second.part");
    char *third = write_part(study, &request, 1, 3, "third.part");
    request.settings.seed++;
    char *seed = write_part(study, &request, 2, 2, "seed.part");
    request.settings.seed--;
    study->arms[2].y[4] += 1e-9;
    char *changed = write_part(study, &request, 2, 2, "changed.part");
    study->arms[2].y[4] -= 1e-9;
    char *none = unit_text_file("none.part", "not a part at all");
    assert_refused(study, (char *[]){first}, 1, "part 2 of 2 is missing", "");
    assert_refused(study, (char *[]){first, first}, 2, "first.part: this is part 1 of 2",
                   "part 2 of 2 is missing");
    assert_refused(study, (char *[]){first, third}, 2, "third.part: this is part 1 of 3", "first.part");
    assert_refused(study, (char *[]){first, seed}, 2, "seed.part", "other settings");
    assert_refused(study, (char *[]){first, changed}, 2, "changed.part", "another study");
    assert_refused(study, (char *[]){first, none, second}, 3, "none.part", "not a part");
    assert_refused(study, (char *[]){first, (char *)"absent.part"}, 2, "absent.part", "");
    char *const all[] = {first, second, third, seed, changed, none};
    for (size_t i = 0; i < 6; i++)
        free(all[i]);
    request_done(&request);
    study_unref(study);
}
END_TEST

/* Cut anywhere, or with any byte changed, a part is refused; nothing is read beyond its end. */
START_TEST(damaged_parts)
{
    struct study *study = small_study();
    struct request request;
    struct strbuf out;
    struct diags diags;
    small_request(&request, study, 1u << SECTION_ARMS);
    request.n_adjusters = 1;
    request.settings.splits = 2;
    strbuf_init(&out);
    diags_init(&diags);
    ck_assert(jobs_shard(study, &request, 1, 1, 1, NULL, NULL, &out, &diags));
    for (size_t at = 0; at < out.length; at += 7) {
        char *copy = mem_strndup(out.text, out.length);
        struct part_bytes part = {"x", copy, at};
        memcpy(copy, out.text, out.length);
        ck_assert_ptr_null(jobs_merge_bytes(study, &part, 1, &diags));
        copy[at] ^= 0x11;
        part.n_bytes = out.length;
        ck_assert_ptr_null(jobs_merge_bytes(study, &part, 1, &diags));
        free(copy);
    }
    ck_assert_uint_gt(diags.n_errors, 0);
    strbuf_done(&out);
    diags_done(&diags);
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
                                  no_snapshot_of_an_older_request,
                                  a_cache_without_room,
                                  another_study,
                                  freed_in_the_middle,
                                  nothing_asked_for,
                                  parts_in_any_order_make_the_whole,
                                  one_part_is_the_whole,
                                  empty_parts,
                                  parts_that_do_not_belong,
                                  damaged_parts};
    Suite *suite = unit_suite("jobs", tests, sizeof tests / sizeof *tests);
    TCase *faults = tcase_create("faults");
    tcase_set_timeout(faults, 60);
    tcase_add_loop_test(faults, a_failed_task_is_said, NAN_AS_FIGURE, NO_SUCH_CANDIDATE + 1);
    suite_add_tcase(suite, faults);
    return unit_main(suite);
}
