#include "engine/kernels.h"

#include <stdatomic.h>

extern const struct kernels kernels_portable;
#if defined __x86_64__
extern const struct kernels kernels_avx2, kernels_avx512;
#endif

const struct kernels *kernels_number(size_t i)
{
#if defined __x86_64__
    const struct kernels *const sets[] = {
        &kernels_portable,
        __builtin_cpu_supports("avx2") ? &kernels_avx2 : NULL,
        __builtin_cpu_supports("avx512f") ? &kernels_avx512 : NULL,
    };
#else
    const struct kernels *const sets[] = {&kernels_portable};
#endif
    return i < sizeof sets / sizeof *sets ? sets[i] : NULL;
}

static _Atomic(const struct kernels *) chosen;

const struct kernels *kernels_best(void)
{
    const struct kernels *best = atomic_load(&chosen);
    for (size_t i = 0; !best; i++)
        if (!kernels_number(i + 1))
            best = kernels_number(i);
    atomic_store(&chosen, best);
    return best;
}

void kernels_force(const struct kernels *kernels)
{
    atomic_store(&chosen, kernels);
}
