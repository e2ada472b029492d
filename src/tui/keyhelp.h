/* The key table as text: the help screen and the KEYS section of logvar(1). */
#ifndef LOGVAR_TUI_KEYHELP_H
#define LOGVAR_TUI_KEYHELP_H

#include "base/strbuf.h"

/* For a popup (popup.h). */
void keyhelp_add(struct strbuf *text);
/* mdoc; a test compares it with the page in man/. */
void keyhelp_add_manual(struct strbuf *out);

#endif
