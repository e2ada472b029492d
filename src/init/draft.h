/* The manifest's text from what was found. Guesses become comments there and notes in diags. */
#ifndef LOGVAR_INIT_DRAFT_H
#define LOGVAR_INIT_DRAFT_H

#include "init/choice.h"
#include "init/columns.h"
#include "init/mlflow.h"

struct init_draft {
    struct arena *arena;
    const struct init_files *files;
    struct strbuf *text;
    struct diags *diags;
    const char *title;
};

/* Runs with logs of their own. list_arms: name every arm, for paths that no pattern finds again. */
bool draft_logs(const struct init_draft *draft, const struct init_kinds *kinds, bool list_arms);
bool draft_wide(const struct init_draft *draft, const struct init_wides *wides,
                const struct init_layout *layout);
bool draft_mlflow(const struct init_draft *draft, const struct init_mlflow *mlflow);
bool draft_table(const struct init_draft *draft, const struct init_table *table);

#endif
