/* The pattern of log: pattern, a Perl-compatible regular expression with named captures. */
#ifndef LOGVAR_LOGS_TEXT_PATTERN_H
#define LOGVAR_LOGS_TEXT_PATTERN_H

#include "base/diag.h"
#include "logs/field.h"

#include <stdbool.h>
#include <stddef.h>

struct text_pattern;

/* NULL with an error at `place` (its column moved to the fault where it has one) if the pattern is
 * malformed, or captures no metric. Useful to check a manifest, too. */
struct text_pattern *text_pattern_new(const char *pattern, struct diag_place place,
                                      struct diags *diags);
void text_pattern_free(struct text_pattern *pattern);

enum text_match { TEXT_NO_MATCH, TEXT_MATCH, TEXT_GAVE_UP };
/* Matches at the line's start; adds what it captured to the row that is open in fields. GAVE_UP:
 * the match took too many steps. */
enum text_match text_pattern_match(struct text_pattern *pattern, const char *text, size_t length,
                                   struct field_set *fields);

#endif
