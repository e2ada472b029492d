/* Work on numbered items by several threads, the calling one among them.
 *
 * Items are handed out in order, results go where the item's number says, so the outcome does not
 * depend on timing. */
#ifndef LOGVAR_STUDY_PARALLEL_H
#define LOGVAR_STUDY_PARALLEL_H

#include <stdbool.h>
#include <stddef.h>

typedef void parallel_work(void *context, size_t item);
/* Called on the calling thread after each of its own items; false = stop. */
typedef bool parallel_progress(void *user, size_t n_done, size_t n_total);

/* n_threads 0 = as many as there are processors. Returns false if progress (may be NULL) said to
 * stop; items not begun by then are left undone. */
bool parallel_for(size_t n_threads, size_t n_items, parallel_work *work, void *context,
                  parallel_progress *progress, void *user);

#endif
