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
        [DROP_AFTER_OUTCOME] = "at or past the outcome",
        [DROP_UNUSED] = "no series of numbers",
        [DROP_TEST] = "measured on the test set",
        [DROP_OUTCOME] = "the outcome itself",
        [DROP_EXCLUDED] = "excluded by the manifest",
        [DROP_NO_FAMILY] = "in none of the families",
        [DROP_REFUSED] = "refused: would leak the outcome"};
    return texts[kind];
}

/* How many runs share the value that more than half of them have; fewer than that where there is none.
 * Such a value outlives all others when pairs of unlike ones are struck out (Boyer and Moore 1981). */
static size_t most_shared(const double *x, size_t n)
{
    double value = NAN;
    size_t left = 0, shared = 0;
    for (size_t i = 0; i < n; i++) {
        if (left == 0)
            value = x[i];
        left = x[i] == value ? left + 1 : left - 1;
    }
    for (size_t i = 0; i < n; i++)
        shared += x[i] == value;
    return shared;
}

bool filter_accepts(const double *x, size_t n_runs, struct arena *arena, enum drop_kind *kind,
                    const char **reason)
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
    size_t shared = most_shared(x, n_runs);
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
