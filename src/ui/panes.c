#include "ui/panes.h"

#include "base/mem.h"
#include "base/num.h"
#include "tui/match.h"
#include "views/view.h"

#include <stdlib.h>
#include <string.h>

/* One line of a list, made when needed. */
struct pane_line {
    bool is_group;
    size_t index;      /* arm, family or offered adjuster; for a group: its first arm */
    const char *label; /* borrowed; for adjusters: `buffer` of the line */
    char buffer[VIEW_ADJUSTER_LABEL_MAX];
    size_t count; /* runs, candidates; 0 = not shown */
    bool ticked, exploratory;
};

void panes_init(struct panes *panes)
{
    *panes = (struct panes){.focus = PANE_ARMS};
    for (size_t i = 0; i < N_LISTS; i++)
        panes->lists[i].filter = mem_strdup("");
}

void panes_done(struct panes *panes)
{
    for (size_t i = 0; i < N_LISTS; i++)
        free(panes->lists[i].filter);
}

static bool has_groups(const struct study *study)
{
    return study->n_groups > 1 || (study->n_groups == 1 && *study->groups[0]);
}

/* ---- lines ---- */

static bool group_is_ticked(const struct panes_subject *subject, size_t group)
{
    for (size_t i = 0; i < subject->study->n_arms; i++)
        if (subject->study->arms[i].group_index == group && !subject->ticks->arms[i])
            return false;
    return true;
}

static size_t arm_lines(const struct panes_subject *subject, const char *filter,
                        struct pane_line *lines)
{
    const struct study *study = subject->study;
    size_t n = 0, group = SIZE_MAX;
    for (size_t i = 0; i < study->n_arms; i++) {
        const struct arm *arm = &study->arms[i];
        if (!match_filter(filter, arm->label))
            continue;
        if (has_groups(study) && arm->group_index != group) {
            group = arm->group_index;
            lines[n++] = (struct pane_line){.is_group = true,
                                            .index = i,
                                            .label = arm->group,
                                            .ticked = group_is_ticked(subject, group)};
        }
        lines[n++] = (struct pane_line){.index = i,
                                        .label = arm->name,
                                        .count = arm->n_runs,
                                        .ticked = subject->ticks->arms[i]};
    }
    return n;
}

static size_t family_lines(const struct panes_subject *subject, const char *filter,
                           struct pane_line *lines)
{
    size_t n = 0;
    for (size_t i = 0; i < subject->study->n_families; i++) {
        const struct study_family *family = &subject->study->families[i];
        if (match_filter(filter, family->name))
            lines[n++] = (struct pane_line){.index = i,
                                            .label = family->name,
                                            .count = family->n_candidates,
                                            .ticked = subject->ticks->families >> i & 1};
    }
    return n;
}

static size_t adjuster_lines(const struct panes_subject *subject, const char *filter,
                             struct pane_line *lines)
{
    size_t n = 0;
    for (size_t i = 0; i < subject->ticks->n_offered; i++) {
        struct pane_line *line = &lines[n];
        *line = (struct pane_line){.index = i, .ticked = subject->ticks->adjusters[i]};
        view_adjuster_label(subject->ticks->offered[i], line->buffer);
        line->exploratory =
            exploratory_rule(subject->study, subject->request, subject->ticks->offered[i],
                             subject->history) != EXPLORATORY_NO;
        n += match_filter(filter, line->buffer);
    }
    for (size_t i = 0; i < n; i++)
        lines[i].label = lines[i].buffer;
    return n;
}

/* Newly allocated; *n_lines of them. */
static struct pane_line *make_lines(const struct panes *panes, const struct panes_subject *subject,
                                    enum pane_id pane, size_t *n_lines)
{
    static size_t (*const makers[N_LISTS])(const struct panes_subject *, const char *,
                                           struct pane_line *) = {arm_lines, family_lines,
                                                                  adjuster_lines};
    size_t most =
        subject->study->n_arms * 2 + subject->study->n_families + subject->ticks->n_offered + 1;
    struct pane_line *lines = mem_zeroed(most, sizeof *lines);
    *n_lines = makers[pane](subject, panes->lists[pane].filter, lines);
    return lines;
}

size_t panes_n_lines(const struct panes_subject *subject, enum pane_id pane)
{
    const struct study *study = subject->study;
    switch (pane) {
    case PANE_ARMS:
        return study->n_arms + (has_groups(study) ? study->n_groups : 0);
    case PANE_FAMILIES:
        return study->n_families;
    default:
        return subject->ticks->n_offered;
    }
}

/* ---- drawing ---- */

