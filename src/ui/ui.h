/* The explorer: a study on the screen until the person leaves. */
#ifndef LOGVAR_UI_UI_H
#define LOGVAR_UI_UI_H

#include "base/exit_status.h"
#include "study/study.h"
#include "ui/watch.h"
#include "ui/app.h"
#include "tui/theme.h"

#include <stdbool.h>
#include <stddef.h>

struct ui_options {
    bool ascii; /* ASCII even where the locale has more */
    enum color_mode color;
    bool mouse;
    bool lesson;      /* begin with the lesson */
    bool fresh;       /* neither read nor overwrite what was remembered of this study */
    const char *keys; /* a file of keys to press (script.h), or NULL */
    size_t n_threads; /* 0 = as many as there are processors */
    const struct request
        *preset;        /* the request to start with, NULL = as declared (or remembered) */
    app_report *report; /* makes whole reports for `w`, or NULL */
    void *report_user;
    struct watch *watch; /* begun before the study was read; ui_run frees it; NULL = it makes one */
};

/* EXIT_DONE: the person left; EXIT_USAGE: no terminal, or a fault in the keys file (said on standard
 * error). Ends the process by the signal if one ended it (after the terminal was restored). */
enum exit_status ui_run(struct study *study, const struct ui_options *options);

#endif
