#include "ui/chooser.h"

#include "base/mem.h"
#include "base/num.h"
#include "tui/layout.h"

#include <stdlib.h>
#include <string.h>

struct named {
    const char *name, *family;
    size_t order, n_arms;
};

static int by_name(const void *a, const void *b)
{
    const struct named *left = a, *right = b;
    int result = strcmp(left->name, right->name);
    return result ? result : (left->order > right->order) - (left->order < right->order);
}

static int by_order(const void *a, const void *b)
{
    const struct named *left = a, *right = b;
    return (left->order > right->order) - (left->order < right->order);
}

/* Every name once, in the order of first appearance, with the number of arms that have it. */
static size_t merge_names(struct named *named, size_t n)
{
    size_t n_kept = 0;
    qsort(named, n, sizeof *named, by_name);
    for (size_t i = 0; i < n; i++) {
        if (n_kept && !strcmp(named[n_kept - 1].name, named[i].name))
            named[n_kept - 1].n_arms++;
        else
            named[n_kept++] = named[i];
    }
    qsort(named, n_kept, sizeof *named, by_order);
    return n_kept;
}

static size_t collect_names(const struct study *study, const struct request *request,
                            struct named **named)
{
    size_t n = 0, total = 0;
    for (size_t i = 0; i < request->n_arms; i++)
        total += study->arms[request->arms[i]].n_candidates;
    *named = mem_array(total + 1, sizeof **named);
    for (size_t i = 0; i < request->n_arms; i++) {
        const struct arm *arm = &study->arms[request->arms[i]];
        for (size_t j = 0; j < arm->n_candidates; j++, n++)
            (*named)[n] = (struct named){arm->candidates[j].name,
                                         study->families[arm->candidates[j].family].name, n, 1};
    }
    return merge_names(*named, n);
}

void chooser_open(struct chooser *chooser, const struct study *study, const struct request *request,
                  const struct ticks *ticks)
{
    struct named *named;
    size_t n = collect_names(study, request, &named);
    chooser_close(chooser);
    chooser->study = study;
    chooser->request = request;
    chooser->ticks = ticks;
    chooser->n_names = n + 1;
    chooser->names = mem_zeroed(n + 1, sizeof *chooser->names);
    chooser->families = mem_zeroed(n + 1, sizeof *chooser->families);
    chooser->n_arms = mem_zeroed(n + 1, sizeof *chooser->n_arms);
    for (size_t i = 0; i < n; i++) {
        chooser->names[i + 1] = named[i].name;
        chooser->families[i + 1] = named[i].family;
        chooser->n_arms[i + 1] = named[i].n_arms;
    }
    free(named);
    prompt_init(&chooser->prompt, "");
    table_state_init(&chooser->table);
    chooser->open = true;
}

void chooser_close(struct chooser *chooser)
{
    if (!chooser->open)
        return;
    free(chooser->names);
    free(chooser->families);
    free(chooser->n_arms);
    prompt_done(&chooser->prompt);
    table_state_done(&chooser->table);
    *chooser = (struct chooser){0};
}

/* Declared by some ticked arm. */
static bool is_declared(const struct chooser *chooser, const char *name)
{
    for (size_t i = 0; i < chooser->request->n_arms; i++) {
        const struct arm *arm = &chooser->study->arms[chooser->request->arms[i]];
        for (size_t j = 0; j < arm->n_statistic; j++)
            if (!strcmp(arm->statistic[j], name))
                return true;
    }
    return false;
}

static bool is_chosen(const struct chooser *chooser, const char *name)
{
    const struct ticks *ticks = chooser->ticks;
    return name ? ticks->n_statistic == 1 && !strcmp(ticks->statistic[0], name)
                : !ticks->n_statistic;
}

