#include "ui/looks.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

void looks_init(struct looks *looks, size_t n_arms)
{
    looks->n_arms = n_arms;
    for (int i = 0; i < N_LOOKS; i++)
        looks->shown[i] = mem_zeroed(n_arms + 1, sizeof *looks->shown[i]);
}

void looks_done(struct looks *looks)
{
    for (int i = 0; i < N_LOOKS; i++)
        free(looks->shown[i]);
    *looks = (struct looks){0};
}

void looks_forget(struct looks *looks, enum look look)
{
    memset(looks->shown[look], 0, looks->n_arms * sizeof *looks->shown[look]);
}

size_t looks_note(struct looks *looks, enum look look, const struct request *request, size_t *arms)
{
    size_t n = 0;
    for (size_t i = 0; i < request->n_arms; i++) {
        uint64_t *shown = &looks->shown[look][request->arms[i]];
        if (request->families & ~*shown)
            arms[n++] = request->arms[i];
        *shown |= request->families;
    }
    return n;
}
