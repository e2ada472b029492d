/* Keys from a file, to drive the real program in tests: one step a line.
 *
 *   PgDn            a key by its name in the key table
 *   type TEXT       the characters of TEXT
 *   wait            until everything asked for is computed
 *   save PATH       the screen as text into a file
 *   size ROWS COLUMNS   of the screen, where there is no terminal
 *   # …             a remark
 */
#ifndef LOGVAR_TUI_SCRIPT_H
#define LOGVAR_TUI_SCRIPT_H

#include "base/diag.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum script_kind { SCRIPT_PRESS, SCRIPT_TYPE, SCRIPT_WAIT, SCRIPT_SAVE, SCRIPT_SIZE };
struct script_step {
    enum script_kind kind;
    uint32_t press;
    char *text; /* owned; TYPE and SAVE */
    int n_rows, n_columns;
};
struct script {
    struct script_step *steps;
    size_t n_steps, capacity, next;
};

/* false with every fault in diags. */
bool script_load(struct script *script, const char *path, struct diags *diags);
void script_done(struct script *script);
/* The next step, or NULL at the end. */
const struct script_step *script_next(struct script *script);

#endif
