/* Any bytes as a log of one format (FUZZ_FORMAT, given by the build; "auto" recognises it). What
 * comes out must keep the promises of log.h; nothing may be read past the input's end. */
#include "fuzz.h"

#ifdef FUZZ_CHECKSUMS
#include "fuzz_checksums.h"
#endif
#include "logs/reader.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void check_series(const struct log_series *series)
{
    double last = -INFINITY;
    if (!series->n_points)
        abort();
    for (size_t i = 0; i < series->n_points; i++) {
        if (series->rows[i] >= series->at->n)
            abort();
        double at = log_position(series, i, series->axis);
        if (isnan(series->values[i]) || !(at > last))
            abort();
        last = at;
    }
}

static struct log *read_log(const uint8_t *bytes, size_t n_bytes)
{
    struct reader_options options = {.format = FUZZ_FORMAT};
#ifdef FUZZ_PATTERN
    options.pattern = FUZZ_PATTERN;
#endif
    struct reader_input input = {"fuzz", "metrics/fuzz", (const char *)bytes, n_bytes, &options};
    struct diags diags;
    diags_init(&diags);
    struct log *log = reader_read_bytes(&input, &diags);
    if (!log && !diags.n_errors)
        abort();
    diags_done(&diags);
    return log;
}

static void try_log(const uint8_t *bytes, size_t n_bytes)
{
    struct log *parts[2] = {read_log(bytes, n_bytes)};
    if (!parts[0])
        return;
    for (size_t i = 0; i < parts[0]->n_series; i++)
        check_series(&parts[0]->series[i]);
    /* The same bytes cut in half, joined with the whole. */
    parts[1] = read_log(bytes, n_bytes / 2);
    struct log *joined = log_join(parts, NULL, parts[1] ? 2 : 1);
    for (size_t i = 0; i < joined->n_series; i++)
        check_series(&joined->series[i]);
    log_free(joined);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
    try_log(bytes, n_bytes);
#ifdef FUZZ_CHECKSUMS
    uint8_t *right = malloc(n_bytes + !n_bytes);
    if (n_bytes)
        memcpy(right, bytes, n_bytes);
    fuzz_checksums(right, n_bytes);
    try_log(right, n_bytes);
    free(right);
#endif
    return 0;
}
