#include "tui/popup.h"

#include "base/mem.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

void popup_done(struct popup *popup)
{
    free(popup->title);
    free(popup->text);
    *popup = (struct popup){0};
}

bool popup_is_open(const struct popup *popup)
{
    return popup->text != NULL;
}

void popup_open(struct popup *popup, const char *title, const char *text)
{
    popup_done(popup);
    popup->title = mem_strdup(title);
    popup->text = mem_strdup(text);
    popup->page = 1;
}

/* Bytes of `s` (one line, n bytes) that fit into n_columns, broken after a word where possible. */
static size_t fitting(const char *s, size_t n, int n_columns)
{
    int used = 0;
    size_t at = 0, after_word = 0;
    uint32_t code;
    while (at < n) {
        size_t bytes = text_decode(s + at, n - at, &code);
        used += code == TEXT_BAD ? 4 : text_code_width(code);
        if (used > n_columns)
            return after_word ? after_word : at ? at : bytes;
        at += bytes;
        if (code == ' ')
            after_word = at;
    }
    return n;
}

/* One line of text; later parts keep its indent, and two columns more in a list of keys. */
static int wrap_line(const char *s, size_t n, int n_columns, int number, popup_line *line,
                     void *user)
{
    enum style style = STYLE_TEXT;
    if (n > 2 && s[0] == '#' && s[1] == ' ') {
        style = STYLE_TITLE;
        s += 2;
        n -= 2;
    }
    size_t indent = 0;
    while (indent < n && s[indent] == ' ')
        indent++;
    const char *gap = indent ? memmem(s + indent, n - indent, "  ", 2) : NULL;
    while (gap && *gap == ' ')
        gap++;
    size_t hang = gap && gap < s + n ? (size_t)(gap - s) : indent;
    if ((int)hang > n_columns / 2)
        hang = 0;
    for (bool first = true; first || n; first = false, number++) {
        struct strbuf part;
        strbuf_init(&part);
        strbuf_add_repeated(&part, ' ', first ? 0 : hang);
        size_t used = fitting(s, n, n_columns - (first ? 0 : (int)hang));
        strbuf_add(&part, s, used);
        s += used;
        n -= used;
        line(user, number, style, part.text);
        strbuf_done(&part);
    }
    return number;
}

int popup_wrap(const char *text, int n_columns, popup_line *line, void *user)
{
    int number = 0;
    if (n_columns < 1)
        return 0;
    while (*text) {
        size_t n = strcspn(text, "\n");
        number = wrap_line(text, n, n_columns, number, line, user);
        text += n + (text[n] == '\n');
    }
    return number;
}

static void count_line(void *user, int number, enum style style, const char *text)
{
    int *longest = user, width = (int)text_width(text);
    (void)number, (void)style;
    if (width > *longest)
        *longest = width;
}

struct popup_drawing {
    struct surface *surface;
    struct rect rect;
    int top;
};

static void draw_line(void *user, int number, enum style style, const char *text)
{
    const struct popup_drawing *drawing = user;
    int row = number - drawing->top;
    if (row >= 0 && row < drawing->rect.n_rows)
        surface_text(drawing->surface, drawing->rect.row + row, drawing->rect.column,
                     drawing->rect.n_columns, style, text);
}

static int clamp(int value, int low, int high)
{
    return value > high ? (high < low ? low : high) : value < low ? low : value;
}

/* Lines longer than this are hard to read; on 80 columns the frame then takes them all, and no strip of
 * what is behind is left at its sides. */
enum { TEXT_COLUMNS_MAX = 76 };

/* As large as the text needs, in the middle of the area. */
static struct rect popup_place(struct popup *popup, struct rect area)
{
    int longest = (int)text_width(popup->title) + 2;
    int n_columns =
        clamp(area.n_columns - 4, area.n_columns < 20 ? area.n_columns - 4 : 16, TEXT_COLUMNS_MAX);
    popup->n_lines = popup_wrap(popup->text, n_columns, count_line, &longest);
    n_columns = clamp(longest, 8, n_columns);
    int n_rows = clamp(popup->n_lines, 1, area.n_rows - 4);
    return (struct rect){area.row + (area.n_rows - n_rows) / 2,
                         area.column + (area.n_columns - n_columns) / 2, n_rows, n_columns};
}

void popup_draw(struct popup *popup, struct surface *surface, struct rect area)
{
    struct rect inner = popup_place(popup, area);
    struct rect frame = {inner.row - 1, inner.column - 2, inner.n_rows + 2, inner.n_columns + 4};
    popup->page = inner.n_rows;
    popup->top = clamp(popup->top, 0, popup->n_lines - popup->page);
    struct rect former = surface_set_clip(
        surface, (struct rect){frame.row, frame.column - 1, frame.n_rows, frame.n_columns + 2});
    surface_blank(surface);
    surface_set_clip(surface, frame);
    struct strbuf note;
    strbuf_init(&note);
    if (popup->n_lines > popup->page)
        strbuf_printf(&note, "%d–%d of %d", popup->top + 1, popup->top + popup->page,
                      popup->n_lines);
    surface_frame(surface, frame, true, popup->title, note.length ? note.text : NULL);
    strbuf_done(&note);
    surface_set_clip(surface, inner);
    popup_wrap(popup->text, inner.n_columns, draw_line,
               &(struct popup_drawing){surface, inner, popup->top});
    surface_set_clip(surface, former);
}

bool popup_act(struct popup *popup, enum action action)
{
    switch (action) {
    case ACTION_UP:
        popup->top--;
        break;
    case ACTION_DOWN:
        popup->top++;
        break;
    case ACTION_PAGE_UP:
        popup->top -= popup->page;
        break;
    case ACTION_PAGE_DOWN:
        popup->top += popup->page;
        break;
    case ACTION_FIRST:
        popup->top = 0;
        break;
    case ACTION_LAST:
        popup->top = popup->n_lines;
        break;
    default:
        return false;
    }
    popup->top = clamp(popup->top, 0, popup->n_lines - popup->page);
    return true;
}
