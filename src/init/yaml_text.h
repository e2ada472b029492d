/* Texts as YAML: plain where that is safe, else in double quotes. What is not UTF-8 becomes U+FFFD. */
#ifndef LOGVAR_INIT_YAML_TEXT_H
#define LOGVAR_INIT_YAML_TEXT_H

#include "base/strbuf.h"

void yaml_add_text(struct strbuf *out, const char *text);
/* Text for a comment: what would end the line or be unseen is made visible. */
void yaml_add_comment(struct strbuf *out, const char *text);

#endif
