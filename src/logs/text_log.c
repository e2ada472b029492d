#include "logs/text_log.h"

#include "logs/lines.h"
#include "logs/text_clean.h"
#include "logs/text_pattern.h"
#include "logs/text_words.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

struct text_log {
    const struct reader_input *input;
    struct log_builder *builder;
    struct field_set *fields;
    /* A row that the next line may write over: a progress bar's. It is handed on when it stays. */
    struct field_set *pending;
    bool has_pending;
    double pending_epoch;
    size_t pending_line;
    double epoch;      /* that stood alone on its line, for what stands below */
    double step;       /* the same */
    double last_epoch; /* of any row: results belong to it */
    bool has_results;  /* lines of TEXT_RESULT: then what stands between them is of training */
    size_t n_rows, n_passed, first_passed;
};

static void end_pending(struct text_log *t)
{
    if (!t->has_pending)
        return;
    field_set_axes(t->pending, field_step(t->pending), t->pending_epoch);
    field_end(t->pending, t->pending_line);
    t->has_pending = false;
    t->n_rows++;
}

static void set_pending(struct text_log *t, const struct lines *line, double epoch)
{
    if (t->has_pending && t->pending_epoch != epoch)
        end_pending(t);
    field_begin(t->pending);
    text_words_read(line->text, line->length, t->pending);
    t->has_pending = true;
    t->pending_epoch = epoch;
    t->pending_line = line->number;
}

/* Rows of an epoch that have no step and are written over are one progress bar, too. */
static void take_metrics(struct text_log *t, const struct lines *line)
{
    double epoch = field_epoch(t->fields);
    bool no_step = isnan(field_step(t->fields));
    if (no_step && (line->returned || (t->has_pending && t->pending_epoch == epoch))) {
        set_pending(t, line, epoch);
        return;
    }
    end_pending(t);
    field_end(t->fields, line->number);
    t->n_rows++;
}

/* A row of the epoch that was said before, alone on its line or in the rows of its batches. */
static void take_below(struct text_log *t, const struct lines *line, double step, double epoch)
{
    end_pending(t);
    field_set_axes(t->fields, step, epoch);
    field_end(t->fields, line->number);
    t->n_rows++;
}

/* Numbers of metrics that are not read are counted: a run is not what was read of it. */
static void pass_by(struct text_log *t, const struct lines *line)
{
    if (text_words_has_metric(line->text, line->length))
        t->first_passed = t->n_passed++ ? t->first_passed : line->number;
}

static void note_axes(struct text_log *t, enum text_line kind)
{
    double epoch = field_epoch(t->fields), step = field_step(t->fields);
    if (!isnan(epoch))
        t->last_epoch = epoch;
    if (kind == TEXT_AXIS) {
        t->epoch = epoch;
        t->step = step;
    } else if (kind == TEXT_METRICS) {
        t->epoch = t->step = NAN;
    }
    if (kind == TEXT_METRICS && t->has_results && field_phase(t->fields) == PHASE_NONE)
        field_set_phase(t->fields, PHASE_TRAIN);
}

static void read_words(struct text_log *t, const struct lines *line)
{
    field_begin(t->fields);
    enum text_line kind = text_words_read(line->text, line->length, t->fields);
    note_axes(t, kind);
    switch (kind) {
    case TEXT_BAR:
        if (!isnan(t->epoch))
            set_pending(t, line, t->epoch);
        break;
    case TEXT_AXIS:
        end_pending(t);
        break;
    case TEXT_LONE:
        if (!isnan(t->epoch) || !isnan(t->step))
            take_below(t, line, t->step, t->epoch);
        else
            pass_by(t, line);
        break;
    case TEXT_RESULT:
        if (!isnan(t->last_epoch))
            take_below(t, line, NAN, t->last_epoch);
        else
            pass_by(t, line);
        break;
    case TEXT_METRICS:
        take_metrics(t, line);
        break;
    case TEXT_OTHER:
        pass_by(t, line);
        break;
    }
}

