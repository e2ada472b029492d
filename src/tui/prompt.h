/* A line to type into, at the foot of the screen or in a chooser: UTF-8, a cursor, the usual keys. */
#ifndef LOGVAR_TUI_PROMPT_H
#define LOGVAR_TUI_PROMPT_H

#include "base/strbuf.h"
#include "tui/surface.h"

#include <stdbool.h>

struct prompt {
    struct strbuf text;
    size_t cursor; /* byte offset, on a character's start */
};

enum prompt_event {
    PROMPT_IGNORED,
    PROMPT_MOVED,
    PROMPT_EDITED,
    PROMPT_ACCEPTED,
    PROMPT_CANCELLED
};

void prompt_init(struct prompt *prompt, const char *text);
void prompt_done(struct prompt *prompt);
void prompt_set(struct prompt *prompt, const char *text);
enum prompt_event prompt_key(struct prompt *prompt, uint32_t press);
/* Label, text and cursor in one row; long text scrolls so that the cursor is seen. */
void prompt_draw(const struct prompt *prompt, const char *label, struct surface *surface, int row,
                 int column, int n_columns);
/* Completes a path as far as it is certain. false if nothing was added. */
bool prompt_complete_path(struct prompt *prompt);

#endif
