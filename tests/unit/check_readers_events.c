/* TensorBoard event files, written here byte by byte. */
#include "readers.h"

#include "base/strbuf.h"
#include "logs/tfrecord.h"

#include <stdlib.h>
#include <string.h>

START_TEST(checksums)
{
    ck_assert_uint_eq(crc32c_portable("123456789", 9), 0xE3069283);
    ck_assert_uint_eq(crc32c("123456789", 9), 0xE3069283);
    unsigned char bytes[1000];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)(i * i + 3 * i);
    for (size_t n = 0; n < sizeof bytes; n += 7)
        ck_assert_uint_eq(crc32c(bytes + n % 5, n - n % 5),
                          crc32c_portable(bytes + n % 5, n - n % 5));
}
END_TEST

static void add_fixed(struct strbuf *out, uint64_t value, int n_bytes)
{
    for (int i = 0; i < n_bytes; i++)
        strbuf_add_char(out, (char)(value >> (8 * i)));
}

static void add_varint(struct strbuf *out, uint64_t value)
{
    for (; value >= 0x80; value >>= 7)
        strbuf_add_char(out, (char)(value | 0x80));
    strbuf_add_char(out, (char)value);
}

static void add_bytes(struct strbuf *out, unsigned field, const void *bytes, size_t n)
{
    add_varint(out, field << 3 | 2);
    add_varint(out, n);
    strbuf_add(out, bytes, n);
}

static void add_record(struct strbuf *out, const struct strbuf *data)
{
    size_t start = out->length;
    add_fixed(out, data->length, 8);
    add_fixed(out, crc32c_masked(crc32c_portable(out->text + start, 8)), 4);
    strbuf_add(out, data->text, data->length);
    add_fixed(out, crc32c_masked(crc32c_portable(data->text, data->length)), 4);
}

static void add_version(struct strbuf *out)
{
    struct strbuf event;
    strbuf_init(&event);
    add_varint(&event, 1 << 3 | 1);
    add_fixed(&event, 0x41D8000000000000, 8);
    add_bytes(&event, 3, "brain.Event:2", 13);
    add_record(out, &event);
    strbuf_done(&event);
}

/* An event with one summary value; `content` is the value's fields behind its tag. */
static void add_event(struct strbuf *out, int64_t step, const char *tag,
                      const struct strbuf *content)
{
    struct strbuf value, summary, event;
    strbuf_init(&value);
    strbuf_init(&summary);
    strbuf_init(&event);
    add_bytes(&value, 1, tag, strlen(tag));
    strbuf_add(&value, content->text, content->length);
    add_bytes(&summary, 1, value.text, value.length);
    add_bytes(&event, 5, summary.text, summary.length);
    if (step) {
        add_varint(&event, 2 << 3);
        add_varint(&event, (uint64_t)step);
    }
    add_record(out, &event);
    strbuf_done(&value);
    strbuf_done(&summary);
    strbuf_done(&event);
}

static void add_simple(struct strbuf *out, int64_t step, const char *tag, float number)
{
    struct strbuf content;
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    strbuf_init(&content);
    add_varint(&content, 2 << 3 | 5);
    add_fixed(&content, bits, 4);
    add_event(out, step, tag, &content);
    strbuf_done(&content);
}

static void add_session_start(struct strbuf *out)
{
    struct strbuf event;
    strbuf_init(&event);
    add_bytes(&event, 7, "\x08\x01", 2);
    add_record(out, &event);
    strbuf_done(&event);
}

static struct log_reading reading_of_events(const struct strbuf *events)
{
    return reading_of_bytes("events.out.tfevents.1.host.0.v2", events->text, events->length, NULL);
}

START_TEST(simple_values)
{
    struct strbuf events;
    strbuf_init(&events);
    add_version(&events);
    for (int step = 0; step < 3; step++) {
        add_simple(&events, step * 10, "train/loss", (float)(3 - step));
        add_simple(&events, step * 10, "lr", 0.5f);
    }
    struct log_reading r = reading_of_events(&events);
    ck_assert_str_eq(metrics_of(r.log), "train/loss lr");
    ck_assert_str_eq(points_of(r.log, "train/loss"), "0=3 10=2 20=1");
    ck_assert_uint_eq(r.diags.n_items, 0);
    reading_done(&r);
    strbuf_done(&events);
}
END_TEST

