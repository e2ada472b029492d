#include "stats/quantile.h"

#include <math.h>

static void swap(double *a, double *b)
{
    double kept = *a;
    *a = *b;
    *b = kept;
}

/* The median of first, middle and last goes to the middle: sorted input is not a bad case. */
static double pivot(double *v, size_t low, size_t high)
{
    size_t middle = low + (high - low) / 2;
    if (v[middle] < v[low])
        swap(&v[middle], &v[low]);
    if (v[high] < v[low])
        swap(&v[high], &v[low]);
    if (v[high] < v[middle])
        swap(&v[high], &v[middle]);
    return v[middle];
}

/* Hoare's selection: afterwards v[k] is in its sorted place, nothing before it is larger, nothing
 * behind it smaller. */
static void select_kth(double *v, size_t low, size_t high, size_t k)
{
    while (low < high) {
        double split = pivot(v, low, high);
        size_t i = low, j = high;
        while (i <= j) {
            while (v[i] < split)
                i++;
            while (v[j] > split)
                j--;
            if (i <= j) {
                swap(&v[i], &v[j]);
                i++;
                if (j == 0)
                    break;
                j--;
            }
        }
        if (k <= j)
            high = j;
        else if (k >= i)
            low = i;
        else
            return;
    }
}

/* Where a quantile falls: between order statistics `below` and the next. */
struct position {
    size_t below;
    double weight;
};

static struct position position_of(size_t n, double q)
{
    double at = (double)(n - 1) * q;
    struct position p = {(size_t)at, 0};
    p.weight = at - (double)p.below;
    return p;
}

/* (1 - weight) x_(below) + weight x_(below + 1), below + weight = (n - 1) q */
static double between(double below, double above, double weight)
{
    return weight == 0 ? below : below + (above - below) * weight;
}

double quantile_sorted(const double *ascending, size_t n, double q)
{
    if (n == 0)
        return NAN;
    struct position p = position_of(n, q);
    size_t above = p.below + 1 < n ? p.below + 1 : p.below;
    return between(ascending[p.below], ascending[above], p.weight);
}

static double least(const double *v, size_t from, size_t to)
{
    double value = v[from];
    for (size_t i = from + 1; i < to; i++)
        if (v[i] < value)
            value = v[i];
    return value;
}

void quantile_select(double *values, size_t n, const double *q, size_t n_q, double *out)
{
    size_t done = 0; /* values before this index are in or before their place */
    for (size_t i = 0; i < n_q; i++) {
        if (n == 0) {
            out[i] = NAN;
            continue;
        }
        struct position p = position_of(n, q[i]);
        select_kth(values, done, n - 1, p.below);
        done = p.below;
        double above = p.below + 1 < n ? least(values, p.below + 1, n) : values[p.below];
        out[i] = between(values[p.below], above, p.weight);
    }
}

struct quartiles quantile_quartiles(double *values, size_t n)
{
    static const double q[] = {0.25, 0.5, 0.75};
    double out[3];
    quantile_select(values, n, q, 3, out);
    return (struct quartiles){out[0], out[1], out[2]};
}
