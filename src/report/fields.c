#include "report/fields.h"

#include "estimate/results.h"
#include "report/rows.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

#define AT(member) offsetof(struct RESULT, member)
/* The leaves of struct interval, whatever they are called by in CSV. */
#define BOUNDS(prefix, member)                                                                     \
    {.name = prefix "low", .key = "low", .offset = AT(member.low)},                                \
        {.name = prefix "high", .key = "high", .offset = AT(member.high)},                         \
    {                                                                                              \
        .name = prefix "half_width", .key = "half_width", .offset = AT(member.half_width)          \
    }
#define FREEDOM(prefix, member)                                                                    \
    {                                                                                              \
        .name = prefix "df", .key = "df", .offset = AT(member.df)                                  \
    }
#define TESTS(prefix, member)                                                                      \
    {.name = prefix "p", .key = "p", .offset = AT(member.p)},                                      \
    {                                                                                              \
        .name = prefix "p_holm", .key = "p_holm", .offset = AT(member.p_holm)                      \
    }

#define RESULT interval
#define ITSELF(leaf)                                                                               \
    {                                                                                              \
        .name = #leaf, .offset = AT(leaf)                                                          \
    }
const struct field fields_interval[] = {ITSELF(low), ITSELF(high),   ITSELF(half_width), ITSELF(df),
                                        ITSELF(p),   ITSELF(p_holm), {.name = NULL}};
#undef RESULT

#define RESULT arm
const struct field fields_variability[] = {
    {.name = "mean", .offset = AT(y_mean)}, {.name = "sd", .offset = AT(y_sd)}, {.name = NULL}};
#undef RESULT

#define RESULT adjuster_result
const struct field fields_arm[] = {{.name = "vr_mean", .key = "mean", .offset = AT(vr.mean)},
                                   {.name = "vr_se", .key = "se", .offset = AT(vr.se)},
                                   {.name = "vr_median", .key = "median", .offset = AT(vr.median)},
                                   {.name = "vr_q25", .key = "q25", .offset = AT(vr.q25)},
                                   {.name = "vr_q75", .key = "q75", .offset = AT(vr.q75)},
                                   {.name = "negative_share", .offset = AT(vr.negative_share)},
                                   {.name = "adjusted_sd", .offset = AT(vr.adjusted_sd)},
                                   {.name = "effective_runs", .offset = AT(vr.effective_runs)},
                                   {.name = "rho2", .offset = AT(rho2)},
                                   {.name = "break_even_runs", .offset = AT(break_even_runs)},
                                   {.name = NULL}};
#undef RESULT

#define RESULT pair_result
const struct field fields_raw_pair[] = {{.name = "difference", .offset = AT(difference)},
                                        BOUNDS("", raw),
                                        FREEDOM("", raw),
                                        TESTS("", raw),
                                        {.name = "mde", .key = "raw_mde", .offset = AT(raw_mde)},
                                        {.name = NULL}};
#undef RESULT

/* What may be said of a pair. */
#define RESULT pair_claim
const struct field fields_claim[] = {
    {.name = ROWS_CLAIM "difference", .key = "difference", .offset = AT(difference)},
    BOUNDS(ROWS_CLAIM, interval),
    FREEDOM(ROWS_CLAIM, interval),
    TESTS(ROWS_CLAIM, interval),
    {.name = NULL}};
#undef RESULT

/* The interval that one would have if the average log were known says so in its name. */
#define RESULT pair_adjuster_result
const struct field fields_pair[] = {BOUNDS("if_known_", interval),
                                    FREEDOM("if_known_", interval),
                                    {.name = "if_known_mde", .key = "mde", .offset = AT(mde)},
                                    {.name = "narrower_percent", .offset = AT(narrower_percent)},
                                    {.name = "half_width_q25", .offset = AT(half_width_q25)},
                                    {.name = "half_width_q75", .offset = AT(half_width_q75)},
                                    {.name = "runs_needed", .offset = AT(runs_needed)},
                                    {.name = NULL}};
#undef RESULT

#define RESULT signal_metric
const struct field fields_signal[] = {{.name = "in_window", .offset = AT(at_window)},
                                      {.name = "noise", .offset = AT(noise)},
                                      {.name = "above_noise_from", .offset = AT(first_position)},
                                      {.name = NULL}};
#undef RESULT

#define RESULT two_phase
const struct field fields_arm_two_phase[] = {
    {.name = "two_phase_mean", .key = "estimate", .offset = AT(estimate)},
    BOUNDS("two_phase_", interval),
    FREEDOM("two_phase_", interval),
    {.name = "two_phase_narrower_percent",
     .key = "narrower_percent",
     .offset = AT(narrower_percent)},
    {.name = NULL}};
#undef RESULT

#define RESULT two_phase
const struct field fields_pair_two_phase[] = {
    {.name = "two_phase_difference", .key = "estimate", .offset = AT(estimate)},
    BOUNDS("two_phase_", interval),
    FREEDOM("two_phase_", interval),
    {.name = "two_phase_narrower_percent",
     .key = "narrower_percent",
     .offset = AT(narrower_percent)},
    {.name = "two_phase_p", .key = "p", .offset = AT(interval.p)},
    {.name = "two_phase_variance", .key = "variance", .offset = AT(variance), .json_only = true},
    {.name = NULL}};
#undef RESULT

