/* Lines of a text: LF, CRLF and lone CR end one; an UTF-8 mark at the start is passed over. */
#ifndef LOGVAR_LOGS_LINES_H
#define LOGVAR_LOGS_LINES_H

#include <stdbool.h>
#include <stddef.h>

enum { LINE_BYTES_MAX = 64 << 20 }; /* longer is not a line of a log */

struct lines {
    const char *at, *end, *lf; /* lf: the next line feed that was found, or end */
    size_t number;             /* of the line handed out, from 1 */
    /* The line handed out, without its end: */
    const char *text;
    size_t length;
    bool truncated; /* it has no end: the file stops within it */
    bool returned;  /* a lone CR ended it: on a terminal the next line is written over it */
};

void lines_init(struct lines *lines, const char *bytes, size_t n_bytes);
/* false at the end. Empty lines are handed out as well. */
bool lines_next(struct lines *lines);

#endif
