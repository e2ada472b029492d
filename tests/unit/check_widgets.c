/* Keys, table, layout, prompt, script and popups: the parts every view is made from. */
#include "unit.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/rng.h"
#include "tui/keyhelp.h"
#include "tui/keymap.h"
#include "tui/layout.h"
#include "tui/popup.h"
#include "tui/prompt.h"
#include "tui/script.h"
#include "tui/table.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- keys ---- */

START_TEST(every_key_in_the_table_has_a_name_and_one_meaning)
{
    size_t n;
    const struct key_binding *bindings = keymap_bindings(&n);
    for (size_t i = 0; i < n; i++) {
        ck_assert_ptr_nonnull(bindings[i].keys[0]);
        ck_assert_int_gt(bindings[i].help[0], 0);
        ck_assert_int_eq(bindings[i].help[strlen(bindings[i].help) - 1], '.');
        for (size_t k = 0; k < KEY_BINDING_MAX && bindings[i].keys[k]; k++) {
            uint32_t press;
            ck_assert_msg(keymap_parse(bindings[i].keys[k], &press), "no key is named %s",
                          bindings[i].keys[k]);
            for (unsigned context = 1; context <= CONTEXT_POPUP; context <<= 1)
                if (bindings[i].contexts & context)
                    ck_assert_msg(keymap_action(press, context) == bindings[i].action,
                                  "%s means two things in context %u", bindings[i].keys[k],
                                  context);
        }
    }
}
END_TEST

START_TEST(every_action_has_a_key)
{
    size_t n;
    const struct key_binding *bindings = keymap_bindings(&n);
    for (int action = ACTION_NONE + 1; action < N_ACTIONS; action++) {
        bool found = false;
        for (size_t i = 0; i < n; i++)
            found |= bindings[i].action == (enum action)action;
        ck_assert_msg(found, "action %d has no key", action);
    }
}
END_TEST

START_TEST(the_help_tells_every_binding)
{
    size_t n;
    const struct key_binding *bindings = keymap_bindings(&n);
    struct strbuf text;
    strbuf_init(&text);
    keyhelp_add(&text);
    for (size_t i = 0; i < n; i++)
        ck_assert_msg(strstr(text.text, bindings[i].help) != NULL, "the help lacks: %s",
                      bindings[i].help);
    strbuf_done(&text);
}
END_TEST

START_TEST(the_manual_agrees_with_the_table)
{
    static const char begin[] = ".\\\" keys: begin\n", end[] = ".\\\" keys: end\n";
    char *path = unit_source_path("man/logvar.1");
    struct file_bytes page;
    struct strbuf wanted;
    strbuf_init(&wanted);
    keyhelp_add_manual(&wanted);
    ck_assert(file_read(path, 1 << 20, &page, NULL));
    char *from = strstr(page.bytes, begin), *to = strstr(page.bytes, end);
    ck_assert(from && to && from < to);
    *to = '\0';
    bool same = !strcmp(from + strlen(begin), wanted.text);
    if (!same)
        fprintf(stderr, "The keys section should be:\n%s", wanted.text);
    ck_assert_msg(same, "man/logvar.1 and the table of keys differ");
    strbuf_done(&wanted);
    file_bytes_done(&page);
    free(path);
}
END_TEST

START_TEST(key_names_are_read_back)
{
    static const char *const names[] = {"Space", "Enter", "Esc", "Tab",    "Shift-Tab",
                                        "PgDn",  "F1",    "F10", "Ctrl-L", "a",
                                        "/",     "?",     "é",   "Delete", "Backspace"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        uint32_t press;
        struct strbuf name;
        strbuf_init(&name);
        ck_assert(keymap_parse(names[i], &press));
        keymap_add_name(&name, press);
        ck_assert_str_eq(name.text, names[i]);
        strbuf_done(&name);
    }
    uint32_t press;
    ck_assert(!keymap_parse("", &press));
    ck_assert(!keymap_parse("Enterr", &press));
    ck_assert(!keymap_parse("\xff", &press));
}
END_TEST

/* ---- table ---- */

struct model {
    size_t n_rows;
    double numbers[64];
    uint64_t ids[64];
};

static void model_cell(void *user, size_t row, size_t column, struct strbuf *text,
                       enum style *style)
{
    const struct model *model = user;
    (void)style;
    if (column == 0)
        strbuf_printf(text, "row%02zu", (size_t)model->ids[row]);
    else
        strbuf_printf(text, "%zu", column);
}

