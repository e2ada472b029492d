#include "command/progress.h"

#include "base/mem.h"
#include "base/num.h"

#include <stdio.h>
#include <unistd.h>

static struct progress *shown; /* NULL = none; with its columns under the lock of standard error */

static void erase(struct progress *progress)
{
    if (progress->n_columns)
        fprintf(stderr, "\r%*s\r", progress->n_columns, "");
    progress->n_columns = 0;
}

/* Memory runs out: the message gets a line of its own. */
static void erase_shown(void)
{
    if (shown)
        erase(shown);
}

void progress_init(struct progress *progress, const char *what)
{
    *progress = (struct progress){.what = what, .on_terminal = isatty(STDERR_FILENO)};
    flockfile(stderr);
    shown = progress;
    funlockfile(stderr);
    mem_on_failure(erase_shown);
}

void progress_done(struct progress *progress)
{
    mem_on_failure(NULL);
    flockfile(stderr);
    erase(progress);
    shown = NULL;
    funlockfile(stderr);
}

static void show(struct progress *progress, size_t n_done, size_t n_wanted)
{
    char done[NUM_TEXT_MAX], wanted[NUM_TEXT_MAX];
    num_write_grouped(done, n_done);
    num_write_grouped(wanted, n_wanted);
    int n = fprintf(stderr, "\rlogvar: %s %s of %s", progress->what, done, wanted) - 1;
    if (n < progress->n_columns)
        fprintf(stderr, "%*s", progress->n_columns - n, "");
    progress->n_columns = n > progress->n_columns ? n : progress->n_columns;
    fflush(stderr);
}

bool progress_show(void *user, size_t n_done, size_t n_wanted)
{
    struct progress *progress = user;
    if (progress->on_terminal && n_wanted) {
        flockfile(stderr);
        show(progress, n_done, n_wanted);
        funlockfile(stderr);
    }
    return true;
}
