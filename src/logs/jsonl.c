#include "logs/jsonl.h"

#include "logs/json_fields.h"
#include "logs/lines.h"

#include <math.h>
#include <string.h>

static bool is_blank_line(const char *text, size_t length)
{
    while (length && (*text == ' ' || *text == '\t'))
        text++, length--;
    return !length;
}

/* What the lines so far said; mmdetection and MMEngine need it. */
struct history {
    double step, epoch;
    bool has_loss;
};

/* mmdetection: the "iter" of a validation line is the number of images, not a step, and its "mode"
 * may say "train" all the same. MMEngine: a validation line has no epoch and gives it as "step". */
static void apply_conventions(struct field_set *fields, struct history *history)
{
    double step = field_step(fields), epoch = field_epoch(fields);
    bool has_loss = field_row_has(fields, "loss");
    if (field_phase(fields) == PHASE_TRAIN && history->has_loss && !has_loss &&
        epoch == history->epoch && step < history->step)
        field_set_phase(fields, PHASE_VALIDATION);
    if (field_phase(fields) == PHASE_VALIDATION && !isnan(epoch) && step < history->step)
        field_set_axes(fields, NAN, epoch);
    else if (isnan(epoch) && step == history->epoch && step < history->step)
        field_set_axes(fields, NAN, step);
    history->has_loss = history->has_loss || has_loss;
    if (!isnan(field_epoch(fields)))
        history->epoch = field_epoch(fields);
    if (!isnan(field_step(fields)))
        history->step = field_step(fields);
}

/* The objects of one line; two on a line are two rows. NULL or what is wrong. */
static const char *read_line(struct json *json, struct field_set *fields, struct history *history,
                             const struct lines *lines)
{
    if (lines->length > LINE_BYTES_MAX)
        return "longer than 64 MiB";
    json_restart(json, lines->text, lines->length);
    do {
        if (json_next(json) != JSON_OBJECT)
            return json->error ? json->error : "not an object";
        field_begin(fields);
        if (!json_fields_read(json, fields, "", 0))
            return json->error;
        apply_conventions(fields, history);
        field_end(fields, lines->number);
        json_restart(json, json->at, (size_t)(lines->text + lines->length - json->at));
    } while (!json_at_end(json));
    return NULL;
}

bool jsonl_read(const struct reader_input *input, struct log_builder *builder, struct diags *diags)
{
    struct field_set *fields = field_set_new(builder, input->options);
    struct lines lines;
    struct json json;
    struct history history = {NAN, NAN, false};
    lines_init(&lines, input->bytes, input->n_bytes);
    json_init(&json, "", 0);
    while (lines_next(&lines)) {
        if (is_blank_line(lines.text, lines.length))
            continue;
        const char *wrong = read_line(&json, fields, &history, &lines);
        if (wrong && lines.truncated)
            log_skip_truncated(builder, lines.number);
        else if (wrong)
            log_skip_line(builder, lines.number, (size_t)(json.at - lines.text) + 1, wrong);
    }
    json_done(&json);
    field_set_free(fields);
    (void)diags;
    return true;
}

/* Whether the line is one whole object, or several. */
static bool is_object_line(const struct lines *lines)
{
    struct json json;
    json_init(&json, lines->text, lines->length);
    bool ok = json_next(&json) == JSON_OBJECT && json_skip(&json);
    json_done(&json);
    return ok;
}

/* A broken line that begins as an object does not speak against JSON lines. */
int jsonl_recognise(const struct reader_input *input)
{
    enum { LOOK_LINES = 20 };
    struct lines lines;
    lines_init(&lines, input->bytes, input->n_bytes);
    int n_whole = 0, n_broken = 0, n_others = 0;
    while (n_whole + n_broken + n_others < LOOK_LINES && lines_next(&lines)) {
        if (is_blank_line(lines.text, lines.length))
            continue;
        if (lines.text[0] != '{')
            n_others++;
        else if (lines.length <= LINE_BYTES_MAX && is_object_line(&lines))
            n_whole++;
        else
            n_broken++;
    }
    return n_whole > 4 * n_others ? 80 : n_whole && n_whole + n_broken > n_others ? 40 : 0;
}