#define RESULT unfinished_result
const struct field fields_unfinished[] = {
    {.name = "unfinished_share", .key = "share", .offset = AT(lambda)},
    {.name = "guard_p", .offset = AT(guard_p)},
    BOUNDS("raw_", raw),
    {.name = NULL}};
#undef RESULT

#define RESULT more_row
const struct field fields_more[] = {
    {.name = "half_width", .offset = AT(half_width)},
    {.name = "sequence_low", .key = "low", .offset = AT(sequence_low)},
    {.name = "sequence_high", .key = "high", .offset = AT(sequence_high)},
    {.name = "sequence_half_width", .key = "half_width", .offset = AT(sequence_half_width)},
    {.name = "rho", .offset = AT(rho)},
    {.name = "tuned_at", .offset = AT(tuned_at)},
    {.name = "wanted_half_width", .key = "wanted", .offset = AT(width.wanted)},
    {.name = "width_runs_a", .key = "a", .offset = AT(width.a)},
    {.name = "width_runs_b", .key = "b", .offset = AT(width.b)},
    {.name = "width_sampling_low", .key = "sampling_low", .offset = AT(width.sampling_low)},
    {.name = "width_sampling_high", .key = "sampling_high", .offset = AT(width.sampling_high)},
    {.name = "wanted_difference", .key = "wanted", .offset = AT(power.wanted)},
    {.name = "power_runs_a", .key = "a", .offset = AT(power.a)},
    {.name = "power_runs_b", .key = "b", .offset = AT(power.b)},
    {.name = "power_sampling_low", .key = "sampling_low", .offset = AT(power.sampling_low)},
    {.name = "power_sampling_high", .key = "sampling_high", .offset = AT(power.sampling_high)},
    {.name = "difference", .offset = AT(difference), .json_only = true},
    {.name = "width_split_q25",
     .key = "split_q25",
     .offset = AT(width.split_q25),
     .json_only = true},
    {.name = "width_split_q75",
     .key = "split_q75",
     .offset = AT(width.split_q75),
     .json_only = true},
    {.name = "power_split_q25",
     .key = "split_q25",
     .offset = AT(power.split_q25),
     .json_only = true},
    {.name = "power_split_q75",
     .key = "split_q75",
     .offset = AT(power.split_q75),
     .json_only = true},
    {.name = NULL}};
#undef RESULT

#define RESULT budget_row
const struct field fields_budget[] = {{.name = "vr_median", .key = "median", .offset = AT(median)},
                                      {.name = "vr_q25", .key = "q25", .offset = AT(q25)},
                                      {.name = "vr_q75", .key = "q75", .offset = AT(q75)},
                                      {.name = "negative_share", .offset = AT(negative_share)},
                                      {.name = NULL}};
#undef RESULT

#define RESULT pair_budget_row
const struct field fields_pair_budget[] = {
    {.name = "narrower_percent_median", .key = "median", .offset = AT(median)},
    {.name = "narrower_percent_q25", .key = "q25", .offset = AT(q25)},
    {.name = "narrower_percent_q75", .key = "q75", .offset = AT(q75)},
    {.name = NULL}};
#undef RESULT

#define RESULT coverage_row
const struct field fields_coverage[] = {
    {.name = "raw", .offset = AT(raw)},
    {.name = "adjusted", .offset = AT(adjusted)},
    {.name = "expected_raw", .offset = AT(expected_raw)},
    {.name = "corrected_raw", .offset = AT(corrected_raw)},
    {.name = "corrected_adjusted", .offset = AT(corrected_adjusted)},
    {.name = "se", .offset = AT(se)},
    {.name = NULL}};
#undef RESULT

#define RESULT null_row
const struct field fields_null[] = {
    {.name = "raw_rejection", .offset = AT(raw_rejection)},
    {.name = "adjusted_rejection", .offset = AT(adjusted_rejection)},
    {.name = "raw_se", .offset = AT(raw_se)},
    {.name = "adjusted_se", .offset = AT(adjusted_se)},
    {.name = "half_vr", .offset = AT(half_vr)},
    {.name = "expected_rejection", .offset = AT(expected_rejection)},
    {.name = NULL}};
#undef RESULT

#define RESULT family_row
const struct field fields_family[] = {
    {.name = "posthoc_vr", .key = "vr", .offset = AT(posthoc_vr)},
    {.name = "nested_vr", .key = "vr", .offset = AT(nested_vr)},
    {.name = "nested_negative_share", .key = "negative_share", .offset = AT(nested_negative_share)},
    {.name = "nested_share", .key = "share", .offset = AT(nested_share)},
    {.name = NULL}};
#undef RESULT

double field_value(const struct field *field, const void *result)
{
    double value;
    memcpy(&value, (const char *)result + field->offset, sizeof value);
    return value;
}

static const struct field *find(const struct field *fields, const char *name)
{
    while (fields->name && strcmp(fields->name, name) != 0)
        fields++;
    assert(fields->name);
    return fields;
}

void fields_write(struct jsonout *json, const struct field *fields, const void *result, ...)
{
    va_list names;
    const char *name;
    va_start(names, result);
    while ((name = va_arg(names, const char *)) != NULL) {
        const struct field *field = find(fields, name);
        jsonout_number(json, field->key ? field->key : name, field_value(field, result));
    }
    va_end(names);
}