static double model_number(void *user, size_t row, size_t column)
{
    const struct model *model = user;
    return column == 0 ? NAN : model->numbers[row];
}

static uint64_t model_identity(void *user, size_t row)
{
    return ((struct model *)user)->ids[row];
}

static const struct table_column columns[] = {{"name", NULL, 8, true, false},
                                              {"a", "%", 6, false, false},
                                              {"b", "%", 6, false, true},
                                              {"c", "%", 6, false, false},
                                              {"d", "%", 6, false, false}};

static struct table make_table(struct model *model)
{
    return (struct table){.n_rows = model->n_rows,
                          .n_columns = 5,
                          .columns = columns,
                          .user = model,
                          .cell = model_cell,
                          .number = model_number,
                          .identity = model_identity,
                          .empty = "nothing"};
}

static struct model make_model(size_t n_rows)
{
    struct model model = {.n_rows = n_rows};
    for (size_t i = 0; i < n_rows; i++) {
        model.ids[i] = i;
        model.numbers[i] = i % 7 == 3 ? NAN : (double)(i * 37 % 23);
    }
    return model;
}

static void draw_at(const struct table *table, struct table_state *state, int n_rows, int n_columns)
{
    struct surface surface;
    surface_init(&surface, n_rows, n_columns, false);
    table_draw(table, state, &surface, (struct rect){0, 0, n_rows, n_columns}, true);
    surface_done(&surface);
}

START_TEST(sorting_puts_missing_last_both_ways)
{
    struct model model = make_model(40);
    struct table table = make_table(&model);
    struct table_state state;
    table_state_init(&state);
    state.column = 1;
    for (int press = 0; press < 2; press++) {
        ck_assert(table_act(&table, &state, ACTION_SORT));
        bool missing = false;
        double former = NAN;
        for (size_t i = 0; i < state.n_order; i++) {
            double number = model.numbers[state.order[i]];
            ck_assert(!(missing && !isnan(number)));
            missing |= isnan(number);
            if (i && !missing)
                ck_assert(press ? number >= former : number <= former);
            former = number;
        }
        ck_assert(missing);
    }
    table_act(&table, &state, ACTION_SORT);
    for (size_t i = 0; i < state.n_order; i++)
        ck_assert_uint_eq(state.order[i], i);
    table_state_done(&state);
}
END_TEST

START_TEST(an_order_is_kept_while_figures_are_not_settled)
{
    struct model model = make_model(20);
    struct table table = make_table(&model);
    struct table_state state;
    table_state_init(&state);
    state.column = 1;
    table_act(&table, &state, ACTION_SORT);
    size_t first = state.order[0];
    model.numbers[7] = 1000;
    draw_at(&table, &state, 10, 60);
    ck_assert_uint_eq(state.order[0], first);
    table.settled = true;
    draw_at(&table, &state, 10, 60);
    ck_assert_uint_eq(state.order[0], 7);
    table_state_done(&state);
}
END_TEST

/* A stupid second implementation of scrolling: the cursor's row and column must be visible. */
START_TEST(the_cursor_is_always_visible)
{
    struct rng rng;
    struct model model = make_model(40);
    struct table table = make_table(&model);
    struct table_state state;
    table_state_init(&state);
    rng_init(&rng, (struct rng_key){.seed = 5});
    static const enum action actions[] = {
        ACTION_UP,        ACTION_DOWN,         ACTION_LEFT,     ACTION_RIGHT,     ACTION_PAGE_UP,
        ACTION_PAGE_DOWN, ACTION_FIRST,        ACTION_LAST,     ACTION_ROW_START, ACTION_ROW_END,
        ACTION_SORT,      ACTION_SORT_REVERSE, ACTION_FIND_NEXT};
    long expected = 0;
    for (int i = 0; i < 4000; i++) {
        int n_rows = 4 + (int)rng_below(&rng, 20), n_columns = 20 + (int)rng_below(&rng, 50);
        draw_at(&table, &state, n_rows, n_columns);
        ck_assert_uint_ge(state.row, state.top);
        ck_assert_uint_lt(state.row, state.top + (size_t)(n_rows - 2));
        ck_assert(state.column == 0 || state.column >= state.left);
        enum action action = actions[rng_below(&rng, sizeof actions / sizeof *actions)];
        long page = n_rows - 2, former = (long)state.row;
        table_act(&table, &state, action);
        switch (action) {
        case ACTION_UP:
            expected = former - 1;
            break;
        case ACTION_DOWN:
            expected = former + 1;
            break;
        case ACTION_PAGE_UP:
            expected = former - page;
            break;
        case ACTION_PAGE_DOWN:
            expected = former + page;
            break;
        case ACTION_FIRST:
            expected = 0;
            break;
        case ACTION_LAST:
            expected = 39;
            break;
        default:
            expected = (long)state.row;
            break;
        }
        expected = expected < 0 ? 0 : expected > 39 ? 39 : expected;
        ck_assert_int_eq((long)state.row, expected);
        ck_assert_uint_eq(state.current, state.order[state.row]);
    }
    table_state_done(&state);
}
END_TEST

