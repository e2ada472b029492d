#include "tui/background.h"

#include "base/portable.h"

#include <fcntl.h>
#include <unistd.h>

static void *body(void *user)
{
    struct background *background = user;
    background->run(background->work);
    ssize_t ignored = write(background->ends[1], "", 1);
    (void)ignored;
    return NULL;
}

bool background_start(struct background *background, void (*run)(void *work), void *work)
{
    if (background->busy || !portable_pipe(background->ends, false))
        return false;
    background->run = run;
    background->work = work;
    if (pthread_create(&background->thread, NULL, body, background) != 0) {
        close(background->ends[0]);
        close(background->ends[1]);
        return false;
    }
    background->busy = true;
    return true;
}

int background_fd(const struct background *background)
{
    return background->busy ? background->ends[0] : -1;
}

void *background_end(struct background *background)
{
    if (!background->busy)
        return NULL;
    pthread_join(background->thread, NULL);
    close(background->ends[0]);
    close(background->ends[1]);
    background->busy = false;
    return background->work;
}