static void cell(void *user, size_t row, size_t column, struct strbuf *text, enum style *style)
{
    const struct chooser *chooser = user;
    const char *name = chooser->names[row];
    if (column == 0) {
        strbuf_puts(text, name ? name : "(as declared)");
    } else if (column == 1 && name) {
        strbuf_puts(text, chooser->families[row]);
        *style = STYLE_DIM;
    } else if (column == 2 && name) {
        char count[NUM_TEXT_MAX];
        num_write_grouped(count, chooser->n_arms[row]);
        strbuf_puts(text, count);
        *style = STYLE_DIM;
    } else if (column == 3) {
        bool declared = !name || is_declared(chooser, name);
        strbuf_printf(text, "%s%s", is_chosen(chooser, name) ? "* " : "  ",
                      declared ? "declared" : "exploratory!");
        *style = declared ? STYLE_DIM : STYLE_WARNING;
    }
}

static struct table make_table(struct chooser *chooser)
{
    static const struct table_column columns[] = {{"statistic", NULL, 30, true, false},
                                                  {"family", NULL, 17, true, false},
                                                  {"arms", NULL, 4, false, false},
                                                  {"", NULL, 14, true, false}};
    return (struct table){.n_rows = chooser->n_names,
                          .n_columns = 4,
                          .columns = columns,
                          .user = chooser,
                          .cell = cell,
                          .filter = chooser->prompt.text.text,
                          .settled = true,
                          .version = 1};
}

static bool choose(struct chooser *chooser, const struct table *table, const char **name)
{
    table_prepare(table, &chooser->table);
    size_t row = chooser->table.current;
    bool chosen = row != TABLE_NO_ROW;
    if (chosen)
        *name = chooser->names[row];
    chooser_close(chooser);
    return chosen;
}

bool chooser_key(struct chooser *chooser, uint32_t press, const char **name)
{
    static const struct {
        uint32_t press;
        enum action action;
    } moves[] = {{PRESS_UP, ACTION_UP},           {PRESS_DOWN, ACTION_DOWN},
                 {PRESS_PAGE_UP, ACTION_PAGE_UP}, {PRESS_PAGE_DOWN, ACTION_PAGE_DOWN},
                 {PRESS_TAB, ACTION_DOWN},        {PRESS_BACK_TAB, ACTION_UP}};
    struct table table = make_table(chooser);
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        if (moves[i].press == press) {
            table_act(&table, &chooser->table, moves[i].action);
            return false;
        }
    enum prompt_event event = prompt_key(&chooser->prompt, press);
    if (event == PROMPT_ACCEPTED)
        return choose(chooser, &table, name);
    if (event == PROMPT_CANCELLED)
        chooser_close(chooser);
    return false;
}

void chooser_draw(struct chooser *chooser, struct surface *surface, struct rect area)
{
    struct table table = make_table(chooser);
    struct strbuf position;
    int n_columns = area.n_columns < 86 ? area.n_columns - 2 : 84;
    int n_rows = area.n_rows - 2;
    struct rect frame = {area.row + 1, area.column + (area.n_columns - n_columns) / 2, n_rows,
                         n_columns};
    struct rect former = surface_set_clip(surface, frame);
    surface_blank(surface);
    strbuf_init(&position);
    table_add_position(&table, &chooser->table, &position);
    surface_frame(surface, frame, true, "Statistic of the adjuster fixed", position.text);
    strbuf_done(&position);
    struct rect inner = layout_inner(frame);
    prompt_draw(&chooser->prompt, "narrow: ", surface, inner.row, inner.column + 1,
                inner.n_columns - 2);
    inner = (struct rect){inner.row + 1, inner.column + 1, inner.n_rows - 2, inner.n_columns - 2};
    table_draw(&table, &chooser->table, surface, inner, true);
    surface_text(surface, inner.row + inner.n_rows, inner.column, inner.n_columns, STYLE_DIM,
                 "Enter chooses, Esc leaves; any but the declared one is exploratory.");
    surface_set_clip(surface, former);
}
