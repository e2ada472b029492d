#include "study/run_attempts.h"

#include <ctype.h>
#include <math.h>
#include <string.h>
#include <strings.h>

/* ---- names ---- */

struct component {
    const char *text;
    size_t length;
};

static struct component component_at(const char *path)
{
    return (struct component){path, strcspn(path, "/")};
}

/* The first component in which the two paths differ. */
static void first_difference(const char *a, const char *b, struct component *one,
                             struct component *two)
{
    for (;;) {
        *one = component_at(a);
        *two = component_at(b);
        if (one->length != two->length || memcmp(a, b, one->length) != 0 || !a[one->length] ||
            !b[two->length])
            return;
        a += one->length + 1;
        b += two->length + 1;
    }
}

/* A day, or seconds since 1970: eight digits, with the marks that stand between those of a date. */
static bool has_date(struct component name)
{
    size_t n = 0;
    for (size_t i = 0; i < name.length && n < 8; i++) {
        if (isdigit((unsigned char)name.text[i]))
            n++;
        else if (!strchr("-_:T", name.text[i]))
            n = 0;
    }
    return n >= 8;
}

/* The letters of version_3, attempt-2, checkpoint-500. */
static bool is_numbered_attempt(struct component name)
{
    static const char *const words[] = {"version", "attempt",   "try",   "retry",  "restart",
                                        "resume",  "resumed",   "rerun", "part",   "checkpoint",
                                        "job",     "continued", "slurm", "events", "segment"};
    size_t n = 0;
    while (n < name.length && isalpha((unsigned char)name.text[n]))
        n++;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == n && !strncasecmp(name.text, words[i], n))
            return true;
    return false;
}

static bool is_event_file(struct component name)
{
    static const char mark[] = "tfevents";
    for (size_t i = 0; i + sizeof mark - 1 <= name.length; i++)
        if (!memcmp(name.text + i, mark, sizeof mark - 1))
            return true;
    return false;
}

static bool is_attempt(struct component name)
{
    return is_event_file(name) || is_numbered_attempt(name) || has_date(name);
}

bool run_attempts_by_name(const struct run_part *a, const struct run_part *b)
{
    struct component one, two;
    bool one_folder = a->match == b->match;
    first_difference(one_folder ? a->name : a->path, one_folder ? b->name : b->path, &one, &two);
    return is_attempt(one) && is_attempt(two);
}

/* ---- numbers ---- */

static enum log_axis common_axis(const struct log_series *a, const struct log_series *b)
{
    return a->axis > b->axis ? a->axis : b->axis;
}

static bool differ(double a, double b)
{
    if (isnan(a) || isnan(b) || a == b)
        return isnan(a) != isnan(b);
    return !(fabs(a - b) <= 1e-3 * fmax(fabs(a), fabs(b)));
}

static bool clash(const struct log_series *a, const struct log_series *b, struct run_clash *found)
{
    enum log_axis axis = common_axis(a, b);
    size_t n = 0, n_differ = 0, i = 0, j = 0;
    while (i < a->n_points && j < b->n_points) {
        double x = log_position(a, i, axis), y = log_position(b, j, axis);
        if (!(x == y)) {
            i += x < y || isnan(x);
            j += x > y || isnan(y);
            continue;
        }
        n++;
        if (differ(a->values[i], b->values[j]) && !n_differ++)
            *found = (struct run_clash){a->metric, axis, x, {a->values[i], b->values[j]}};
        i++, j++;
    }
    return 20 * n_differ > n;
}

struct run_clash run_attempts_clash(const struct run_part *a, const struct run_part *b)
{
    struct run_clash found = {0};
    if (strcmp(a->prefix, b->prefix) != 0)
        return found;
    for (size_t s = 0; s < a->log->n_series; s++) {
        const struct log_series *other = log_find(b->log, a->log->series[s].metric);
        if (other && clash(&a->log->series[s], other, &found))
            return found;
    }
    return (struct run_clash){0};
}
