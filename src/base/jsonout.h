/* Writing JSON: well-formed by construction, always valid UTF-8.
 *
 * Members are written one after another between a begin and its end; the writer puts commas, line
 * breaks and indentation. The key is NULL inside an array. Numbers read back as the same double
 * (base/num.h); what is not finite is null. Text from outside may hold anything: bytes that are not
 * UTF-8 become U+FFFD, control and invisible characters are escaped, so that a report can be shown
 * on a terminal. One writer, one thread. */
#ifndef LOGVAR_BASE_JSONOUT_H
#define LOGVAR_BASE_JSONOUT_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>

struct jsonout {
    struct strbuf *out; /* borrowed */
    unsigned depth;
    unsigned line_depth; /* containers at this depth and deeper stand on one line; 0 = none yet */
    bool empty;          /* nothing stands in the innermost container yet */
};

void jsonout_init(struct jsonout *json, struct strbuf *out);

void jsonout_begin_object(struct jsonout *json, const char *key);
/* On one line with all that is in it. */
void jsonout_begin_line_object(struct jsonout *json, const char *key);
void jsonout_end_object(struct jsonout *json);
void jsonout_begin_array(struct jsonout *json, const char *key);
void jsonout_begin_line_array(struct jsonout *json, const char *key);
void jsonout_end_array(struct jsonout *json);

/* s NULL gives null. */
void jsonout_string(struct jsonout *json, const char *key, const char *s);
void jsonout_number(struct jsonout *json, const char *key, double value);
void jsonout_count(struct jsonout *json, const char *key, unsigned long long value);
void jsonout_bool(struct jsonout *json, const char *key, bool value);

#endif
