/* The kernels for CPUs with AVX-512. */
#if defined __x86_64__
#if defined __clang__
#pragma clang attribute push(__attribute__((target("avx512f"))), apply_to = function)
#else
#pragma GCC target("avx512f")
#endif
#define LANES_WIDTH 8
#define KERNELS_NAME avx512
#include "engine/kernels_body.h"
#if defined __clang__
#pragma clang attribute pop
#endif
#endif