static void read_pattern(struct text_log *t, struct text_pattern *pattern, const struct lines *line)
{
    field_begin(t->fields);
    enum text_match match = text_pattern_match(pattern, line->text, line->length, t->fields);
    if (match == TEXT_GAVE_UP) {
        log_skip_line(t->builder, line->number, 0, "the pattern takes too many steps on it");
    } else if (match == TEXT_MATCH) {
        field_end(t->fields, line->number);
        t->n_rows++;
    }
}

/* A line without its end counts if it can be read: nothing tells whether its last number is whole
 * but that programs write a line at once. */
static void read_lines(struct text_log *t, struct text_pattern *pattern, size_t n_bytes,
                       size_t enough_rows)
{
    struct lines lines;
    struct strbuf cleaned;
    strbuf_init(&cleaned);
    lines_init(&lines, t->input->bytes, n_bytes);
    while (t->n_rows < enough_rows && lines_next(&lines)) {
        if (lines.length > LINE_BYTES_MAX) {
            log_skip_line(t->builder, lines.number, 0, "longer than 64 MiB");
            continue;
        }
        text_clean(&lines, &cleaned);
        if (pattern)
            read_pattern(t, pattern, &lines);
        else
            read_words(t, &lines);
    }
    end_pending(t);
    strbuf_done(&cleaned);
}

static bool has_results(const struct reader_input *input, size_t n_bytes)
{
    struct lines lines;
    struct strbuf cleaned;
    bool found = false;
    strbuf_init(&cleaned);
    lines_init(&lines, input->bytes, n_bytes);
    while (!found && lines_next(&lines)) {
        if (lines.length > LINE_BYTES_MAX || !memchr(lines.text, '*', lines.length))
            continue;
        text_clean(&lines, &cleaned);
        found = text_words_is_result(lines.text, lines.length);
    }
    strbuf_done(&cleaned);
    return found;
}

static void say_passed(const struct text_log *t, struct diags *diags)
{
    if (t->n_passed)
        diags_add(diags, DIAG_NOTE, (struct diag_place){t->input->path, t->first_passed, 0},
                  "lines with numbers of metrics that are passed over: %zu, this is the first",
                  t->n_passed);
}

static size_t read_text(const struct reader_input *input, struct text_pattern *pattern,
                        struct log_builder *builder, size_t n_bytes, size_t enough_rows,
                        struct diags *diags)
{
    struct text_log t = {.input = input,
                         .builder = builder,
                         .epoch = NAN,
                         .step = NAN,
                         .last_epoch = NAN,
                         .has_results = !pattern && has_results(input, n_bytes)};
    t.fields = field_set_new(builder, input->options);
    t.pending = field_set_new(builder, input->options);
    read_lines(&t, pattern, n_bytes, enough_rows);
    field_set_free(t.fields);
    field_set_free(t.pending);
    if (t.n_rows)
        say_passed(&t, diags);
    return t.n_rows;
}

static const char *pattern_text(const struct reader_input *input)
{
    return input->options ? input->options->pattern : NULL;
}

bool text_log_read(const struct reader_input *input, struct log_builder *builder,
                   struct diags *diags)
{
    struct text_pattern *pattern = NULL;
    if (pattern_text(input) &&
        !(pattern = text_pattern_new(pattern_text(input), (struct diag_place){0}, diags)))
        return false;
    size_t n = read_text(input, pattern, builder, input->n_bytes, SIZE_MAX, diags);
    text_pattern_free(pattern);
    if (!n)
        diags_add(diags, DIAG_ERROR, (struct diag_place){.file = input->path}, "%s",
                  pattern_text(input)
                      ? "no line that the pattern matches (it has to match at the start of a line)"
                      : "no line that begins with a step or epoch and holds a metric; log: pattern "
                        "describes lines of another form");
    return n > 0;
}

int text_log_recognise(const struct reader_input *input)
{
    enum { LOOK_BYTES = 4 << 20, ENOUGH = 3 };
    size_t n_bytes = input->n_bytes < LOOK_BYTES ? input->n_bytes : LOOK_BYTES;
    struct diags diags;
    diags_init(&diags);
    struct log_builder *builder = log_builder_new(input->path, &diags);
    size_t n = read_text(input, NULL, builder, n_bytes, ENOUGH, &diags);
    log_builder_free(builder);
    diags_done(&diags);
    return n >= ENOUGH ? 50 : n ? 25 : 0;
}
