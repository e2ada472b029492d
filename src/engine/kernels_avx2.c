/* The kernels for CPUs with AVX2. */
#if defined __x86_64__
#if defined __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif
#define LANES_WIDTH 4
#define KERNELS_NAME avx2
#include "engine/kernels_body.h"
#if defined __clang__
#pragma clang attribute pop
#endif
#endif
