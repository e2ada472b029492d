/* What is remembered of a study from session to session: what was ticked, the view, its sort.
 *
 * One small text file a study under $XDG_STATE_HOME/logvar (or ~/.local/state/logvar), a key and a
 * value per line. What a view keeps whatever the study (the progress of the lesson) is in a file of its
 * own next to them. Names, not numbers, so that a changed study keeps what still applies. A home that
 * is absent or cannot be written never disturbs: nothing is remembered then. */
#ifndef LOGVAR_UI_REMEMBER_H
#define LOGVAR_UI_REMEMBER_H

#include "base/strbuf.h"
#include "ui/app.h"

void remember_load(struct app *app);
void remember_save(const struct app *app);

/* The same as text, for tests. */
void remember_write(const struct app *app, struct strbuf *out);
void remember_read(struct app *app, const char *text);
/* The file of this study; newly allocated, NULL where there is no place for it. */
char *remember_path(const char *study_path);

#endif
