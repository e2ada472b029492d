/* A JSON report that `logvar verify` is given: its leaves, compared with those of half of it, and the
 * request for the report anew that stands in it. */
#include "fuzz.h"
#include "support.h"

#include "command/choices.h"
#include "estimate/plan.h"
#include "command/verify_settings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool read_leaves(const uint8_t *bytes, size_t n_bytes, struct leaves *leaves)
{
    struct strbuf problem;
    strbuf_init(&problem);
    bool fine = leaves_read(leaves, (const char *)bytes, n_bytes, &problem);
    if (fine == (problem.length > 0))
        abort();
    strbuf_done(&problem);
    return fine;
}

static void compare(const struct leaves *one, const struct leaves *other)
{
    struct strbuf out;
    size_t n;
    strbuf_init(&out);
    if (leaves_compare(one, one, 10, &out, &n) || out.length)
        abort();
    leaves_compare(one, other, 10, &out, &n);
    strbuf_done(&out);
}

static void try_request(const struct verify_settings *settings, const struct leaves *leaves)
{
    struct request request;
    struct diags diags;
    diags_init(&diags);
    if (choices_request(&settings->options, fuzz_study(), &request, &diags)) {
        verify_take_goals(leaves, &request);
        struct exploratory_history history = {0};
        if (!isfinite(request.half_width) || !isfinite(request.difference))
            abort();
        plan_free(plan_new(fuzz_study(), &request, &history));
    }
    request_done(&request);
    diags_done(&diags);
}

static void try_settings(const struct leaves *leaves)
{
    struct verify_settings settings;
    struct diags diags;
    diags_init(&diags);
    if (verify_settings_read(&settings, leaves, &diags))
        try_request(&settings, leaves);
    else if (!diags.n_errors)
        abort();
    verify_settings_done(&settings);
    diags_done(&diags);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
    struct leaves whole, half;
    bool fine = read_leaves(bytes, n_bytes, &whole);
    read_leaves(bytes, n_bytes / 2, &half);
    compare(&whole, &half);
    if (fine)
        try_settings(&whole);
    leaves_done(&whole);
    leaves_done(&half);
    return 0;
}
