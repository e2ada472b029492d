#include "jobs/work.h"

#include "base/mem.h"

#include <stdlib.h>

/* A screen's task takes about this long, so that a new request is heard within 10 ms; a report's may
 * take longer. */
static const double task_ms[] = {[WORK_BREADTH_FIRST] = 4, [WORK_LANE_BY_LANE] = 20};

struct work *work_new(struct store *store, struct study *study, struct plan *plan,
                      enum work_order order, unsigned long generation)
{
    struct work *work = mem_zeroed(1, sizeof *work);
    work->n_references = 1;
    work->generation = generation;
    work->study = study_ref(study);
    work->plan = plan;
    work->order = order;
    work->cells = mem_array(plan->n_cells, sizeof *work->cells);
    work->n_issued = mem_array(plan->n_cells, sizeof *work->n_issued);
    work->cost_ms = mem_zeroed(plan->n_lanes, sizeof *work->cost_ms);
    work->blocked = mem_zeroed(plan->n_lanes, sizeof *work->blocked);
    for (size_t l = 0; l < plan->n_lanes; l++)
        for (size_t i = 0; i < plan->lanes[l].n_cells; i++) {
            size_t c = plan->lanes[l].first_cell + i;
            work->cells[c] = store_cell(store, study, &plan->cells[c], plan->lanes[l].n_wanted);
            work->n_issued[c] = work->cells[c]->n_done;
        }
    return work;
}

void work_ref(struct work *work)
{
    work->n_references++;
}

void work_unref(struct store *store, struct work *work)
{
    if (!work || --work->n_references > 0)
        return;
    for (size_t c = 0; c < work->plan->n_cells; c++)
        store_unpin(store, &work->cells[c]->kept);
    plan_free(work->plan);
    study_unref(work->study);
    free(work->cells);
    free(work->n_issued);
    free(work->cost_ms);
    free(work->blocked);
    free(work->returned);
    free(work);
}

/* The least issued of the lane's unfinished cells; n_wanted if there is none. */
static size_t least_issued(const struct work *work, const struct lane *lane)
{
    size_t least = lane->n_wanted;
    for (size_t c = lane->first_cell; c < lane->first_cell + lane->n_cells; c++)
        if (work->n_issued[c] < least)
            least = work->n_issued[c];
    return least;
}

/* Rounds double: 0 while below the first batch, 1 below three of them, 2 below seven … */
static size_t round_of(size_t n_issued)
{
    size_t round = 0;
    for (size_t n = n_issued / WORK_FIRST_BATCH + 1; n > 1; n /= 2)
        round++;
    return round;
}

/* Smaller comes first. What is not the table starts two rounds later. */
static size_t urgency(const struct work *work, const struct lane *lane, size_t first)
{
    if (work->order == WORK_LANE_BY_LANE)
        return 0;
    return round_of(first) + (lane->analysis == ANALYSIS_SPLITS ? 0 : 2);
}

/* Before a lane's cost is known: fewer where the arm's matrix is so large that one replicate may
 * already be felt. */
static double first_guess(const struct work *work, size_t lane)
{
    static const double start[] = {
        [WORK_BREADTH_FIRST] = WORK_FIRST_BATCH, [WORK_LANE_BY_LANE] = 16};
    const struct arm *arm = &work->study->arms[work->plan->lanes[lane].arm];
    double n_values = (double)arm->n_runs * (double)arm->n_candidates;
    double easy = 1e6 / (n_values + 1); /* replicates */
    return easy < start[work->order] ? easy : start[work->order];
}

static size_t batch(const struct work *work, size_t lane, size_t first)
{
    double cost = work->cost_ms[lane], n = first_guess(work, lane);
    if (cost > 0)
        n = task_ms[work->order] / cost;
    if (work->order == WORK_BREADTH_FIRST && n > (double)(first + WORK_FIRST_BATCH))
        n = (double)(first + WORK_FIRST_BATCH);
    return n < 1 ? 1 : n > REPLICATE_BATCH_MAX ? REPLICATE_BATCH_MAX : (size_t)n;
}

static void begin(struct task *task, size_t lane_index, const struct lane *lane, size_t first)
{
    if (task->capacity < lane->n_cells) {
        task->cells = mem_resize(task->cells, lane->n_cells, sizeof *task->cells);
        task->capacity = lane->n_cells;
    }
    *task = (struct task){lane_index, first, 0, 0, task->cells, task->capacity};
}

