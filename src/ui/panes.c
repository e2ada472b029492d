/* The lists on the left: arms by group, families, adjusters. */
#include "ui/app_state.h"

#include "base/mem.h"
#include "base/num.h"
#include "tui/match.h"

#include <stdlib.h>
#include <string.h>

static bool has_groups(const struct study *study)
{
    return study->n_groups > 1 || (study->n_groups == 1 && *study->groups[0]);
}

/* ---- lines ---- */

static bool group_is_ticked(const struct app *app, size_t group)
{
    for (size_t i = 0; i < app->study->n_arms; i++)
        if (app->study->arms[i].group_index == group && !app->arm_on[i])
            return false;
    return true;
}

static size_t arm_lines(const struct app *app, struct pane_line *lines)
{
    const struct study *study = app->study;
    size_t n = 0, group = SIZE_MAX;
    for (size_t i = 0; i < study->n_arms; i++) {
        const struct arm *arm = &study->arms[i];
        if (!match_filter(app->panes[PANE_ARMS].filter, arm->label))
            continue;
        if (has_groups(study) && arm->group_index != group) {
            group = arm->group_index;
            lines[n++] = (struct pane_line){.is_group = true,
                                            .index = i,
                                            .label = arm->group,
                                            .ticked = group_is_ticked(app, group)};
        }
        lines[n++] = (struct pane_line){
            .index = i, .label = arm->name, .count = arm->n_runs, .ticked = app->arm_on[i]};
    }
    return n;
}

static size_t family_lines(const struct app *app, struct pane_line *lines)
{
    size_t n = 0;
    for (size_t i = 0; i < app->study->n_families; i++) {
        const struct study_family *family = &app->study->families[i];
        if (match_filter(app->panes[PANE_FAMILIES].filter, family->name))
            lines[n++] = (struct pane_line){.index = i,
                                            .label = family->name,
                                            .count = family->n_candidates,
                                            .ticked = app->families_on >> i & 1};
    }
    return n;
}

static size_t adjuster_lines(const struct app *app, struct pane_line *lines)
{
    size_t n = 0;
    for (size_t i = 0; i < app->n_offered; i++) {
        struct pane_line *line = &lines[n];
        *line = (struct pane_line){.index = i, .ticked = app->offered_on[i]};
        view_adjuster_label(app->offered[i], line->buffer);
        line->exploratory = exploratory_rule(app->study, &app->request, app->offered[i],
                                             &app->history) != EXPLORATORY_NO;
        n += match_filter(app->panes[PANE_ADJUSTERS].filter, line->buffer);
    }
    for (size_t i = 0; i < n; i++)
        lines[i].label = lines[i].buffer;
    return n;
}

/* Newly allocated; *n_lines of them. */
static struct pane_line *make_lines(const struct app *app, enum pane_id pane, size_t *n_lines)
{
    static size_t (*const makers[3])(const struct app *, struct pane_line *) = {
        arm_lines, family_lines, adjuster_lines};
    size_t most = app->study->n_arms * 2 + app->study->n_families + app->n_offered + 1;
    struct pane_line *lines = mem_zeroed(most, sizeof *lines);
    *n_lines = makers[pane](app, lines);
    return lines;
}

size_t panes_n_lines(const struct app *app, enum pane_id pane)
{
    const struct study *study = app->study;
    switch (pane) {
    case PANE_ARMS:
        return study->n_arms + (has_groups(study) ? study->n_groups : 0);
    case PANE_FAMILIES:
        return study->n_families;
    default:
        return app->n_offered;
    }
}

/* ---- drawing ---- */

static void draw_line(const struct app *app, enum pane_id pane, const struct pane_line *line,
                      struct surface *surface, struct rect place)
{
    char count[NUM_TEXT_MAX] = "";
    int row = place.row, width = place.n_columns, used = 0;
    int indent = pane == PANE_ARMS && has_groups(app->study) && !line->is_group;
    if (line->count)
        num_write_grouped(count, line->count);
    int n_count = (int)strlen(count);
    if (!line->is_group)
        used = indent + surface_text(surface, row, place.column + indent, width - indent,
                                     line->ticked ? STYLE_TEXT : STYLE_DIM,
                                     line->ticked ? "[x] " : "[ ] ");
    surface_text(surface, row, place.column + used, width - used - n_count - 1,
                 line->is_group ? STYLE_TITLE
                 : line->ticked ? STYLE_TEXT
                                : STYLE_DIM,
                 line->label);
    surface_text_right(surface, row, place.column + width - n_count, n_count, STYLE_DIM, count);
    if (line->exploratory)
        surface_put(surface, row, place.column + width - 1, STYLE_WARNING, '!');
}

static void scroll(struct pane *pane, size_t n_lines, int page)
{
    size_t rows = page > 0 ? (size_t)page : 1;
    pane->page = (int)rows;
    if (pane->row >= n_lines)
        pane->row = n_lines ? n_lines - 1 : 0;
    if (pane->row < pane->top)
        pane->top = pane->row;
    if (pane->row >= pane->top + rows)
        pane->top = pane->row - rows + 1;
    if (pane->top + rows > n_lines)
        pane->top = n_lines > rows ? n_lines - rows : 0;
}

static void add_note(const struct app *app, enum pane_id id, struct strbuf *note)
{
    size_t n_on = 0, n = 0;
    if (id == PANE_ARMS)
        for (n = 0; n < app->study->n_arms; n++)
            n_on += app->arm_on[n];
    else if (id == PANE_FAMILIES)
        for (n = 0; n < app->study->n_families; n++)
            n_on += app->families_on >> n & 1;
    else
        for (n = 0; n < app->n_offered; n++)
            n_on += app->offered_on[n];
    strbuf_printf(note, "%zu/%zu", n_on, n);
}

