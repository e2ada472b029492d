#include "tui/surface.h"

#include "base/mem.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const struct surface_cell blank = {' ', 0, STYLE_TEXT};

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int most(int a, int b)
{
    return a > b ? a : b;
}

void surface_init(struct surface *surface, int n_rows, int n_columns, bool ascii)
{
    surface->n_rows = most(n_rows, 0);
    surface->n_columns = most(n_columns, 0);
    surface->ascii = ascii;
    surface->clip = (struct rect){0, 0, surface->n_rows, surface->n_columns};
    size_t n_cells = (size_t)surface->n_rows * (size_t)surface->n_columns;
    surface->cells = mem_array(n_cells + 1, sizeof *surface->cells);
    for (size_t i = 0; i < n_cells; i++)
        surface->cells[i] = blank;
}

void surface_done(struct surface *surface)
{
    free(surface->cells);
    surface->cells = NULL;
}

static bool in_clip(const struct surface *surface, int row, int column)
{
    const struct rect *clip = &surface->clip;
    return row >= clip->row && row < clip->row + clip->n_rows && column >= clip->column &&
           column < clip->column + clip->n_columns;
}

static struct surface_cell *cell_at(const struct surface *surface, int row, int column)
{
    return &surface->cells[row * surface->n_columns + column];
}

/* Before a cell is overwritten: a wide character that loses one half loses the other too. */
static void split_wide(struct surface *surface, int row, int column)
{
    struct surface_cell *cell = cell_at(surface, row, column);
    if (!cell->code && column > 0)
        *(cell - 1) = (struct surface_cell){' ', 0, cell->style};
    if (column + 1 < surface->n_columns && !(cell + 1)->code)
        *(cell + 1) = (struct surface_cell){' ', 0, cell->style};
}

void surface_blank(struct surface *surface)
{
    struct rect clip = surface->clip;
    for (int row = clip.row; row < clip.row + clip.n_rows; row++)
        for (int column = clip.column; column < clip.column + clip.n_columns; column++) {
            split_wide(surface, row, column);
            *cell_at(surface, row, column) = blank;
        }
}

struct rect surface_set_clip(struct surface *surface, struct rect rect)
{
    struct rect former = surface->clip;
    int row = most(rect.row, 0), column = most(rect.column, 0);
    int bottom = least(rect.row + rect.n_rows, surface->n_rows);
    int right = least(rect.column + rect.n_columns, surface->n_columns);
    surface->clip = (struct rect){row, column, most(bottom - row, 0), most(right - column, 0)};
    return former;
}

