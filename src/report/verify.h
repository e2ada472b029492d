/* Verification: is a JSON report what this program computes?
 *
 * A report is flattened into leaves, each with its path ("pairs[0].raw.low"; a key that is no plain word
 * as ["a.b"], so that no two lists of keys give one path) and value, so that neither white space nor the
 * order of members matters. Objects and lists are leaves too, empty ones among them. Two reports agree if
 * they have the same leaves with the same values, numbers to the last bit. Nothing is passed over; of the
 * manifest's path the last part is compared. */
#ifndef LOGVAR_REPORT_VERIFY_H
#define LOGVAR_REPORT_VERIFY_H

#include "base/arena.h"
#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>

enum leaf_kind { LEAF_TEXT, LEAF_NUMBER, LEAF_BOOL, LEAF_NULL, LEAF_OBJECT, LEAF_ARRAY };

struct leaf {
    const char *path;
    enum leaf_kind kind;
    const char *text; /* of a text; of anything else, as it is shown */
    double number;    /* of a number; 0 or 1 of a boolean */
};

struct leaves {
    struct arena arena;
    struct leaf *items; /* ordered by path; owned */
    size_t n_items, capacity;
};

/* Longer paths, and texts with a NUL in them, stand in no report: they would take memory out of
 * proportion, or hide what follows. */
enum { LEAF_PATH_MAX = 256 };

/* false, with a sentence in `problem`, if it is not JSON. leaves_done either way. */
bool leaves_read(struct leaves *leaves, const char *bytes, size_t n_bytes, struct strbuf *problem);
void leaves_done(struct leaves *leaves);
/* NULL if there is none such. */
const struct leaf *leaves_find(const struct leaves *leaves, const char *path);
/* The text at "array[index]" or "array[index].member" (member may be NULL); NULL past the last. */
const char *leaves_element(const struct leaves *leaves, const char *array, size_t index,
                           const char *member);

/* Adds a line a difference to `out`, at most `max`; returns the number of all. *n_compared counts the
 * leaves of both that were looked at. */
size_t leaves_compare(const struct leaves *report, const struct leaves *computed, size_t max,
                      struct strbuf *out, size_t *n_compared);

#endif
