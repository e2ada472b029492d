#include "progress.h"

#include "base/mem.h"
#include "base/num.h"

#include <stdio.h>
#include <unistd.h>

/* The last words of a program without memory stand on a line of their own, and no thread's progress
 * comes after them: the stream stays locked. */
static void last_words(void)
{
    flockfile(stderr);
    if (write(STDERR_FILENO, "\n", 1) < 0)
        return;
}

void progress_init(struct progress *progress, const char *what)
{
    *progress = (struct progress){.what = what, .on_terminal = isatty(STDERR_FILENO)};
    if (progress->on_terminal)
        mem_on_failure(last_words);
}

void progress_done(struct progress *progress)
{
    if (progress->n_columns)
        fprintf(stderr, "\r%*s\r", progress->n_columns, "");
    progress->n_columns = 0;
    if (progress->on_terminal)
        mem_on_failure(NULL);
}

bool progress_show(void *user, size_t n_done, size_t n_wanted)
{
    struct progress *progress = user;
    if (progress->on_terminal && n_wanted) {
        char done[NUM_TEXT_MAX], wanted[NUM_TEXT_MAX];
        num_write_grouped(done, n_done);
        num_write_grouped(wanted, n_wanted);
        int n = fprintf(stderr, "\rlogvar: %s %s of %s", progress->what, done, wanted) - 1;
        if (n < progress->n_columns)
            fprintf(stderr, "%*s", progress->n_columns - n, "");
        progress->n_columns = n > progress->n_columns ? n : progress->n_columns;
        fflush(stderr);
    }
    return true;
}
