#include "views/pairs_model.h"

#include "base/num.h"
#include "estimate/calibration.h"
#include "tui/plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The scale that all pairs of a group with one outcome share, so that their half-widths can be compared. Where the
 * differences lie so far from zero that an interval would be a dot, every row is centred on its own
 * difference, and an arrow says on which side zero is. */
struct pairs_forest {
    struct plot_range range;
    bool centred;
};

enum { INTERVAL_COLUMNS_MIN = 6 };

/* Wild adjusted intervals are cut at twice the raw half-width. */
static double reach(const struct pair_result *pair, const struct interval *interval)
{
    if (interval->status != ESTIMATE_OK)
        return 0;
    return fmin(interval->half_width, 2 * pair->raw.half_width);
}

static double widest(const struct pair_result *pair)
{
    double half_width = reach(pair, &pair->raw);
    for (size_t a = 0; a < pair->n_adjusters; a++)
        half_width = fmax(half_width, reach(pair, &pair->adjusters[a].interval));
    return half_width;
}

static struct pairs_forest forest_of(const struct pairs_model *model, const struct arm *arm,
                                     int n_columns)
{
    struct plot_range range = PLOT_EMPTY;
    double widest_half = 0;
    plot_include(&range, 0);
    for (size_t i = 0; i < model->n_pairs; i++) {
        const struct pair_result *pair = &model->pairs[i];
        if (!arm_comparable(pair->a, arm))
            continue;
        double half_width = widest(pair);
        plot_include(&range, pair->difference - half_width);
        plot_include(&range, pair->difference + half_width);
        widest_half = fmax(widest_half, half_width);
    }
    double columns = 2 * widest_half / (range.high - range.low) * n_columns;
    if (widest_half > 0 && columns < INTERVAL_COLUMNS_MIN)
        return (struct pairs_forest){{-1.15 * widest_half, 1.15 * widest_half}, true};
    return (struct pairs_forest){plot_padded(range, 0.02), false};
}

void pairs_forest_scale(const struct pairs_model *model, const struct pair_result *pair,
                        int n_columns, char *text, size_t n_bytes)
{
    struct pairs_forest forest = forest_of(model, pair->a, n_columns);
    double scale = pair->a->outcome.scale;
    char low[NUM_TEXT_MAX], high[NUM_TEXT_MAX];
    int decimals = view_decimals((forest.range.high - forest.range.low) * fabs(scale) / 10);
    num_write_fixed(low, forest.range.low * scale, decimals);
    num_write_fixed(high, forest.range.high * scale, decimals);
    int blanks = n_columns - (int)strlen(low) - (int)strlen(high);
    if (forest.centred)
        snprintf(text, n_bytes, "each centred on itself");
    else
        snprintf(text, n_bytes, "%s%*s%s", low, blanks > 1 ? blanks : 1, "", high);
}

static int column_of(const struct pairs_forest *forest, int n_columns, double value)
{
    double at =
        (value - forest->range.low) / (forest->range.high - forest->range.low) * (n_columns - 1);
    return (int)lround(fmin(fmax(at, -1), n_columns));
}

static void draw_zero(const struct pairs_forest *forest, double zero, struct surface *surface,
                      struct rect rect)
{
    bool left = zero<forest->range.low, right = zero> forest->range.high;
    uint32_t code = left    ? (surface->ascii ? '<' : 0x25C2)
                    : right ? (surface->ascii ? '>' : 0x25B8)
                            : (surface->ascii ? ':' : 0x250A);
    int column = left ? 0 : right ? rect.n_columns - 1 : column_of(forest, rect.n_columns, zero);
    surface_put(surface, rect.row, rect.column + column, STYLE_BORDER, code);
}

/* glyphs: left end, middle, right end. */
static void draw_span(const struct pairs_forest *forest, const struct interval *interval,
                      double centre, struct surface *surface, struct rect rect, enum style style,
                      const uint32_t glyphs[3])
{
    if (interval->status != ESTIMATE_OK)
        return;
    int low = column_of(forest, rect.n_columns, centre - interval->half_width);
    int high = column_of(forest, rect.n_columns, centre + interval->half_width);
    for (int i = low < 0 ? 0 : low; i <= high && i < rect.n_columns; i++)
        surface_put(surface, rect.row, rect.column + i, style,
                    i == low    ? glyphs[0]
                    : i == high ? glyphs[2]
                                : glyphs[1]);
}

void pairs_draw_forest(const struct pairs_model *model, const struct pair_result *pair,
                       const struct pair_adjuster_result *adjusted, struct surface *surface,
                       struct rect rect)
{
    static const uint32_t thin[2][3] = {{0x251C, 0x2500, 0x2524}, {'|', '-', '|'}};
    static const uint32_t thick[2][3] = {{0x2501, 0x2501, 0x2501}, {'=', '=', '='}};
    static const uint32_t dashed[2][3] = {{0x254D, 0x254D, 0x254D}, {'~', '~', '~'}};
    struct pairs_forest forest = forest_of(model, pair->a, rect.n_columns);
    double centre = forest.centred ? 0 : pair->difference;
    draw_zero(&forest, forest.centred ? -pair->difference : 0, surface, rect);
    draw_span(&forest, &pair->raw, centre, surface, rect, STYLE_TEXT, thin[surface->ascii]);
    if (adjusted) {
        struct pair_null null =
            snapshot_pair_null(model->context->snapshot, pair, adjusted->adjuster);
        bool gain = adjusted->narrower_percent >= 0 && !null.too_narrow;
        draw_span(&forest, &adjusted->interval, centre, surface, rect,
                  gain ? STYLE_GAIN : STYLE_LOSS,
                  null.too_narrow ? dashed[surface->ascii] : thick[surface->ascii]);
    }
    surface_put(surface, rect.row, rect.column + column_of(&forest, rect.n_columns, centre),
                STYLE_HEADING, surface->ascii ? 'o' : 0x25CF);
}