/* The cells of the lane that stand at `first`; the stretch ends where another one stands. */
static void fill(struct work *work, size_t lane_index, size_t first, struct task *task)
{
    const struct lane *lane = &work->plan->lanes[lane_index];
    size_t end = first + batch(work, lane_index, first);
    begin(task, lane_index, lane, first);
    if (end > lane->n_wanted)
        end = lane->n_wanted;
    for (size_t c = lane->first_cell; c < lane->first_cell + lane->n_cells; c++)
        if (work->n_issued[c] == first)
            task->cells[task->n_cells++] = c;
        else if (work->n_issued[c] < end)
            end = work->n_issued[c];
    for (size_t i = 0; i < task->n_cells; i++)
        work->n_issued[task->cells[i]] = end;
    task->n = end - first;
}

void work_set_share(struct work *work, size_t index, size_t count)
{
    work->order = WORK_SHARE;
    work->share = share_init(work->plan, index, count);
    work->n_shared_wanted = share_total(work->plan, index, count);
}

/* What was returned comes first, unless it is still blocked. */
static bool next_shared(struct work *work, struct share_task *next)
{
    for (size_t i = 0; i < work->n_returned; i++)
        if (!work->blocked[work->returned[i].lane]) {
            *next = work->returned[i];
            work->returned[i] = work->returned[--work->n_returned];
            return true;
        }
    return share_next(&work->share, next);
}

static bool fill_shared(struct work *work, struct task *task)
{
    struct share_task next;
    if (!next_shared(work, &next))
        return false;
    const struct lane *lane = &work->plan->lanes[next.lane];
    begin(task, next.lane, lane, next.first);
    task->n = next.n;
    for (size_t c = lane->first_cell; c < lane->first_cell + lane->n_cells; c++)
        task->cells[task->n_cells++] = c;
    return true;
}

bool work_next(struct work *work, struct task *task)
{
    size_t best = PLAN_NONE, best_first = 0, best_urgency = 0;
    if (work->failure)
        return false;
    if (work->order == WORK_SHARE)
        return fill_shared(work, task);
    for (size_t l = 0; l < work->plan->n_lanes; l++) {
        const struct lane *lane = &work->plan->lanes[l];
        size_t first = least_issued(work, lane);
        if (work->blocked[l] || first >= lane->n_wanted)
            continue;
        size_t urgent = urgency(work, lane, first);
        if (best == PLAN_NONE || urgent < best_urgency) {
            best = l;
            best_first = first;
            best_urgency = urgent;
        }
        if (work->order == WORK_LANE_BY_LANE)
            break;
    }
    if (best == PLAN_NONE)
        return false;
    fill(work, best, best_first, task);
    return true;
}

void work_return(struct work *work, const struct task *task)
{
    if (work->order == WORK_SHARE) {
        work->returned = mem_grow(work->returned, work->n_returned, &work->returned_capacity,
                                  sizeof *work->returned);
        work->returned[work->n_returned++] = (struct share_task){task->lane, task->first, task->n};
        return;
    }
    for (size_t i = 0; i < task->n_cells; i++)
        if (work->n_issued[task->cells[i]] > task->first)
            work->n_issued[task->cells[i]] = task->first;
}

void work_done(struct work *work, const struct task *task, double milliseconds)
{
    work->cost_ms[task->lane] = milliseconds / (double)task->n;
    work->n_shared += task->n * task->n_cells;
}

bool work_finished(const struct work *work)
{
    size_t n_done, n_wanted;
    work_progress(work, &n_done, &n_wanted);
    return n_done == n_wanted;
}

bool work_table_begun(const struct work *work)
{
    for (size_t l = 0; l < work->plan->n_lanes; l++) {
        const struct lane *lane = &work->plan->lanes[l];
        size_t n = lane->n_wanted < WORK_FIRST_BATCH ? lane->n_wanted : WORK_FIRST_BATCH;
        for (size_t i = 0; lane->analysis == ANALYSIS_SPLITS && i < lane->n_cells; i++)
            if (work->cells[lane->first_cell + i]->n_done < n)
                return false;
    }
    return true;
}

void work_progress(const struct work *work, size_t *n_done, size_t *n_wanted)
{
    *n_done = *n_wanted = 0;
    if (work->order == WORK_SHARE) {
        *n_done = work->n_shared;
        *n_wanted = work->n_shared_wanted;
        return;
    }
    for (size_t l = 0; l < work->plan->n_lanes; l++) {
        const struct lane *lane = &work->plan->lanes[l];
        for (size_t c = lane->first_cell; c < lane->first_cell + lane->n_cells; c++) {
            size_t done = work->cells[c]->n_done;
            *n_done += done < lane->n_wanted ? done : lane->n_wanted;
        }
        *n_wanted += lane->n_cells * lane->n_wanted;
    }
}
