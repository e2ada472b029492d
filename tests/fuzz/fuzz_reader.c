/* Any bytes as a log of one format (FUZZ_FORMAT, given by the build; "auto" recognises it). What
 * comes out must keep the promises of log.h; nothing may be read past the input's end. */
#include "fuzz.h"

#include "ingest/reader.h"

#include <math.h>
#include <stdlib.h>

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

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
    struct log *parts[2] = {read_log(bytes, n_bytes)};
    if (!parts[0])
        return 0;
    for (size_t i = 0; i < parts[0]->n_series; i++)
        check_series(&parts[0]->series[i]);
    /* The same bytes cut in half, joined with the whole. */
    parts[1] = read_log(bytes, n_bytes / 2);
    struct log *joined = log_join(parts, NULL, parts[1] ? 2 : 1);
    for (size_t i = 0; i < joined->n_series; i++)
        check_series(&joined->series[i]);
    log_free(joined);
    return 0;
}
