#include "jobs/share.h"

struct share share_init(const struct plan *plan, size_t index, size_t count)
{
    return (struct share){.plan = plan, .index = index, .count = count};
}

/* The next task of all, whosever it is. */
static bool next_of_all(struct share *share, struct share_task *task)
{
    while (share->lane < share->plan->n_lanes &&
           share->first >= share->plan->lanes[share->lane].n_wanted) {
        share->lane++;
        share->first = 0;
    }
    if (share->lane == share->plan->n_lanes)
        return false;
    size_t left = share->plan->lanes[share->lane].n_wanted - share->first;
    *task = (struct share_task){share->lane, share->first, left < SHARE_BATCH ? left : SHARE_BATCH};
    share->first += task->n;
    share->number++;
    return true;
}

bool share_next(struct share *share, struct share_task *task)
{
    while (next_of_all(share, task))
        if ((share->number - 1) % share->count == share->index)
            return true;
    return false;
}

size_t share_total(const struct plan *plan, size_t index, size_t count)
{
    struct share share = share_init(plan, index, count);
    struct share_task task;
    size_t total = 0;
    while (share_next(&share, &task))
        total += task.n * plan->lanes[task.lane].n_cells;
    return total;
}
