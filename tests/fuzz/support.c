#include "support.h"

#include "base/mem.h"
#include "simulate/simulate.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char folder[64];

static int remove_item(const char *path, const struct stat *info, int flag, struct FTW *ftw)
{
    (void)info, (void)flag, (void)ftw;
    return remove(path);
}

static void remove_folder(void)
{
    nftw(folder, remove_item, 16, FTW_DEPTH | FTW_PHYS);
}

const char *fuzz_folder(void)
{
    static const char *const places[] = {"/dev/shm", "/tmp"};
    for (size_t i = 0; !*folder && i < sizeof places / sizeof *places; i++) {
        snprintf(folder, sizeof folder, "%s/logvar-fuzz-XXXXXX", places[i]);
        if (!mkdtemp(folder))
            *folder = '\0';
        else if (setenv("XDG_STATE_HOME", folder, 1) != 0 || atexit(remove_folder) != 0)
            abort();
    }
    if (!*folder)
        abort();
    return folder;
}

char *fuzz_file(const char *name, const void *bytes, size_t n_bytes)
{
    char *path = NULL;
    if (asprintf(&path, "%s/%s", fuzz_folder(), name) < 0)
        abort();
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (fd < 0 || write(fd, bytes, n_bytes) != (ssize_t)n_bytes || close(fd) != 0)
        abort();
    return path;
}

struct study *fuzz_study(void)
{
    static struct study *study;
    if (study)
        return study;
    struct simulation simulation = simulation_defaults();
    simulation.n_arms = 3;
    simulation.n_runs = 12;
    simulation.n_candidates = 16;
    simulation.n_families = 3;
    study = simulate_study(&simulation);
    char *path = fuzz_file("study.yaml", "logvar: 1\n", 10);
    study->path = arena_strdup(&study->arena, path);
    study->analysis.splits = 4;
    study->analysis.draws = 4;
    free(path);
    return study;
}

bool fuzz_line(const char **at, const char *end, char **line)
{
    if (*at >= end)
        return false;
    const char *stop = memchr(*at, '\n', (size_t)(end - *at));
    *line = mem_strndup(*at, (size_t)((stop ? stop : end) - *at));
    *at = stop ? stop + 1 : end;
    return true;
}
