#include "logs/tfevents.h"

#include "base/num.h"
#include "logs/protobuf.h"
#include "logs/tf_tensor.h"
#include "logs/tfrecord.h"

#include <math.h>
#include <string.h>

struct events {
    const struct reader_input *input;
    struct log_builder *builder;
    struct diags *diags;
    size_t n_records, n_damaged, first_damaged; /* byte offset */
    size_t n_foreign, n_gaps, first_gap; /* bytes that are no records, and where they begin */
};

static double as_written(double value)
{
    return isnan(value) ? num_nan() : value;
}

/* Summary.Value: tag 1, simple_value 2, tensor 8. */
static void read_value(struct events *e, const unsigned char *bytes, size_t n_bytes)
{
    struct protobuf value;
    const unsigned char *tag = NULL;
    size_t n_tag = 0;
    double number = NAN;
    protobuf_init(&value, bytes, n_bytes);
    while (protobuf_next(&value)) {
        if (value.field == 1 && value.type == PROTOBUF_BYTES)
            tag = value.bytes, n_tag = value.n_bytes;
        else if (value.field == 2 && value.type == PROTOBUF_32)
            number = as_written(protobuf_float((uint32_t)value.number));
        else if (value.field == 8 && value.type == PROTOBUF_BYTES)
            number = tf_tensor_scalar(value.bytes, value.n_bytes);
    }
    static const char hyperparameters[] = "_hparams_/";
    if (!tag || (isnan(number) && !num_is_written_nan(number)) ||
        (n_tag >= sizeof hyperparameters - 1 &&
         !memcmp(tag, hyperparameters, sizeof hyperparameters - 1)))
        return;
    log_value(e->builder, log_metric(e->builder, (const char *)tag, n_tag), number);
}

static void read_summary(struct events *e, double step, const unsigned char *bytes, size_t n_bytes)
{
    struct protobuf summary;
    log_row(e->builder, step, NAN, e->n_records);
    protobuf_init(&summary, bytes, n_bytes);
    while (protobuf_next(&summary))
        if (summary.field == 1 && summary.type == PROTOBUF_BYTES)
            read_value(e, summary.bytes, summary.n_bytes);
}

/* SessionLog: status 1, of which START = 1. */
static bool is_restart(const unsigned char *bytes, size_t n_bytes)
{
    struct protobuf session;
    protobuf_init(&session, bytes, n_bytes);
    while (protobuf_next(&session))
        if (session.field == 1 && session.type == PROTOBUF_VARINT)
            return session.number == 1;
    return false;
}

/* Event: step 2, summary 5, session_log 7. The step may stand behind the summary. */
static void read_event(struct events *e, const struct tfrecord *record)
{
    struct protobuf event;
    const unsigned char *summary = NULL;
    size_t n_summary = 0;
    int64_t step = 0;
    protobuf_init(&event, record->data, record->n_bytes);
    while (protobuf_next(&event)) {
        if (event.field == 2 && event.type == PROTOBUF_VARINT)
            step = (int64_t)event.number;
        else if (event.field == 5 && event.type == PROTOBUF_BYTES)
            summary = event.bytes, n_summary = event.n_bytes;
        else if (event.field == 7 && event.type == PROTOBUF_BYTES &&
                 is_restart(event.bytes, event.n_bytes))
            log_new_segment(e->builder, e->n_records);
    }
    if (summary)
        read_summary(e, (double)step, summary, n_summary);
}

static void say_end(struct events *e, enum tfrecord_status status, size_t offset)
{
    struct diag_place place = {.file = e->input->path};
    if (e->n_damaged)
        diags_add(e->diags, DIAG_WARNING, place,
                  "records skipped because their checksum is wrong: %zu, the first at byte %zu",
                  e->n_damaged, e->first_damaged);
    if (e->n_gaps)
        diags_add(e->diags, DIAG_WARNING, place,
                  "bytes that are no records: %zu, in so many places: %zu, the first at byte %zu; "
                  "read on after them",
                  e->n_foreign, e->n_gaps, e->first_gap);
    if (status == TFRECORD_TRUNCATED)
        diags_add(e->diags, DIAG_NOTE, place, "the last record is incomplete; skipped");
    else if (status == TFRECORD_BAD_FRAME)
        diags_add(e->diags, DIAG_WARNING, place,
                  "the record at byte %zu is damaged; what follows it is not read", offset);
}

/* What another program wrote into the file; false if no record follows it. */
static bool pass_over(struct events *e, struct tfrecords *records)
{
    const unsigned char *gap = records->at;
    if (!tfrecords_find_next(records))
        return false;
    e->n_foreign += (size_t)(records->at - gap);
    if (!e->n_gaps++)
        e->first_gap = (size_t)(gap - records->start);
    return true;
}

bool tfevents_read(const struct reader_input *input, struct log_builder *builder,
                   struct diags *diags)
{
    struct events e = {.input = input, .builder = builder, .diags = diags};
    struct tfrecords records;
    struct tfrecord record;
    enum tfrecord_status status;
    tfrecords_init(&records, input->bytes, input->n_bytes);
    for (;;) {
        status = tfrecords_next(&records, &record);
        if (status == TFRECORD_BAD_FRAME && pass_over(&e, &records))
            continue;
        if (status != TFRECORD_OK && status != TFRECORD_BAD_DATA)
            break;
        e.n_records++;
        if (status == TFRECORD_OK)
            read_event(&e, &record);
        else
            e.first_damaged = e.n_damaged++ ? e.first_damaged : record.offset;
    }
    say_end(&e, status, record.offset);
    return true;
}

int tfevents_recognise(const struct reader_input *input)
{
    struct tfrecords records;
    struct tfrecord record;
    tfrecords_init(&records, input->bytes, input->n_bytes);
    enum tfrecord_status status = tfrecords_next(&records, &record);
    return status == TFRECORD_OK || status == TFRECORD_BAD_DATA ? 100 : 0;
}
