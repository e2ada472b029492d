#include "tui/keymap.h"

#include "base/text.h"

#include <string.h>

#define NOT_POPUP CONTEXT_MAIN

/* In the order of the key bar and of the help. */
/* clang-format off */
static const struct key_binding bindings[] = {
    {{"Space", "Enter"},
     "toggle",
     CONTEXT_PANES,
     ACTION_TOGGLE,
     "Tick or untick the arm, family or adjuster under the cursor; on a group, all its arms."},
    {{"a"}, "all", CONTEXT_PANES, ACTION_ALL, "Tick everything the list shows."},
    {{"n"}, "none", CONTEXT_PANES, ACTION_ONLY_NONE, "Untick everything the list shows."},
    {{"Enter"}, "open", CONTEXT_STUDY_VIEWS, ACTION_IN, "Open what is under the cursor."},
    {{"n", "Enter"}, "next step", CONTEXT_LESSON, ACTION_STEP_NEXT, "Go on to the next step."},
    {{"b", "Backspace"}, "back", CONTEXT_LESSON, ACTION_STEP_BACK, "Go back to the step before."},
    {{"Space"},
     "other seeds",
     CONTEXT_LESSON,
     ACTION_OTHER_SEEDS,
     "Draw the same studies with other seeds."},
    {{"a"},
     "adjuster",
     CONTEXT_LESSON,
     ACTION_COMPARE_NEXT,
     "Draw the intervals of the next adjuster."},
    {{"d"},
     "declare",
     CONTEXT_LESSON,
     ACTION_DECLARE,
     "Declare the adjuster, before outcomes are shown."},
    {{"p"},
     "free play",
     CONTEXT_LESSON,
     ACTION_FREE_PLAY,
     "Play with every slider, or go back to the lesson."},
    {{"r"},
     "reset",
     CONTEXT_LESSON,
     ACTION_STEP_AGAIN,
     "Start the step again with its first slider values."},
    {{"Esc"},
     NULL,
     CONTEXT_ANY,
     ACTION_OUT,
     "Leave what was opened, end the search, or go back to the view."},
    {{"m"},
     "more runs",
     CONTEXT_PAIRS_VIEW,
     ACTION_MORE,
     "How many more runs the pairs need, and an interval for any number of looks; again for the "
     "intervals."},
    {{"p"},
     "pairs",
     CONTEXT_BUDGET_VIEW,
     ACTION_PAIRS,
     "Budgets of pairs, by the half-width of the difference, or of arms."},
    {{"o"},
     "overlay",
     CONTEXT_BUDGET_VIEW,
     ACTION_OVERLAY,
     "Draw all curves of an adjuster in one plot, or in one panel per arm."},
    {{"o"},
     "outcome",
     CONTEXT_CURVES_VIEW,
     ACTION_OUTCOME,
     "Tell runs apart by outcome, and draw rho^2 over training; looking makes exploratory."},
    {{"m"},
     "all metrics",
     CONTEXT_CURVES_VIEW,
     ACTION_HEAT,
     "rho^2 of all metrics over training, as a map; looking makes exploratory."},
    {{"p"},
     "two arms",
     CONTEXT_CURVES_VIEW,
     ACTION_PAIRS,
     "The curves of the next ticked arm of the group, too."},
    {{"/"},
     "find",
     CONTEXT_STUDY,
     ACTION_FIND,
     "Show only what matches words or a glob (* ? [set]); Esc shows all again."},
    {{"n"}, NULL, CONTEXT_STUDY_VIEWS, ACTION_FIND_NEXT, "Go to the next match."},
    {{"N"}, NULL, CONTEXT_STUDY_VIEWS, ACTION_FIND_PREVIOUS, "Go to the previous match."},
    {{"f"},
     "statistic",
     CONTEXT_STUDY,
     ACTION_STATISTIC,
     "Choose the statistic of the adjuster fixed; any but the declared one is exploratory."},
    {{"s"},
     "sort",
     CONTEXT_STUDY_VIEWS,
     ACTION_SORT,
     "Sort by the column under the cursor; again for the other direction, again for no order."},
    {{"S"}, NULL, CONTEXT_STUDY_VIEWS, ACTION_SORT_REVERSE, "Reverse the order."},
    {{"x"},
     "explain",
     NOT_POPUP,
     ACTION_EXPLAIN,
     "Explain the figure under the cursor with its formula and its own numbers."},
    {{"q"}, "quit", NOT_POPUP, ACTION_QUIT, "Leave logvar; nothing is asked."},
    {{"w"}, "write", NOT_POPUP, ACTION_WRITE, "Write the screen, a report or a figure to a file."},
    {{"r"},
     "reset",
     CONTEXT_STUDY,
     ACTION_RESET,
     "Go back to the declared statistic, all families and the usual adjusters."},
    {{"u"}, NULL, CONTEXT_STUDY, ACTION_TAKE_IN, "Take in runs or lines that are new in the logs."},
    {{"?", "F1"}, NULL, CONTEXT_ANY, ACTION_HELP, "Show or close this help."},
    {{"q"}, "close", CONTEXT_POPUP, ACTION_OUT, "Close a window such as this one."},
    {{"F10"}, NULL, CONTEXT_ANY, ACTION_QUIT, "Leave logvar, from anywhere."},
    {{"Tab"}, NULL, CONTEXT_STUDY, ACTION_NEXT_PANE, "Move to the next pane."},
    {{"Shift-Tab"}, NULL, CONTEXT_STUDY, ACTION_PREVIOUS_PANE, "Move to the previous pane."},
    {{"Up", "k"}, NULL, CONTEXT_ANY, ACTION_UP, "Move up."},
    {{"Down", "j"}, NULL, CONTEXT_ANY, ACTION_DOWN, "Move down."},
    {{"Left", "h"}, NULL, CONTEXT_ANY, ACTION_LEFT, "Move left."},
    {{"Right", "l"}, NULL, CONTEXT_ANY, ACTION_RIGHT, "Move right."},
    {{"PgUp", "Ctrl-B"}, NULL, CONTEXT_ANY, ACTION_PAGE_UP, "Move up by a page."},
    {{"PgDn", "Ctrl-F"}, NULL, CONTEXT_ANY, ACTION_PAGE_DOWN, "Move down by a page."},
    {{"Home", "g"}, NULL, CONTEXT_ANY, ACTION_FIRST, "Go to the first line."},
    {{"End", "G"}, NULL, CONTEXT_ANY, ACTION_LAST, "Go to the last line."},
    {{"^"}, NULL, CONTEXT_STUDY, ACTION_ROW_START, "Go to the first column."},
    {{"$"}, NULL, CONTEXT_STUDY, ACTION_ROW_END, "Go to the last column."},
    {{"]"}, NULL, CONTEXT_STUDY, ACTION_NEXT_ARM, "Look at the next arm."},
    {{"["}, NULL, CONTEXT_STUDY, ACTION_PREVIOUS_ARM, "Look at the previous arm."},
    {{"}"}, NULL, CONTEXT_STUDY, ACTION_NEXT_ADJUSTER, "Look at the next adjuster."},
    {{"{"}, NULL, CONTEXT_STUDY, ACTION_PREVIOUS_ADJUSTER, "Look at the previous adjuster."},
    {{">"}, NULL, CONTEXT_STUDY, ACTION_NEXT_CANDIDATE, "Look at the next candidate."},
    {{"<"}, NULL, CONTEXT_STUDY, ACTION_PREVIOUS_CANDIDATE, "Look at the previous candidate."},
    {{"z"}, NULL, CONTEXT_STUDY, ACTION_ZOOM, "Hide or show the lists on the left."},
    {{"1"}, NULL, NOT_POPUP, ACTION_VIEW_1, "Reduction: variance reduction per arm and adjuster."},
    {{"2"}, NULL, NOT_POPUP, ACTION_VIEW_2, "Pairs: differences with raw intervals, and those if the average log were known."},
    {{"3"}, NULL, NOT_POPUP, ACTION_VIEW_3, "Budget: variance reduction against runs used."},
    {{"4"}, NULL, NOT_POPUP, ACTION_VIEW_4, "Calibration: synthetic null and coverage."},
    {{"5"},
     NULL,
     NOT_POPUP,
     ACTION_VIEW_5,
     "Candidates: every candidate with its squared correlation; looking makes exploratory."},
    {{"6"}, NULL, NOT_POPUP, ACTION_VIEW_6, "Scatter: a candidate against the outcome."},
    {{"7"}, NULL, NOT_POPUP, ACTION_VIEW_7, "Families: post hoc best against nested best."},
    {{"8"}, NULL, NOT_POPUP, ACTION_VIEW_8, "Lesson: the method, learnt by playing with it."},
    {{"9"}, NULL, NOT_POPUP, ACTION_VIEW_9, "Curves: the runs over training, and when the logs begin to tell."},
    {{"Ctrl-L"}, NULL, CONTEXT_ANY, ACTION_REDRAW, "Redraw the whole screen."},
};
/* clang-format on */
enum { N_BINDINGS = sizeof bindings / sizeof *bindings };

