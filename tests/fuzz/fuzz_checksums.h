/* A fuzzer guesses no checksums: this puts the right ones into the frames of a file of events. */
#ifndef LOGVAR_TESTS_FUZZ_CHECKSUMS_H
#define LOGVAR_TESTS_FUZZ_CHECKSUMS_H

#include <stddef.h>
#include <stdint.h>

void fuzz_checksums(uint8_t *bytes, size_t n_bytes);

#endif
