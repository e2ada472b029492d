/* Lines as a person would see them: escape sequences and overstriking gone. */
#ifndef LOGVAR_LOGS_TEXT_CLEAN_H
#define LOGVAR_LOGS_TEXT_CLEAN_H

#include "base/strbuf.h"
#include "logs/lines.h"

/* Points line->text at a cleaned copy in buf where there is something to clean. */
void text_clean(struct lines *line, struct strbuf *buf);

#endif
