#include "study/filter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *drop_kind_text(enum drop_kind kind)
{
    static const char *const texts[N_DROP_KINDS] = {
        [DROP_MISSING] = "missing in some runs",
        [DROP_NOT_FINITE] = "not finite in some runs",
        [DROP_CONSTANT] = "constant",
        [DROP_SHARED] = "one value shared by more than 80 % of the runs",
        [DROP_TEXT] = "not a number",
        [DROP_REPEATED] = "name taken by another candidate",
        [DROP_NO_POSITION] = "no position that every run reached",
        [DROP_AFTER_WINDOW] = "after the window",
        [DROP_UNUSED] = "no series of numbers",
        [DROP_TEST] = "measured on the test set",
        [DROP_OUTCOME] = "the outcome itself",
        [DROP_EXCLUDED] = "excluded by the manifest",
        [DROP_NO_FAMILY] = "in none of the families",
        [DROP_REFUSED] = "refused: would leak the outcome"};
    return texts[kind];
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* How many runs share the value that most runs have. */
static size_t most_shared(const double *x, size_t n, double *scratch)
{
    memcpy(scratch, x, n * sizeof *x);
    qsort(scratch, n, sizeof *scratch, compare);
    size_t most = 0, run = 0;
    for (size_t i = 0; i < n; i++) {
        run = i && scratch[i] == scratch[i - 1] ? run + 1 : 1;
        if (run > most)
            most = run;
    }
    return most;
}

bool filter_accepts(const double *x, size_t n_runs, double *scratch, struct arena *arena,
                    enum drop_kind *kind, const char **reason)
{
    size_t n_missing = 0, n_infinite = 0;
    for (size_t i = 0; i < n_runs; i++) {
        n_missing += isnan(x[i]);
        n_infinite += isinf(x[i]) != 0;
    }
    if (n_missing || n_infinite) {
        *kind = n_missing ? DROP_MISSING : DROP_NOT_FINITE;
        *reason = arena_printf(arena, "%s in %zu of %zu runs", n_missing ? "missing" : "not finite",
                               n_missing ? n_missing : n_infinite, n_runs);
        return false;
    }
    size_t shared = most_shared(x, n_runs, scratch);
    if (shared == n_runs) {
        *kind = DROP_CONSTANT;
        *reason = "constant";
        return false;
    }
    if (shared * 5 > n_runs * 4) {
        *kind = DROP_SHARED;
        *reason = arena_printf(arena, "one value shared by %zu %% of the runs",
                               (shared * 100 + n_runs / 2) / n_runs);
        return false;
    }
    return true;
}
