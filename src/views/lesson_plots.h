/* The two pictures of the lesson. Each draws into a rectangle without a frame. */
#ifndef LOGVAR_VIEWS_LESSON_PLOTS_H
#define LOGVAR_VIEWS_LESSON_PLOTS_H

#include "views/lesson.h"
#include "tui/surface.h"

/* A row (two where there is room) an adjuster: 90 % of the studies as a line, the middle half as a
 * box, the median in it, above that a histogram; the theory as a dotted line through all. */
void lesson_draw_vr(const struct lesson *lesson, struct surface *surface, struct rect rect);
/* Rows that lesson_draw_vr would like to have, at most. */
int lesson_vr_rows(const struct lesson *lesson, int n_rows_at_most);

/* Intervals of the first studies as sticks, raw and adjusted side by side, x where the truth is
 * missed; above them the counts over all studies. */
void lesson_draw_sticks(const struct lesson *lesson, struct surface *surface, struct rect rect);

/* "best, shr." : short names of adjusters. */
const char *lesson_adjuster_name(enum experiment_adjuster adjuster);

#endif
