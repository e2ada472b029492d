/* A journal: a text file to which lines are only ever added, each a JSON object. Registrations and
 * the ledger are such files.
 *
 * A line is read as a flat list of fields: where a value stands, as the keys that lead to it joined
 * by points (lists have no number: their values follow one another), and its text. So a reader
 * takes fields in order and needs no tree. Safe in any thread; writers of several processes wait
 * for one another. */
#ifndef LOGVAR_RECORD_JOURNAL_H
#define LOGVAR_RECORD_JOURNAL_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>

enum { JOURNAL_TIME = 28, JOURNAL_BYTES_MAX = 256 << 20 };

struct journal_field {
    const char *path; /* "arms.runs" */
    const char *text; /* numbers as they are written */
};

struct journal_line {
    size_t number; /* from 1 */
    const char *text;
    size_t n_fields;
    const struct journal_field *fields;
};

struct journal {
    struct arena arena;
    bool exists;
    size_t n_lines, capacity;
    struct journal_line *lines;
};

/* A file that is not there is an empty journal. false if it cannot be read or a line is not an object:
 * every such line is an error in diags, with its place, and is left out. journal_done either way. */
bool journal_read(struct journal *journal, const char *path, struct diags *diags);
void journal_done(struct journal *journal);
/* The first field with this path, or NULL. */
const char *journal_field(const struct journal_line *line, const char *path);

/* Adds whole lines (each with its end) at the end of the file, which is made if need be. Waits for other
 * writers up to JOURNAL_PATIENCE_MS, and gives up then: a screen must not hang on a stopped process. */
enum { JOURNAL_PATIENCE_MS = 3000 };
bool journal_append(const char *path, const struct strbuf *lines, struct diags *diags);
/* The same for lines that depend on what is in the file: `make` is called when nobody else can add to it,
 * and may refuse with an error of its own. */
typedef bool journal_maker(void *user, struct strbuf *lines, struct diags *diags);
bool journal_append_made(const char *path, journal_maker *make, void *user, struct diags *diags);

/* Now, as "2026-11-30T07:20:11.123456Z"; such texts order as times do. */
void journal_now(char text[JOURNAL_TIME]);

#endif
