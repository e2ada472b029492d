#include "figure/scale.h"

#include <math.h>

void extent_include(struct extent *extent, double value)
{
    if (!isfinite(value))
        return;
    extent->low = fmin(extent->low, value);
    extent->high = fmax(extent->high, value);
}

struct extent extent_padded(struct extent extent, double share)
{
    if (!(extent.low <= extent.high))
        return (struct extent){0, 1};
    double length = extent.high - extent.low;
    if (!(length > fabs(extent.high) * 1e-12))
        length = extent.high != 0 ? fabs(extent.high) : 1;
    return (struct extent){extent.low - share * length, extent.high + share * length};
}

static double position(const struct scale *scale, double value)
{
    return scale->logarithmic ? log(value) : value;
}

double scale_place(const struct scale *scale, double value)
{
    double low = position(scale, scale->extent.low), high = position(scale, scale->extent.high);
    double share = high > low ? (position(scale, value) - low) / (high - low) : 0.5;
    return isnan(value) ? NAN : scale->from + share * (scale->to - scale->from);
}

static size_t count_ticks(struct extent extent, double step)
{
    double n = floor(extent.high / step + 1e-9) - ceil(extent.low / step - 1e-9) + 1;
    return n > 0 ? n < 1e6 ? (size_t)n : 1000000 : 0;
}

size_t scale_ticks(struct extent extent, size_t most, double ticks[SCALE_TICKS_MAX], int *decimals)
{
    static const struct {
        double step;
        int decimals;
    } steps[] = {{1, 0}, {2, 0}, {2.5, 1}, {5, 0}};
    double length = extent.high - extent.low;
    *decimals = 0;
    if (!(length > 0) || !isfinite(length))
        return 0;
    for (int power = (int)floor(log10(length)) - 2;; power++)
        for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
            double step = steps[i].step * pow(10, power);
            size_t n = count_ticks(extent, step);
            if (n > most)
                continue;
            double first = ceil(extent.low / step - 1e-9);
            for (size_t k = 0; k < n; k++)
                ticks[k] = (first + (double)k) * step;
            *decimals = steps[i].decimals - power > 0 ? steps[i].decimals - power : 0;
            return n;
        }
}
