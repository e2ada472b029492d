/* What a harness defines; libFuzzer calls it, or replay.c does. Returns 0. */
#ifndef LOGVAR_TESTS_FUZZ_H
#define LOGVAR_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes);

#endif
