/* The list of statistics (`f`): typing narrows it at once, Enter chooses. */
#ifndef LOGVAR_UI_CHOOSER_H
#define LOGVAR_UI_CHOOSER_H

#include "tui/prompt.h"
#include "tui/surface.h"
#include "tui/table.h"
#include "ui/ticks.h"

struct chooser {
    bool open;
    const struct study *study;     /* these three are borrowed while it is open */
    const struct request *request; /* whose arms are offered */
    const struct ticks *ticks;     /* what is chosen now */
    size_t n_names;
    const char **names; /* in the study's memory; [0] is NULL: as declared */
    const char **families;
    size_t *n_arms; /* how many ticked arms have it */
    struct prompt prompt;
    struct table_state table;
};

/* The chooser is zeroed, closed or open. */
void chooser_open(struct chooser *chooser, const struct study *study, const struct request *request,
                  const struct ticks *ticks);
void chooser_close(struct chooser *chooser);
/* true if a statistic was chosen: *name is in the study's memory, NULL = as declared. Enter and Esc
 * close the chooser. */
bool chooser_key(struct chooser *chooser, uint32_t press, const char **name);
void chooser_draw(struct chooser *chooser, struct surface *surface, struct rect area);

#endif