static void draw_line(const struct pane_line *line, int indent, struct surface *surface,
                      struct rect place)
{
    char count[NUM_TEXT_MAX] = "";
    int row = place.row, width = place.n_columns, used = 0;
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

static void add_note(const struct panes_subject *subject, enum pane_id id, struct strbuf *note)
{
    size_t n_on = 0, n = 0;
    if (id == PANE_ARMS)
        for (n = 0; n < subject->study->n_arms; n++)
            n_on += subject->ticks->arms[n];
    else if (id == PANE_FAMILIES)
        for (n = 0; n < subject->study->n_families; n++)
            n_on += subject->ticks->families >> n & 1;
    else
        for (n = 0; n < subject->ticks->n_offered; n++)
            n_on += subject->ticks->adjusters[n];
    strbuf_printf(note, "%zu/%zu", n_on, n);
}

static void draw_frame(const struct panes *panes, const struct panes_subject *subject,
                       const struct layout *layout, enum pane_id id, struct surface *surface)
{
    static const char *const titles[N_LISTS] = {"Arms", "Families", "Adjusters"};
    struct rect frame = layout->panes[id];
    struct strbuf note, title;
    strbuf_init(&note);
    strbuf_init(&title);
    add_note(subject, id, &note);
    strbuf_puts(&title, titles[id]);
    if (*panes->lists[id].filter)
        strbuf_printf(&title, " /%s", panes->lists[id].filter);
    surface_frame(surface, frame, panes->focus == id, title.text, note.text);
    if (id > PANE_ARMS && layout->panes[id - 1].n_rows)
        layout_join(surface, frame);
    strbuf_done(&note);
    strbuf_done(&title);
}

static void draw_pane(struct panes *panes, const struct panes_subject *subject,
                      const struct layout *layout, enum pane_id id, struct surface *surface)
{
    size_t n_lines;
    struct pane *pane = &panes->lists[id];
    struct rect inner = layout_inner(layout->panes[id]);
    struct pane_line *lines = make_lines(panes, subject, id, &n_lines);
    draw_frame(panes, subject, layout, id, surface);
    scroll(pane, n_lines, inner.n_rows);
    for (int i = 0; i < inner.n_rows && pane->top + (size_t)i < n_lines; i++) {
        struct rect place = {inner.row + i, inner.column + 1, 1, inner.n_columns - 2};
        const struct pane_line *line = &lines[pane->top + (size_t)i];
        int indent = id == PANE_ARMS && has_groups(subject->study) && !line->is_group;
        draw_line(line, indent, surface, place);
        if (pane->top + (size_t)i == pane->row && panes->focus == id)
            surface_restyle(surface, place, STYLE_CURSOR);
    }
    if (!n_lines)
        surface_text(surface, inner.row, inner.column + 1, inner.n_columns - 2, STYLE_DIM,
                     *pane->filter ? "no match" : "none");
    free(lines);
}

void panes_draw(struct panes *panes, const struct panes_subject *subject,
                const struct layout *layout, struct surface *surface)
{
    for (int id = PANE_ARMS; id <= PANE_ADJUSTERS; id++)
        if (layout->panes[id].n_rows)
            draw_pane(panes, subject, layout, (enum pane_id)id, surface);
}

/* ---- actions ---- */

static void set_tick(const struct panes_subject *subject, enum pane_id pane, const char *filter,
                     const struct pane_line *line, bool on)
{
    struct ticks *ticks = subject->ticks;
    if (pane == PANE_FAMILIES) {
        uint64_t bit = (uint64_t)1 << line->index;
        ticks->families = on ? ticks->families | bit : ticks->families & ~bit;
    } else if (pane == PANE_ADJUSTERS) {
        ticks->adjusters[line->index] = on;
    } else if (!line->is_group) {
        ticks->arms[line->index] = on;
    } else {
        size_t group = subject->study->arms[line->index].group_index;
        for (size_t i = 0; i < subject->study->n_arms; i++)
            if (subject->study->arms[i].group_index == group &&
                match_filter(filter, subject->study->arms[i].label))
                ticks->arms[i] = on;
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

bool panes_arm(const struct panes *panes, const struct panes_subject *subject, size_t *arm)
{
    size_t n_lines, row = panes->lists[PANE_ARMS].row;
    if (panes->focus != PANE_ARMS)
        return false;
    struct pane_line *lines = make_lines(panes, subject, PANE_ARMS, &n_lines);
    bool found = row < n_lines && subject->ticks->arms[lines[row].index];
    if (found)
        *arm = lines[row].index;
    free(lines);
    return found;
}

bool panes_act(struct panes *panes, const struct panes_subject *subject, enum action action,
               bool *ticked)
{
    size_t n_lines;
    enum pane_id id = panes->focus;
    struct pane *pane = &panes->lists[id];
    struct pane_line *lines = make_lines(panes, subject, id, &n_lines);
    bool known = move(pane, n_lines, action);
    *ticked = true;
    if (pane->row >= n_lines)
        pane->row = n_lines ? n_lines - 1 : 0;
    if (action == ACTION_TOGGLE && n_lines)
        set_tick(subject, id, pane->filter, &lines[pane->row], !lines[pane->row].ticked);
    else if (action == ACTION_ALL || action == ACTION_ONLY_NONE)
        for (size_t i = 0; i < n_lines; i++)
            set_tick(subject, id, pane->filter, &lines[i], action == ACTION_ALL);
    else
        *ticked = false;
    free(lines);
    return known || *ticked;
}

void panes_click(struct panes *panes, const struct panes_subject *subject, enum pane_id id,
                 struct rect frame, int row, int column, bool *ticked)
{
    size_t n_lines;
    struct rect inner = layout_inner(frame);
    struct pane_line *lines = make_lines(panes, subject, id, &n_lines);
    size_t place = panes->lists[id].top + (size_t)(row - inner.row);
    *ticked = false;
    panes->focus = id;
    if (layout_inside(inner, row, column) && place < n_lines) {
        panes->lists[id].row = place;
        if (column < inner.column + 6)
            panes_act(panes, subject, ACTION_TOGGLE, ticked);
    }
    free(lines);
}