START_TEST(tags_one_after_another_are_no_restart)
{
    struct strbuf events;
    strbuf_init(&events);
    add_version(&events);
    for (int step = 1; step <= 3; step++)
        add_simple(&events, step, "a", (float)step);
    for (int step = 1; step <= 3; step++)
        add_simple(&events, step, "b", (float)step);
    struct log_reading r = reading_of_events(&events);
    ck_assert_str_eq(points_of(r.log, "a"), "1=1 2=2 3=3");
    ck_assert_str_eq(points_of(r.log, "b"), "1=1 2=2 3=3");
    ck_assert_uint_eq(r.diags.n_items, 0);
    reading_done(&r);
    strbuf_done(&events);
}
END_TEST

START_TEST(tensors_of_every_numeric_type)
{
    /* dtype, then tensor_content, little endian; all say 3 or -2. */
    static const struct {
        int dtype;
        uint64_t bits;
        int n_bytes;
        const char *points;
    } cases[] = {{1, 0x40400000, 4, "1=3"},
                 {2, 0x4008000000000000, 8, "1=3"},
                 {3, 0xFFFFFFFE, 4, "1=-2"},
                 {4, 3, 1, "1=3"},
                 {5, 0xFFFE, 2, "1=-2"},
                 {6, 0xFE, 1, "1=-2"},
                 {9, 0xFFFFFFFFFFFFFFFE, 8, "1=-2"},
                 {10, 1, 1, "1=1"},
                 {14, 0x4040, 2, "1=3"},
                 {17, 0xFFFE, 2, "1=65534"},
                 {19, 0x4200, 2, "1=3"},
                 {22, 3, 4, "1=3"},
                 {23, 3, 8, "1=3"},
                 {19, 0xC000, 2, "1=-2"},
                 {19, 0x0001, 2, "1=5.9604644775390625e-08"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct strbuf events, tensor, bytes, content;
        strbuf_init(&events);
        strbuf_init(&tensor);
        strbuf_init(&bytes);
        strbuf_init(&content);
        add_varint(&tensor, 1 << 3);
        add_varint(&tensor, (uint64_t)cases[i].dtype);
        add_bytes(&tensor, 2, "", 0); /* shape: scalar */
        add_fixed(&bytes, cases[i].bits, cases[i].n_bytes);
        add_bytes(&tensor, 4, bytes.text, bytes.length);
        add_bytes(&content, 8, tensor.text, tensor.length);
        add_version(&events);
        add_event(&events, 1, "x", &content);
        struct log_reading r = reading_of_events(&events);
        ck_assert_msg(!strcmp(points_of(r.log, "x"), cases[i].points), "case %zu: %s", i,
                      points_of(r.log, "x"));
        reading_done(&r);
        strbuf_done(&events);
        strbuf_done(&tensor);
        strbuf_done(&bytes);
        strbuf_done(&content);
    }
}
END_TEST

START_TEST(tensors_with_a_list_of_one)
{
    /* dtype int64, int64_val [7] packed; dtype float, float_val [0.5]; two values are no scalar. */
    static const struct {
        const char *tensor;
        size_t n;
        const char *points;
    } cases[] = {{"\x08\x09\x52\x01\x07", 5, "1=7"},
                 {"\x08\x01\x2D\x00\x00\x00\x3F", 7, "1=0.5"},
                 {"\x08\x01\x2A\x04\x00\x00\x00\x3F", 8, "1=0.5"},
                 {"\x08\x09\x52\x02\x07\x08", 6, "-"},
                 {"\x08\x07\x42\x01x", 5, "-"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct strbuf events, content;
        strbuf_init(&events);
        strbuf_init(&content);
        add_bytes(&content, 8, cases[i].tensor, cases[i].n);
        add_simple(&events, 1, "other", 1);
        add_event(&events, 1, "x", &content);
        struct log_reading r = reading_of_events(&events);
        ck_assert_str_eq(points_of(r.log, "x"), cases[i].points);
        reading_done(&r);
        strbuf_done(&events);
        strbuf_done(&content);
    }
}
END_TEST

/* An event that holds one field more than is known: a graph, a log message, what comes in years. */
static void add_other(struct strbuf *out, unsigned field, const char *bytes)
{
    struct strbuf event;
    strbuf_init(&event);
    add_bytes(&event, field, bytes, strlen(bytes));
    add_record(out, &event);
    strbuf_done(&event);
}

/* Images (field 4 of a value), histograms (5), sounds (6), texts (a tensor of strings), and events
 * that are no summaries. */
START_TEST(records_of_other_kinds_are_passed_over)
{
    static const unsigned kinds[] = {4, 5, 6, 7, 11};
    struct strbuf events, content;
    strbuf_init(&events);
    add_version(&events);
    add_other(&events, 4, "a graph");
    add_other(&events, 6, "a message");
    add_other(&events, 19, "unheard of");
    for (int step = 1; step <= 3; step++) {
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
            strbuf_init(&content);
            add_bytes(&content, kinds[i], "\x08\x02\x10\x02", 4);
            add_event(&events, step, "picture", &content);
            strbuf_done(&content);
        }
        add_simple(&events, step, "loss", (float)(4 - step));
    }
    struct log_reading r = reading_of_events(&events);
    ck_assert_str_eq(metrics_of(r.log), "loss");
    ck_assert_str_eq(points_of(r.log, "loss"), "1=3 2=2 3=1");
    ck_assert_uint_eq(r.diags.n_errors, 0);
    reading_done(&r);
    strbuf_done(&events);
}
END_TEST

/* A run that was taken up again has two files, an evaluation a third, in a folder below. */
START_TEST(files_of_one_run_are_joined)
{
    struct log *parts[3];
    for (int part = 0; part < 3; part++) {
        struct strbuf events;
        strbuf_init(&events);
        add_version(&events);
        if (part == 1)
            add_session_start(&events);
        for (int step = part == 1 ? 3 : 1; step <= (part == 0 ? 4 : 6); step += part == 2 ? 5 : 1)
            add_simple(&events, step, part == 2 ? "eval/return" : "loss",
                       (float)(part == 0 ? step : 10 * step));
        struct log_reading r = reading_of_events(&events);
        parts[part] = r.log;
        diags_done(&r.diags);
        strbuf_done(&events);
    }
    struct log *log = log_join(parts, NULL, 3);
    ck_assert_str_eq(points_of(log, "loss"), "1=1 2=2 3=30 4=40 5=50 6=60");
    ck_assert_str_eq(points_of(log, "eval/return"), "1=10 6=60");
    ck_assert(log->last_step == 6);
    log_free(log);
}
END_TEST

START_TEST(a_session_start_purges_later_steps)
{
    struct strbuf events;
    strbuf_init(&events);
    add_version(&events);
    for (int step = 1; step <= 4; step++)
        add_simple(&events, step, "a", (float)step);
    add_session_start(&events);
    for (int step = 3; step <= 5; step++)
        add_simple(&events, step, "a", (float)(10 * step));
    struct log_reading r = reading_of_events(&events);
    ck_assert_str_eq(points_of(r.log, "a"), "1=1 2=2 3=30 4=40 5=50");
    reading_done(&r);
    strbuf_done(&events);
}
END_TEST

START_TEST(damage_is_said)
{
    struct strbuf events;
    strbuf_init(&events);
    add_version(&events);
    size_t starts[4];
    for (int step = 1; step <= 4; step++) {
        starts[step - 1] = events.length;
        add_simple(&events, step, "a", (float)step);
    }
    /* In the data of the second record: that one is lost. */
    events.text[starts[1] + 15] ^= 1;
    struct log_reading r = reading_of_events(&events);
    ck_assert_str_eq(points_of(r.log, "a"), "1=1 3=3 4=4");
    ck_assert(reading_says(&r, DIAG_WARNING, 0,
                           "records skipped because their checksum is wrong: 1, the first"));
    reading_done(&r);
    /* In the length of the third: that one is lost, too, and the fourth is found behind it. */
    events.text[starts[2]] ^= 1;
    r = reading_of_events(&events);
    ck_assert_str_eq(points_of(r.log, "a"), "1=1 4=4");
    ck_assert(reading_says(&r, DIAG_WARNING, 0, "read on after them"));
    reading_done(&r);
    /* In the length of the fourth as well: nothing is left. */
    events.text[starts[3]] ^= 1;
    r = reading_of_events(&events);
    ck_assert_str_eq(points_of(r.log, "a"), "1=1");
    ck_assert(reading_says(&r, DIAG_WARNING, 0, "is damaged; what follows"));
    reading_done(&r);
    /* A file that stops within a record. */
    r = reading_of_bytes("e", events.text, starts[1] - 3, NULL);
    ck_assert_ptr_null(r.log);
    ck_assert(reading_says(&r, DIAG_NOTE, 0, "incomplete"));
    reading_done(&r);
    strbuf_done(&events);
}
END_TEST

/* Text of another program between two records, and in the middle of one. */
START_TEST(foreign_bytes_are_passed_over)
{
    static const char text[] = "Traceback (most recent call last):\n";
    for (size_t cut = 0; cut < 20; cut += 5) {
        struct strbuf events, mixed;
        strbuf_init(&events);
        strbuf_init(&mixed);
        add_version(&events);
        size_t second = 0;
        for (int step = 1; step <= 4; step++) {
            second = step == 2 ? events.length : second;
            add_simple(&events, step, "a", (float)step);
        }
        strbuf_add(&mixed, events.text, second + cut);
        strbuf_puts(&mixed, text);
        strbuf_add(&mixed, events.text + second + cut, events.length - second - cut);
        struct log_reading r = reading_of_events(&mixed);
        ck_assert_str_eq(points_of(r.log, "a"), cut ? "1=1 3=3 4=4" : "1=1 2=2 3=3 4=4");
        ck_assert(reading_says(&r, DIAG_WARNING, 0, "read on after them"));
        reading_done(&r);
        strbuf_done(&mixed);
        strbuf_done(&events);
    }
}
END_TEST

START_TEST(an_empty_run_is_an_error)
{
    struct strbuf events;
    strbuf_init(&events);
    add_version(&events);
    struct log_reading r = reading_of_events(&events);
    ck_assert_ptr_null(r.log);
    ck_assert(reading_says(&r, DIAG_ERROR, 0, "no metric"));
    reading_done(&r);
    strbuf_done(&events);
}
END_TEST

START_TEST(real_event_files)
{
    static const struct {
        const char *path, *metric;
        size_t n_points;
        double last;
    } cases[] = {
        {"real/samples/tfevents/tf2-tensor-events.out.tfevents.1716816099.bd3eb486d13a.1468.0.v2",
         "validation/loss", 26, 0.0442037843},
        {"real/samples/tfevents/tensorboard-reducer-tests/strict/run_1/"
         "events.out.tfevents.1622543341.janoshs-mbp.lan.86862.0",
         "strict/foo", 100, 1.21209025},
        {"real/samples/tfevents/tensorboard-reducer-tests/duplicate_steps/run_1/"
         "events.out.tfevents.1622966509.janoshs-mbp.lan.86059.0",
         "dup_steps/foo", 200, 1.54785037}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *path = unit_shared_path(cases[i].path);
        if (!path)
            continue;
        struct diags diags;
        diags_init(&diags);
        struct log *log = reader_read_file(path, "events", NULL, &diags);
        ck_assert_ptr_nonnull(log);
        const struct log_series *series = log_find(log, cases[i].metric);
        ck_assert_uint_eq(series->n_points, cases[i].n_points);
        unit_assert_near(series->values[series->n_points - 1], cases[i].last, 1e-8);
        log_free(log);
        diags_done(&diags);
        free(path);
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {checksums,
                                  simple_values,
                                  tags_one_after_another_are_no_restart,
                                  tensors_of_every_numeric_type,
                                  tensors_with_a_list_of_one,
                                  records_of_other_kinds_are_passed_over,
                                  files_of_one_run_are_joined,
                                  a_session_start_purges_later_steps,
                                  damage_is_said,
                                  foreign_bytes_are_passed_over,
                                  an_empty_run_is_an_error,
                                  real_event_files};
    return unit_main(unit_suite("readers: event files", tests, sizeof tests / sizeof *tests));
}