/* What stands for a character where only ASCII may be drawn. */
static uint32_t ascii_glyph(uint32_t code)
{
    static const struct {
        uint32_t low, high;
        char glyph;
    } table[] = {
        {0x00A0, 0x00A0, ' '}, {0x00B1, 0x00B1, '~'}, {0x00B2, 0x00B2, '2'}, {0x00B7, 0x00B7, '.'},
        {0x00D7, 0x00D7, 'x'}, {0x03C1, 0x03C1, 'r'}, {0x2010, 0x2015, '-'}, {0x2018, 0x2019, '\''},
        {0x201C, 0x201D, '"'}, {0x2022, 0x2022, '*'}, {0x2026, 0x2026, '~'}, {0x2190, 0x2190, '<'},
        {0x2191, 0x2191, '^'}, {0x2192, 0x2192, '>'}, {0x2193, 0x2193, 'v'}, {0x2212, 0x2212, '-'},
        {0x2260, 0x2260, '!'}, {0x2264, 0x2264, '<'}, {0x2265, 0x2265, '>'}, {0x2500, 0x2501, '-'},
        {0x2502, 0x2503, '|'}, {0x2504, 0x2505, '-'}, {0x2506, 0x2507, '|'}, {0x2508, 0x2509, '-'},
        {0x250A, 0x250B, '|'}, {0x250C, 0x254B, '+'}, {0x254C, 0x254D, '-'}, {0x254E, 0x254F, '|'},
        {0x2550, 0x2550, '='}, {0x2551, 0x2551, '|'}, {0x2552, 0x2570, '+'}, {0x2571, 0x2573, '/'},
        {0x2574, 0x2574, '-'}, {0x2575, 0x2575, '|'}, {0x2576, 0x2576, '-'}, {0x2577, 0x2577, '|'},
        {0x2580, 0x2580, '"'}, {0x2581, 0x2583, '.'}, {0x2584, 0x2586, '='}, {0x2587, 0x258B, '#'},
        {0x258C, 0x258D, '='}, {0x258E, 0x258E, '-'}, {0x258F, 0x258F, '|'}, {0x2590, 0x2590, '#'},
        {0x2591, 0x2591, '.'}, {0x2592, 0x2592, ':'}, {0x2593, 0x2593, '#'}, {0x2594, 0x2594, '-'},
        {0x2595, 0x2595, '|'}, {0x2596, 0x259F, '#'}, {0x25A0, 0x25A1, '#'}, {0x25B2, 0x25B4, '^'},
        {0x25B6, 0x25B8, '>'}, {0x25BA, 0x25BA, '>'}, {0x25BC, 0x25BE, 'v'}, {0x25C0, 0x25C4, '<'},
        {0x25C6, 0x25C7, '*'}, {0x25CB, 0x25CB, 'o'}, {0x25CF, 0x25CF, '*'}, {0x2713, 0x2714, 'v'},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (code >= table[i].low && code <= table[i].high)
            return (unsigned char)table[i].glyph;
    return code >= 0x2801 && code <= 0x28FF ? '.' : code == 0x2800 ? ' ' : '?';
}

uint32_t surface_glyph(const struct surface *surface, uint32_t code)
{
    if (code < 0x20 || code == 0x7F)
        return '?'; /* never a control character, whoever asks */
    return surface->ascii && code > 0x7E ? ascii_glyph(code) : code;
}

/* Puts one character whose width is known; both halves must lie inside the clip. */
static void put_cell(struct surface *surface, int row, int column, int width, enum style style,
                     uint32_t code)
{
    if (!in_clip(surface, row, column))
        return;
    split_wide(surface, row, column);
    if (width < 2) {
        *cell_at(surface, row, column) = (struct surface_cell){code, 0, (uint8_t)style};
        return;
    }
    if (!in_clip(surface, row, column + 1)) {
        *cell_at(surface, row, column) = (struct surface_cell){' ', 0, (uint8_t)style};
        return;
    }
    split_wide(surface, row, column + 1);
    *cell_at(surface, row, column) = (struct surface_cell){code, 0, (uint8_t)style};
    *cell_at(surface, row, column + 1) = (struct surface_cell){0, 0, (uint8_t)style};
}

void surface_put(struct surface *surface, int row, int column, enum style style, uint32_t code)
{
    code = surface_glyph(surface, code);
    put_cell(surface, row, column, text_code_width(code) > 1 ? 2 : 1, style, code);
}

/* A mark over the character drawn last; a second mark on one character is dropped. */
static void put_combining(struct surface *surface, int row, int column, uint32_t code)
{
    if (column > 0 && in_clip(surface, row, column - 1) && !cell_at(surface, row, column - 1)->code)
        column--;
    if (column <= 0 || !in_clip(surface, row, column - 1) || surface->ascii)
        return;
    struct surface_cell *cell = cell_at(surface, row, column - 1);
    if (cell->code && !cell->combining)
        cell->combining = code;
}

/* Draws text that is already visible, as far as it fits; returns the columns used. */
static int put_visible(struct surface *surface, int row, int column, int max_columns,
                       enum style style, const char *s)
{
    int used = 0;
    size_t left = strlen(s);
    uint32_t code;
    for (size_t n; (n = text_decode(s, left, &code)) > 0; s += n, left -= n) {
        int width = text_code_width(code);
        if (width == 0) {
            if (used)
                put_combining(surface, row, column + used, code);
            continue;
        }
        code = surface_glyph(surface, code);
        if (surface->ascii)
            width = 1;
        if (used + width > max_columns)
            break;
        put_cell(surface, row, column + used, width, style, code);
        used += width;
    }
    return used;
}

static int visible_width(const struct surface *surface, const char *s)
{
    int width = 0;
    size_t left = strlen(s);
    uint32_t code;
    for (size_t n; (n = text_decode(s, left, &code)) > 0; s += n, left -= n) {
        int one = text_code_width(code);
        width += surface->ascii && one > 1 ? 1 : one;
    }
    return width;
}

static int put_cut(struct surface *surface, int row, int column, int max_columns, enum style style,
                   const char *visible)
{
    if (max_columns <= 0)
        return 0;
    if (visible_width(surface, visible) <= max_columns)
        return put_visible(surface, row, column, max_columns, style, visible);
    int used = put_visible(surface, row, column, max_columns - 1, style, visible);
    surface_put(surface, row, column + used, style, 0x2026);
    return used + 1;
}

int surface_text(struct surface *surface, int row, int column, int max_columns, enum style style,
                 const char *s)
{
    char *visible = text_visible(s);
    int used = put_cut(surface, row, column, max_columns, style, visible);
    free(visible);
    return used;
}

int surface_printf(struct surface *surface, int row, int column, int max_columns, enum style style,
                   const char *format, ...)
{
    struct strbuf buf;
    strbuf_init(&buf);
    va_list args;
    va_start(args, format);
    strbuf_vprintf(&buf, format, args);
    va_end(args);
    int used = surface_text(surface, row, column, max_columns, style, buf.text);
    strbuf_done(&buf);
    return used;
}

void surface_text_right(struct surface *surface, int row, int column, int n_columns,
                        enum style style, const char *s)
{
    char *visible = text_visible(s);
    int width = least(visible_width(surface, visible), n_columns);
    put_cut(surface, row, column + n_columns - width, width, style, visible);
    free(visible);
}

void surface_restyle(struct surface *surface, struct rect rect, enum style style)
{
    struct rect former = surface->clip;
    surface_set_clip(surface, rect);
    struct rect clip = surface->clip;
    surface->clip = former;
    for (int row = clip.row; row < clip.row + clip.n_rows; row++)
        for (int column = clip.column; column < clip.column + clip.n_columns; column++)
            if (in_clip(surface, row, column))
                cell_at(surface, row, column)->style = (uint8_t)style;
}

/* The frame's upper edge: title at the left, note at the right, neither over the corners. */
static void frame_labels(struct surface *surface, struct rect rect, enum style style,
                         const char *title, const char *note)
{
    int room = rect.n_columns - 4, used = 0;
    if (title && room > 0) {
        surface_put(surface, rect.row, rect.column + 1, style, ' ');
        used = surface_text(surface, rect.row, rect.column + 2, room, style, title);
        surface_put(surface, rect.row, rect.column + 2 + used, style, ' ');
    }
    int width = note ? (int)text_width(note) : 0;
    if (width && used + width + 3 <= room) {
        int column = rect.column + rect.n_columns - 3 - width;
        surface_put(surface, rect.row, column, style, ' ');
        surface_text(surface, rect.row, column + 1, width, style, note);
        surface_put(surface, rect.row, column + 1 + width, style, ' ');
    }
}

void surface_frame(struct surface *surface, struct rect rect, bool focused, const char *title,
                   const char *note)
{
    int bottom = rect.row + rect.n_rows - 1, right = rect.column + rect.n_columns - 1;
    if (rect.n_rows < 1 || rect.n_columns < 1)
        return;
    for (int column = rect.column + 1; column < right; column++) {
        surface_put(surface, rect.row, column, STYLE_BORDER, 0x2500);
        surface_put(surface, bottom, column, STYLE_BORDER, 0x2500);
    }
    for (int row = rect.row + 1; row < bottom; row++) {
        surface_put(surface, row, rect.column, STYLE_BORDER, 0x2502);
        surface_put(surface, row, right, STYLE_BORDER, 0x2502);
    }
    surface_put(surface, rect.row, rect.column, STYLE_BORDER, 0x250C);
    surface_put(surface, rect.row, right, STYLE_BORDER, 0x2510);
    surface_put(surface, bottom, rect.column, STYLE_BORDER, 0x2514);
    surface_put(surface, bottom, right, STYLE_BORDER, 0x2518);
    frame_labels(surface, rect, focused ? STYLE_TITLE : STYLE_HEADING, title, note);
}

static void add_code(struct strbuf *out, uint32_t code)
{
    char bytes[4];
    strbuf_add(out, bytes, text_encode(code, bytes));
}

static bool is_blank(const struct surface_cell *cell, bool with_style)
{
    return cell->code == ' ' && (!with_style || cell->style == STYLE_TEXT);
}

static int row_length(const struct surface *surface, int row, bool with_style)
{
    int n = surface->n_columns;
    while (n > 0 && is_blank(cell_at(surface, row, n - 1), with_style))
        n--;
    return n;
}

/* One letter a style, for dumps; in the order of enum style. */
static const char style_letters[N_STYLES + 1] = ".dTbhkCcgl!E12345678";

void surface_dump(const struct surface *surface, bool with_styles, struct strbuf *out)
{
    for (int row = 0; row < surface->n_rows; row++) {
        int n = row_length(surface, row, false);
        for (int column = 0; column < n; column++) {
            const struct surface_cell *cell = cell_at(surface, row, column);
            if (cell->code)
                add_code(out, cell->code);
            if (cell->combining)
                add_code(out, cell->combining);
        }
        strbuf_add_char(out, '\n');
    }
    for (int row = 0; with_styles && row < surface->n_rows; row++) {
        int n = row_length(surface, row, true);
        for (int column = 0; column < n; column++)
            strbuf_add_char(out, style_letters[cell_at(surface, row, column)->style]);
        strbuf_add_char(out, '\n');
    }
}