START_TEST(the_name_stays_when_columns_scroll)
{
    struct model model = make_model(3);
    struct table table = make_table(&model);
    struct table_state state;
    struct surface surface;
    struct strbuf out;
    strbuf_init(&out);
    table_state_init(&state);
    setlocale(LC_CTYPE, "C.UTF-8");
    state.column = 4;
    surface_init(&surface, 5, 26, false);
    table_draw(&table, &state, &surface, (struct rect){0, 0, 5, 26}, true);
    surface_dump(&surface, false, &out);
    ck_assert_str_eq(out.text, "name    ◂     c      d\n              %      %\n"
                               "row00         3      4\nrow01         3      4\n"
                               "row02         3      4\n");
    strbuf_done(&out);
    surface_done(&surface);
    table_state_done(&state);
}
END_TEST

START_TEST(tables_of_any_size_and_emptiness)
{
    for (size_t n_rows = 0; n_rows < 5; n_rows++)
        for (int rows = 0; rows < 6; rows++)
            for (int width = 0; width < 40; width++) {
                struct model model = make_model(n_rows);
                struct table table = make_table(&model);
                struct table_state state;
                table_state_init(&state);
                state.column = (size_t)width % 7;
                draw_at(&table, &state, rows, width);
                table_click(&table, &state, (struct rect){0, 0, rows, width}, rows - 1, width / 2);
                ck_assert(n_rows ? state.current < n_rows || rows < 1 || width < 1
                                 : state.current == TABLE_NO_ROW);
                table_state_done(&state);
            }
}
END_TEST

START_TEST(a_filter_narrows_and_finds)
{
    struct model model = make_model(40);
    struct table table = make_table(&model);
    struct table_state state;
    table_state_init(&state);
    table.filter = "row1*";
    table_prepare(&table, &state);
    ck_assert_uint_eq(state.n_order, 10);
    table.filter = "";
    table.find = "row2*";
    table_act(&table, &state, ACTION_FIRST);
    table_act(&table, &state, ACTION_FIND_NEXT);
    ck_assert_uint_eq(state.current, 20);
    table_act(&table, &state, ACTION_FIND_PREVIOUS);
    ck_assert_uint_eq(state.current, 29);
    table.filter = "nothing like it";
    table_prepare(&table, &state);
    ck_assert_uint_eq(state.current, TABLE_NO_ROW);
    table_state_done(&state);
}
END_TEST

/* ---- layout ---- */

START_TEST(panes_never_overlap_or_leave_the_screen)
{
    for (int n_rows = 1; n_rows < 60; n_rows++)
        for (int n_columns = 1; n_columns < 200; n_columns += 3)
            for (int focus = 0; focus < N_PANES; focus++) {
                struct layout_wishes wishes = {.n_lines = {12, 5, 9},
                                               .focus = (enum pane_id)focus,
                                               .open = (enum pane_id)(focus % 3),
                                               .zoomed = n_columns % 2};
                struct layout layout = layout_make(n_rows, n_columns, &wishes);
                ck_assert_int_eq(layout.too_small, n_rows < 10 || n_columns < 40);
                if (layout.too_small)
                    continue;
                ck_assert_int_gt(layout.panes[focus].n_rows, 2); /* the focus is seen */
                for (int i = 0; i < N_PANES; i++) {
                    struct rect pane = layout.panes[i];
                    if (!pane.n_rows)
                        continue;
                    ck_assert_int_ge(pane.row, 2);
                    ck_assert_int_le(pane.row + pane.n_rows, layout.status_row);
                    ck_assert_int_le(pane.column + pane.n_columns, n_columns);
                }
            }
}
END_TEST

