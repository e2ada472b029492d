#include "tui/keyhelp.h"

#include "tui/keymap.h"

#include <string.h>

enum part { PART_LISTS, PART_VIEWS, PART_LESSON, PART_EVERYWHERE, N_PARTS };
static const char *const titles[N_PARTS] = {"Lists on the left", "Views", "The lesson",
                                            "Everywhere"};

/* A key of views only comes under Views even where it works in one of them. */
static enum part part_of(const struct key_binding *binding)
{
    if (binding->contexts == CONTEXT_PANES)
        return PART_LISTS;
    if (binding->contexts == CONTEXT_LESSON)
        return PART_LESSON;
    return binding->contexts & ~(unsigned)CONTEXT_VIEWS ? PART_EVERYWHERE : PART_VIEWS;
}

static const char *const mouse[][2] = {
    {"Click",
     "Choose a view, a row or a figure; tick a box; sort by a heading; move a slider of the "
     "lesson."},
    {"Drag", "Move a slider of the lesson."},
    {"Wheel", "Scroll what is under the pointer; over a slider, move it."},
    {"Shift", "Held down, it leaves the mouse to the terminal: text is selected as ever."}};

static void add_part(struct strbuf *text, enum part part)
{
    size_t n_bindings;
    const struct key_binding *bindings = keymap_bindings(&n_bindings);
    for (size_t i = 0; i < n_bindings; i++) {
        struct strbuf keys;
        if (part_of(&bindings[i]) != part)
            continue;
        strbuf_init(&keys);
        for (size_t k = 0; k < KEY_BINDING_MAX && bindings[i].keys[k]; k++)
            strbuf_printf(&keys, "%s%s", k ? " " : "", bindings[i].keys[k]);
        strbuf_printf(text, "  %-14s  %s\n", keys.text, bindings[i].help);
        strbuf_done(&keys);
    }
}

void keyhelp_add(struct strbuf *text)
{
    for (int part = 0; part < N_PARTS; part++) {
        strbuf_printf(text, "%s# %s\n", part ? "\n" : "", titles[part]);
        add_part(text, (enum part)part);
    }
    strbuf_puts(text, "\n# The mouse\n");
    for (size_t i = 0; i < sizeof mouse / sizeof *mouse; i++)
        strbuf_printf(text, "  %-14s  %s\n", mouse[i][0], mouse[i][1]);
}

/* ---- manual ---- */

/* A word of a macro line: quoted, since keys are punctuation that mdoc would take for its own. */
static void add_manual_key(struct strbuf *out, const char *key)
{
    static const struct {
        const char *key, *escaped;
    } special[] = {{"^", "\\(ha"}, {"'", "\\(aq"}, {"\\", "\\e"}, {"-", "\\-"}};
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if (!strcmp(special[i].key, key))
            key = special[i].escaped;
    strbuf_printf(out, " Sy \\&%s", key);
}

static void add_manual_sentence(struct strbuf *out, const char *sentence)
{
    size_t column = 0;
    while (*sentence) {
        size_t n = strcspn(sentence, " ");
        if (column)
            strbuf_add_char(out, column + 1 + n > 72 ? '\n' : ' ');
        column = column && column + 1 + n <= 72 ? column + 1 + n : n;
        strbuf_add(out, sentence, n);
        sentence += n + (sentence[n] == ' ');
    }
    strbuf_add_char(out, '\n');
}

void keyhelp_add_manual(struct strbuf *out)
{
    size_t n_bindings;
    const struct key_binding *bindings = keymap_bindings(&n_bindings);
    for (int part = 0; part < N_PARTS; part++) {
        strbuf_printf(out, ".Ss %s\n.Bl -tag -width Ds\n", titles[part]);
        for (size_t i = 0; i < n_bindings; i++) {
            if (part_of(&bindings[i]) != (enum part)part)
                continue;
            strbuf_puts(out, ".It");
            for (size_t k = 0; k < KEY_BINDING_MAX && bindings[i].keys[k]; k++)
                add_manual_key(out, bindings[i].keys[k]);
            strbuf_add_char(out, '\n');
            add_manual_sentence(out, bindings[i].help);
        }
        strbuf_puts(out, ".El\n");
    }
    strbuf_puts(out, ".Ss The mouse\n.Bl -tag -width Ds\n");
    for (size_t i = 0; i < sizeof mouse / sizeof *mouse; i++) {
        strbuf_printf(out, ".It %s\n", mouse[i][0]);
        add_manual_sentence(out, mouse[i][1]);
    }
    strbuf_puts(out, ".El\n");
}
