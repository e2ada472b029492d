#include "figure/grid.h"

#include <math.h>

/* The most columns whose panels are at least this wide. */
static size_t columns_for(const struct grid_wish *wish, double panel)
{
    double rest = wish->width - wish->gutter_first + wish->gutter_others;
    double n = floor(rest / (panel + wish->gutter_others));
    size_t most = wish->n_panels > 1 ? wish->n_panels : 1;
    return n < 1 ? 1 : n > (double)most ? most : (size_t)n;
}

static size_t rows_for(const struct grid_wish *wish, size_t n_columns)
{
    /* NOLINTNEXTLINE(clang-analyzer-core.DivideZero): at least 1 by columns_for */
    return (wish->n_panels + n_columns - 1) / n_columns;
}

static double height_for(const struct grid_wish *wish, size_t n_columns)
{
    double n_rows = (double)rows_for(wish, n_columns);
    return n_rows * (wish->above + wish->panel_height) + (n_rows - 1) * wish->below_others +
           wish->below_last;
}

struct grid grid_layout(const struct grid_wish *wish)
{
    size_t most = columns_for(wish, wish->panel_least);
    size_t n_columns = columns_for(wish, wish->panel_wished);
    while (n_columns < most && height_for(wish, n_columns) > wish->height_most)
        n_columns++;
    /* Rows of equal length look better than a last row with one panel. */
    while (n_columns > 1 && rows_for(wish, n_columns - 1) == rows_for(wish, n_columns))
        n_columns--;
    struct grid_wish settled = *wish;
    if (rows_for(wish, n_columns) == 1 && wish->panel_height_alone > 0)
        settled.panel_height = wish->panel_height_alone;
    double gutters = wish->gutter_first + (double)(n_columns - 1) * wish->gutter_others;
    return (struct grid){.wish = settled,
                         .n_columns = n_columns,
                         .n_rows = rows_for(wish, n_columns),
                         .panel_width = (wish->width - gutters) / (double)n_columns,
                         .height = height_for(&settled, n_columns)};
}

struct box grid_panel(const struct grid *grid, size_t panel)
{
    const struct grid_wish *wish = &grid->wish;
    size_t whole_rows = panel / grid->n_columns;
    double column = (double)(panel % grid->n_columns), row = (double)whole_rows;
    double pitch = wish->above + wish->panel_height + wish->below_others;
    return (struct box){.x = wish->x + wish->gutter_first +
                             column * (grid->panel_width + wish->gutter_others),
                        .y = wish->y + row * pitch + wish->above,
                        .width = grid->panel_width,
                        .height = wish->panel_height};
}

bool grid_is_first_column(const struct grid *grid, size_t panel)
{
    return panel % grid->n_columns == 0;
}

bool grid_is_lowest(const struct grid *grid, size_t panel)
{
    return panel + grid->n_columns >= grid->wish.n_panels;
}
