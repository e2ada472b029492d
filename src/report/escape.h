/* Text from outside in a markup language: made visible (base/text.h), then every character that
 * means something in the language replaced. */
#ifndef LOGVAR_REPORT_ESCAPE_H
#define LOGVAR_REPORT_ESCAPE_H

#include "base/strbuf.h"

struct escape {
    char character;
    const char *replacement;
};

/* `escapes` ends with character '\0'. */
void escape_add(struct strbuf *out, const char *text, const struct escape *escapes);

#endif