static void draw_frame(const struct app *app, enum pane_id id, struct surface *surface)
{
    static const char *const titles[3] = {"Arms", "Families", "Adjusters"};
    struct rect frame = app->layout.panes[id];
    struct strbuf note, title;
    strbuf_init(&note);
    strbuf_init(&title);
    add_note(app, id, &note);
    strbuf_puts(&title, titles[id]);
    if (*app->panes[id].filter)
        strbuf_printf(&title, " /%s", app->panes[id].filter);
    surface_frame(surface, frame, app->pane == id, title.text, note.text);
    if (id > PANE_ARMS && app->layout.panes[id - 1].n_rows)
        layout_join(surface, frame);
    strbuf_done(&note);
    strbuf_done(&title);
}

static void draw_pane(struct app *app, enum pane_id id, struct surface *surface)
{
    size_t n_lines;
    struct pane *pane = &app->panes[id];
    struct rect inner = layout_inner(app->layout.panes[id]);
    struct pane_line *lines = make_lines(app, id, &n_lines);
    draw_frame(app, id, surface);
    scroll(pane, n_lines, inner.n_rows);
    for (int i = 0; i < inner.n_rows && pane->top + (size_t)i < n_lines; i++) {
        struct rect place = {inner.row + i, inner.column + 1, 1, inner.n_columns - 2};
        draw_line(app, id, &lines[pane->top + (size_t)i], surface, place);
        if (pane->top + (size_t)i == pane->row && app->pane == id)
            surface_restyle(surface, place, STYLE_CURSOR);
    }
    if (!n_lines)
        surface_text(surface, inner.row, inner.column + 1, inner.n_columns - 2, STYLE_DIM,
                     *pane->filter ? "no match" : "none");
    free(lines);
}

void panes_draw(struct app *app, struct surface *surface)
{
    for (int id = PANE_ARMS; id <= PANE_ADJUSTERS; id++)
        if (app->layout.panes[id].n_rows)
            draw_pane(app, (enum pane_id)id, surface);
}

/* ---- actions ---- */

static void set_tick(struct app *app, enum pane_id pane, const struct pane_line *line, bool on)
{
    if (pane == PANE_FAMILIES) {
        uint64_t bit = (uint64_t)1 << line->index;
        app->families_on = on ? app->families_on | bit : app->families_on & ~bit;
    } else if (pane == PANE_ADJUSTERS) {
        app->offered_on[line->index] = on;
    } else if (!line->is_group) {
        app->arm_on[line->index] = on;
    } else {
        size_t group = app->study->arms[line->index].group_index;
        for (size_t i = 0; i < app->study->n_arms; i++)
            if (app->study->arms[i].group_index == group &&
                match_filter(app->panes[PANE_ARMS].filter, app->study->arms[i].label))
                app->arm_on[i] = on;
    }
}

static bool move(struct pane *pane, size_t n_lines, enum action action)
{
    size_t last = n_lines ? n_lines - 1 : 0, page = pane->page > 0 ? (size_t)pane->page : 1;
    switch (action) {
    case ACTION_UP:
        pane->row -= pane->row > 0;
        return true;
    case ACTION_DOWN:
        pane->row += pane->row < last;
        return true;
    case ACTION_PAGE_UP:
        pane->row = pane->row > page ? pane->row - page : 0;
        return true;
    case ACTION_PAGE_DOWN:
        pane->row = pane->row + page < last ? pane->row + page : last;
        return true;
    case ACTION_FIRST:
        pane->row = 0;
        return true;
    case ACTION_LAST:
        pane->row = last;
        return true;
    default:
        return false;
    }
}

void panes_follow(struct app *app)
{
    size_t n_lines;
    if (app->pane != PANE_ARMS)
        return;
    struct pane_line *lines = make_lines(app, PANE_ARMS, &n_lines);
    size_t row = app->panes[PANE_ARMS].row;
    if (row < n_lines && app->arm_on[lines[row].index])
        app->focus.arm = lines[row].index;
    free(lines);
}

bool panes_act(struct app *app, enum action action)
{
    size_t n_lines;
    struct pane *pane = &app->panes[app->pane];
    struct pane_line *lines = make_lines(app, app->pane, &n_lines);
    bool known = move(pane, n_lines, action), ticks = true;
    if (pane->row >= n_lines)
        pane->row = n_lines ? n_lines - 1 : 0;
    if (action == ACTION_TOGGLE && n_lines)
        set_tick(app, app->pane, &lines[pane->row], !lines[pane->row].ticked);
    else if (action == ACTION_ALL || action == ACTION_ONLY_NONE)
        for (size_t i = 0; i < n_lines; i++)
            set_tick(app, app->pane, &lines[i], action == ACTION_ALL);
    else
        ticks = false;
    free(lines);
    if (ticks)
        app_request_apply(app);
    panes_follow(app);
    return known || ticks;
}

void panes_click(struct app *app, enum pane_id id, int row, int column)
{
    size_t n_lines;
    struct rect inner = layout_inner(app->layout.panes[id]);
    struct pane_line *lines = make_lines(app, id, &n_lines);
    size_t place = app->panes[id].top + (size_t)(row - inner.row);
    app->pane = id;
    if (layout_inside(inner, row, column) && place < n_lines) {
        app->panes[id].row = place;
        if (column < inner.column + 6)
            panes_act(app, ACTION_TOGGLE);
        panes_follow(app);
    }
    free(lines);
}
