/* Canonical names of candidates, written and read. */
#include "study/candidate.h"

#include "base/num.h"

#include <string.h>

static const char *const statistic_names[N_STATISTICS] = {"mean",  "sd",    "min",  "max",
                                                          "slope", "first", "last", "change"};
static const char axis_letters[] = {
    [LOG_AXIS_STEP] = 's', [LOG_AXIS_EPOCH] = 'e', [LOG_AXIS_INDEX] = 'r'};

const char *candidate_name(const struct candidate_spec *spec, const char *metric,
                           const char *window, struct arena *arena)
{
    char number[NUM_TEXT_MAX];
    switch (spec->kind) {
    case SPEC_END:
        return arena_printf(arena, "%s@%s", metric, window);
    case SPEC_FRACTION:
        num_write(number, spec->position);
        return arena_printf(arena, "%s@%s", metric, number);
    case SPEC_POSITION:
        num_write(number, spec->position);
        return arena_printf(arena, "%s@%c%s", metric, axis_letters[spec->axis], number);
    case SPEC_SUMMARY:
        break;
    }
    const char *statistic = statistic_names[spec->statistic];
    return spec->n_prefix ? arena_printf(arena, "%s(%s,1:%zu)", statistic, metric, spec->n_prefix)
                          : arena_printf(arena, "%s(%s)", statistic, metric);
}

static bool read_snapshot(const char *name, struct candidate_spec *spec, size_t *length)
{
    const char *at = strrchr(name, '@');
    if (!at || at == name || !at[1])
        return false;
    const char *place = at + 1;
    *length = (size_t)(at - name);
    for (int axis = LOG_AXIS_STEP; axis <= LOG_AXIS_INDEX; axis++) {
        if (place[0] != axis_letters[axis])
            continue;
        spec->kind = SPEC_POSITION;
        spec->axis = (enum log_axis)axis;
        return num_read(place + 1, strlen(place + 1), &spec->position) == NUM_FINITE;
    }
    spec->kind = SPEC_FRACTION;
    return window_read_fraction(place, strlen(place), &spec->position);
}

/* The length of a final ",1:100" within s[0..n), and its number; 0 if there is none. */
static size_t prefix_suffix(const char *s, size_t n, size_t *n_prefix)
{
    size_t from = n;
    while (from > 0 && s[from - 1] >= '0' && s[from - 1] <= '9')
        from--;
    unsigned long long value;
    if (from < 3 || memcmp(s + from - 3, ",1:", 3) != 0 ||
        !num_read_count(s + from, n - from, 1000000000, &value) || !value)
        return 0;
    *n_prefix = (size_t)value;
    return n - from + 3;
}

static bool read_summary(const char *name, struct candidate_spec *spec, size_t *from,
                         size_t *length)
{
    size_t n = strlen(name);
    const char *open = strchr(name, '(');
    if (!open || name[n - 1] != ')')
        return false;
    for (int i = 0; i < N_STATISTICS; i++) {
        if (strlen(statistic_names[i]) != (size_t)(open - name) ||
            memcmp(statistic_names[i], name, (size_t)(open - name)) != 0)
            continue;
        *spec = (struct candidate_spec){.kind = SPEC_SUMMARY, .statistic = (enum statistic)i};
        *from = (size_t)(open - name) + 1;
        *length = n - 1 - *from;
        *length -= prefix_suffix(open + 1, *length, &spec->n_prefix);
        return *length > 0;
    }
    return false;
}

bool candidate_read(const char *name, struct candidate_spec *spec, size_t *from, size_t *length)
{
    *spec = (struct candidate_spec){0};
    *from = 0;
    return read_summary(name, spec, from, length) || read_snapshot(name, spec, length);
}
