/* Diagnostics: what is wrong with the input, and where.
 *
 * Parsers never print and never stop at the first fault: they add to a list, the caller prints all
 * of it at once. A list belongs to one thread; lists of parallel readers are joined with
 * diags_append in a fixed order, so the output does not depend on timing. */
#ifndef LOGVAR_BASE_DIAG_H
#define LOGVAR_BASE_DIAG_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum diag_severity { DIAG_NOTE, DIAG_WARNING, DIAG_ERROR };

/* Line and column count from 1; 0 = no such place (the whole file). */
struct diag_place {
    const char *file; /* NULL = no file; copied by diags_add */
    size_t line, column;
};

struct diag {
    enum diag_severity severity;
    char *file;
    size_t line, column;
    char *message; /* one sentence, no final newline; raw bytes of the input may stand in it */
};

struct diags {
    struct diag *items;
    size_t n_items, capacity;
    size_t n_errors;
    size_t n_unkept; /* past DIAGS_KEPT_MAX: counted, not kept */
};

enum { DIAGS_KEPT_MAX = 1000 };

void diags_init(struct diags *diags);
void diags_done(struct diags *diags);
void diags_add(struct diags *diags, enum diag_severity severity, struct diag_place place,
               const char *format, ...) __attribute__((format(printf, 4, 5)));
void diags_vadd(struct diags *diags, enum diag_severity severity, struct diag_place place,
                const char *format, va_list args) __attribute__((format(printf, 4, 0)));
/* A warning that what lies at `path` is left out, and why; said once. */
void diags_left_out(struct diags *diags, const char *path, const char *why);
/* Moves all of `from` to the end of `to`, but for warnings that stand there already; `from` is empty
 * afterwards. */
void diags_append(struct diags *to, struct diags *from);
/* "file:line:column: error: message" a line, made safe for a terminal (base/text.h). */
void diags_print(const struct diags *diags, FILE *out);
/* One error to standard error in the same form; file NULL for the program itself. */
void diag_say(const char *file, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Only those at least as severe; returns how many were passed over. */
size_t diags_print_from(const struct diags *diags, enum diag_severity least, FILE *out);

#endif