/* ---- prompt, popup, script ---- */

START_TEST(a_prompt_edits_characters_not_bytes)
{
    struct prompt prompt;
    prompt_init(&prompt, "aé日");
    ck_assert_int_eq(prompt_key(&prompt, PRESS_BACKSPACE), PROMPT_EDITED);
    ck_assert_str_eq(prompt.text.text, "aé");
    prompt_key(&prompt, PRESS_LEFT);
    prompt_key(&prompt, 0xE8);
    ck_assert_str_eq(prompt.text.text, "aèé");
    prompt_key(&prompt, PRESS_HOME);
    prompt_key(&prompt, PRESS_DELETE);
    ck_assert_str_eq(prompt.text.text, "èé");
    prompt_key(&prompt, PRESS_END);
    prompt_key(&prompt, ' ');
    prompt_key(&prompt, 'x');
    prompt_key(&prompt, 23); /* Ctrl-W */
    ck_assert_str_eq(prompt.text.text, "èé ");
    ck_assert_int_eq(prompt_key(&prompt, PRESS_F1), PROMPT_IGNORED);
    ck_assert_int_eq(prompt_key(&prompt, '\n'), PROMPT_ACCEPTED);
    ck_assert_int_eq(prompt_key(&prompt, PRESS_ESCAPE), PROMPT_CANCELLED);
    prompt_done(&prompt);
}
END_TEST

static void keep_line(void *user, int number, enum style style, const char *text)
{
    (void)number, (void)style;
    strbuf_printf(user, "%s|", text);
}

START_TEST(text_wraps_after_words_and_hangs)
{
    struct strbuf out;
    strbuf_init(&out);
    ck_assert_int_eq(
        popup_wrap("one two three\n  a  bcd efg hij\nxxxxxxxxxxxxxx", 10, keep_line, &out), 7);
    ck_assert_str_eq(out.text, "one two |three|  a  bcd |     efg |     hij|xxxxxxxxxx|xxxx|");
    strbuf_done(&out);
}
END_TEST

START_TEST(a_script_with_a_nul_is_refused)
{
    struct script script;
    struct diags diags;
    diags_init(&diags);
    char *path = unit_file("nul", "Down\0\nUp\n", 9);
    ck_assert(!script_load(&script, path, &diags));
    ck_assert_ptr_nonnull(strstr(diags.items[0].message, "NUL"));
    ck_assert_uint_eq(script.n_steps, 0);
    script_done(&script);
    diags_done(&diags);
    free(path);
}
END_TEST

START_TEST(a_script_names_every_fault)
{
    struct script script;
    struct diags diags;
    diags_init(&diags);
    char *path =
        unit_text_file("keys", "# a remark\nDown\ntype a b\nsize 20 x\nEntre\n\nsave f\nwait");
    ck_assert(!script_load(&script, path, &diags));
    ck_assert_uint_eq(diags.n_errors, 2);
    ck_assert_uint_eq(diags.items[0].line, 4);
    ck_assert_uint_eq(diags.items[1].line, 5);
    ck_assert_uint_eq(script.n_steps, 4);
    ck_assert_int_eq(script_next(&script)->press, PRESS_DOWN);
    ck_assert_str_eq(script_next(&script)->text, "a b");
    script_done(&script);
    diags_done(&diags);
    free(path);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {every_key_in_the_table_has_a_name_and_one_meaning,
                                  every_action_has_a_key,
                                  the_help_tells_every_binding,
                                  the_manual_agrees_with_the_table,
                                  key_names_are_read_back,
                                  sorting_puts_missing_last_both_ways,
                                  an_order_is_kept_while_figures_are_not_settled,
                                  the_cursor_is_always_visible,
                                  the_name_stays_when_columns_scroll,
                                  tables_of_any_size_and_emptiness,
                                  a_filter_narrows_and_finds,
                                  panes_never_overlap_or_leave_the_screen,
                                  a_prompt_edits_characters_not_bytes,
                                  text_wraps_after_words_and_hangs,
                                  a_script_with_a_nul_is_refused,
                                  a_script_names_every_fault};
    return unit_main(unit_suite("widgets", tests, sizeof tests / sizeof *tests));
}