const struct key_binding *keymap_bindings(size_t *n_bindings)
{
    *n_bindings = N_BINDINGS;
    return bindings;
}

static const struct {
    const char *name;
    uint32_t press;
} names[] = {
    {"Space", PRESS_SPACE},
    {"Enter", PRESS_ENTER},
    {"Esc", PRESS_ESCAPE},
    {"Tab", PRESS_TAB},
    {"Shift-Tab", PRESS_BACK_TAB},
    {"Backspace", PRESS_BACKSPACE},
    {"Delete", PRESS_DELETE},
    {"Up", PRESS_UP},
    {"Down", PRESS_DOWN},
    {"Left", PRESS_LEFT},
    {"Right", PRESS_RIGHT},
    {"PgUp", PRESS_PAGE_UP},
    {"PgDn", PRESS_PAGE_DOWN},
    {"Home", PRESS_HOME},
    {"End", PRESS_END},
    {"F1", PRESS_F1},
    {"F10", PRESS_F10},
};

bool keymap_parse(const char *name, uint32_t *press)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(names[i].name, name)) {
            *press = names[i].press;
            return true;
        }
    if (!strncmp(name, "Ctrl-", 5) && name[5] >= 'A' && name[5] <= 'Z' && !name[6]) {
        *press = (uint32_t)(name[5] - '@');
        return true;
    }
    size_t n = strlen(name);
    return n && text_decode(name, n, press) == n && *press != TEXT_BAD && *press >= ' ';
}

void keymap_add_name(struct strbuf *out, uint32_t press)
{
    char bytes[4];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (names[i].press == press) {
            strbuf_puts(out, names[i].name);
            return;
        }
    if (press < ' ')
        strbuf_printf(out, "Ctrl-%c", (char)(press + '@'));
    else if (press < PRESS_SPECIAL)
        strbuf_add(out, bytes, text_encode(press, bytes));
}

enum action keymap_action(uint32_t press, unsigned context)
{
    struct strbuf name;
    enum action action = ACTION_NONE;
    strbuf_init(&name);
    keymap_add_name(&name, press);
    for (size_t i = 0; i < N_BINDINGS && !action; i++)
        for (size_t k = 0; k < KEY_BINDING_MAX && bindings[i].keys[k] && !action; k++)
            if (bindings[i].contexts & context && !strcmp(bindings[i].keys[k], name.text))
                action = bindings[i].action;
    strbuf_done(&name);
    return action;
}
