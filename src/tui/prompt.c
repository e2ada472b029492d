#include "tui/prompt.h"

#include "base/file.h"
#include "base/folder.h"
#include "base/mem.h"
#include "base/text.h"
#include "tui/keymap.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { CTRL_A = 1, CTRL_E = 5, BACKSPACE_8 = 8, LINE_FEED = 10, CTRL_U = 21, CTRL_W = 23 };

void prompt_init(struct prompt *prompt, const char *text)
{
    strbuf_init(&prompt->text);
    prompt_set(prompt, text);
}

void prompt_done(struct prompt *prompt)
{
    strbuf_done(&prompt->text);
}

void prompt_set(struct prompt *prompt, const char *text)
{
    strbuf_clear(&prompt->text);
    strbuf_puts(&prompt->text, text);
    prompt->cursor = prompt->text.length;
}

static size_t before(const struct prompt *prompt, size_t at)
{
    while (at > 0 && (prompt->text.text[--at] & 0xC0) == 0x80) {
    }
    return at;
}

static size_t after(const struct prompt *prompt, size_t at)
{
    uint32_t code;
    return at + text_decode(prompt->text.text + at, prompt->text.length - at, &code);
}

static enum prompt_event cut(struct prompt *prompt, size_t from, size_t to)
{
    char *text = prompt->text.text;
    if (from == to)
        return PROMPT_MOVED;
    memmove(text + from, text + to, prompt->text.length - to + 1);
    prompt->text.length -= to - from;
    prompt->cursor = from;
    return PROMPT_EDITED;
}

static enum prompt_event insert(struct prompt *prompt, uint32_t code)
{
    char bytes[4];
    size_t n = text_encode(code, bytes);
    struct strbuf made;
    strbuf_init(&made);
    strbuf_add(&made, prompt->text.text, prompt->cursor);
    strbuf_add(&made, bytes, n);
    strbuf_puts(&made, prompt->text.text + prompt->cursor);
    strbuf_done(&prompt->text);
    prompt->text = made;
    prompt->cursor += n;
    return PROMPT_EDITED;
}

static size_t word_start(const struct prompt *prompt)
{
    size_t at = prompt->cursor;
    while (at > 0 && prompt->text.text[at - 1] == ' ')
        at--;
    while (at > 0 && prompt->text.text[at - 1] != ' ')
        at--;
    return at;
}

static enum prompt_event go(struct prompt *prompt, size_t to)
{
    prompt->cursor = to;
    return PROMPT_MOVED;
}

enum prompt_event prompt_key(struct prompt *prompt, uint32_t press)
{
    switch (press) {
    case PRESS_ENTER:
    case LINE_FEED:
        return PROMPT_ACCEPTED;
    case PRESS_ESCAPE:
        return PROMPT_CANCELLED;
    case PRESS_LEFT:
        return go(prompt, before(prompt, prompt->cursor));
    case PRESS_RIGHT:
        return go(prompt, after(prompt, prompt->cursor));
    case PRESS_HOME:
    case CTRL_A:
        return go(prompt, 0);
    case PRESS_END:
    case CTRL_E:
        return go(prompt, prompt->text.length);
    case PRESS_BACKSPACE:
    case BACKSPACE_8:
        return cut(prompt, before(prompt, prompt->cursor), prompt->cursor);
    case PRESS_DELETE:
        return cut(prompt, prompt->cursor, after(prompt, prompt->cursor));
    case CTRL_U:
        return cut(prompt, 0, prompt->cursor);
    case CTRL_W:
        return cut(prompt, word_start(prompt), prompt->cursor);
    default:
        return press >= ' ' && press < PRESS_SPECIAL && prompt->text.length < 4096
                   ? insert(prompt, press)
                   : PROMPT_IGNORED;
    }
}

void prompt_draw(const struct prompt *prompt, const char *label, struct surface *surface, int row,
                 int column, int n_columns)
{
    int used = surface_text(surface, row, column, n_columns, STYLE_KEY, label);
    int room = n_columns - used - 1;
    const char *text = prompt->text.text;
    size_t start = 0;
    char *shown = NULL;
    for (;; start = after(prompt, start)) {
        free(shown);
        shown = mem_strndup(text + start, prompt->cursor - start);
        if ((int)text_width(shown) <= room || start >= prompt->cursor)
            break;
    }
    int at = column + used + (int)text_width(shown);
    free(shown);
    if (room < 0)
        return;
    surface_text(surface, row, column + used, room, STYLE_TEXT, text + start);
    surface_restyle(surface, (struct rect){row, at, 1, 1}, STYLE_CURSOR);
}

/* ---- paths ---- */

/* The longest start that all entries of a folder beginning with `stem` share, appended to `out`;
 * returns how many there are. */
static size_t common_start(const char *folder, const char *stem, struct strbuf *out)
{
    size_t n_found = 0, n_stem = strlen(stem);
    struct folder listing = folder_open(folder);
    for (const char *name; (name = folder_next(&listing)) != NULL;) {
        if (strncmp(name, stem, n_stem) != 0 || (!n_stem && name[0] == '.'))
            continue;
        if (!n_found++) {
            strbuf_puts(out, name);
            continue;
        }
        size_t same = 0;
        while (same < out->length && out->text[same] == name[same])
            same++;
        out->text[same] = '\0';
        out->length = same;
    }
    folder_close(&listing);
    return n_found;
}

bool prompt_complete_path(struct prompt *prompt)
{
    const char *slash = strrchr(prompt->text.text, '/');
    const char *stem = slash ? slash + 1 : prompt->text.text;
    char *folder = slash ? file_folder(prompt->text.text) : NULL;
    struct strbuf found, made;
    struct stat info;
    strbuf_init(&found);
    strbuf_init(&made);
    size_t n_found = common_start(folder ? folder : ".", stem, &found);
    bool grows = n_found && found.length >= strlen(stem);
    strbuf_add(&made, prompt->text.text, (size_t)(stem - prompt->text.text));
    strbuf_puts(&made, found.text);
    if (n_found == 1 && stat(made.text, &info) == 0 && S_ISDIR(info.st_mode))
        strbuf_add_char(&made, '/');
    grows = grows && made.length > prompt->text.length;
    if (grows)
        prompt_set(prompt, made.text);
    free(folder);
    strbuf_done(&found);
    strbuf_done(&made);
    return grows;
}
