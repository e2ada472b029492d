/* The local files of Weights & Biases, written here byte by byte. */
#include "readers.h"

#include "base/strbuf.h"
#include "logs/tfrecord.h"
#include "logs/wandb.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { BLOCK = 32768, HEAD = 7 };

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

static void add_text(struct strbuf *out, unsigned field, const char *text)
{
    add_bytes(out, field, text, strlen(text));
}

static void add_piece(struct strbuf *out, const char *data, size_t n, char kind, bool castagnoli)
{
    struct strbuf summed;
    strbuf_init(&summed);
    strbuf_add_char(&summed, kind);
    strbuf_add(&summed, data, n);
    uint32_t sum = castagnoli ? crc32c_masked(crc32c_portable(summed.text, summed.length))
                              : (uint32_t)crc32(0, (const Bytef *)summed.text, (uInt)summed.length);
    add_fixed(out, sum, 4);
    add_fixed(out, n, 2);
    strbuf_add_char(out, kind);
    strbuf_add(out, data, n);
    strbuf_done(&summed);
}

/* A record, cut where a block ends. */
static void add_record(struct strbuf *out, unsigned field, const struct strbuf *content)
{
    struct strbuf record;
    strbuf_init(&record);
    add_bytes(&record, field, content->text, content->length);
    bool first = true;
    for (size_t done = 0; first || done < record.length;) {
        size_t left = BLOCK - out->length % BLOCK;
        if (left < HEAD) {
            strbuf_add_repeated(out, '\0', left);
            left = BLOCK;
        }
        size_t n = record.length - done < left - HEAD ? record.length - done : left - HEAD;
        bool last = done + n == record.length;
        add_piece(out, record.text + done, n, (char)(last ? first ? 1 : 4 : first ? 2 : 3), false);
        done += n;
        first = false;
    }
    strbuf_done(&record);
}

static void add_item(struct strbuf *out, const char *key, const char *inner, const char *json)
{
    struct strbuf item;
    strbuf_init(&item);
    add_text(&item, inner ? 2 : 1, key);
    if (inner)
        add_text(&item, 2, inner);
    add_text(&item, 16, json);
    add_bytes(out, 1, item.text, item.length);
    strbuf_done(&item);
}

/* Items "key=json key=json …" of a record of this kind; a key "a>b" is nested. */
static void add_items(struct strbuf *out, unsigned kind, const char *items)
{
    struct strbuf content;
    strbuf_init(&content);
    char *copy = strdup(items), *rest = copy;
    for (char *item; (item = strsep(&rest, " ")) != NULL;) {
        char *json = strchr(item, '='), *inner = strchr(item, '>');
        *json++ = '\0';
        if (inner)
            *inner++ = '\0';
        add_item(&content, item, inner, json);
    }
    add_record(out, kind, &content);
    free(copy);
    strbuf_done(&content);
}

static void start(struct strbuf *out)
{
    strbuf_init(out);
    strbuf_add(out, ":W&B\xE1\xBE\0", 7);
}

static void add_exit(struct strbuf *out, const char *fields)
{
    struct strbuf content;
    strbuf_init(&content);
    strbuf_puts(&content, fields);
    add_record(out, 18, &content);
    strbuf_done(&content);
}

static struct log_reading reading_of_run(const struct strbuf *run)
{
    return reading_of_bytes("run-abcd1234.wandb", run->text, run->length, NULL);
}

START_TEST(history_is_rows)
{
    struct strbuf run;
    start(&run);
    add_items(&run, 2, "_step=0 epoch=1 val/loss=0.75 _timestamp=1700000000.5 note=\"warm\"");
    add_items(&run, 2, "_step=1 epoch=2 val/loss=0.5 val>acc=0.25 best={\"iou\":3}");
    add_items(&run, 2, "_step=2 epoch=3 val/loss=NaN val>acc=\"0.5\" lr=Infinity list=[1,2]");
    add_exit(&run, "");
    struct log_reading r = reading_of_run(&run);
    ck_assert_ptr_nonnull(r.log);
    ck_assert_str_eq(points_of(r.log, "val/acc"), "1/2=0.25 2/3=0.5");
    ck_assert_str_eq(points_of(r.log, "best/iou"), "1/2=3");
    ck_assert_ptr_nonnull(strstr(points_of(r.log, "val/loss"), "0/1=0.75 1/2=0.5"));
    ck_assert_ptr_nonnull(strstr(unused_of(r.log), "_timestamp: a clock"));
    ck_assert_ptr_null(r.log->aborted);
    reading_done(&r);
    strbuf_done(&run);
}
END_TEST

/* HistoryRecord.step, where the items have no "_step". */
START_TEST(the_step_may_stand_apart)
{
    struct strbuf run, row;
    start(&run);
    for (int step = 0; step < 3; step++) {
        char json[8] = {(char)('1' + step), '\0'}, step_bytes[2] = {'\x08', (char)(5 * step)};
        strbuf_init(&row);
        add_item(&row, "loss", NULL, json);
        add_bytes(&row, 2, step_bytes, step ? 2 : 0);
        add_record(&run, 2, &row);
        strbuf_done(&row);
    }
    struct log_reading r = reading_of_run(&run);
    ck_assert_str_eq(points_of(r.log, "loss"), "0=1 5=2 10=3");
    ck_assert(reading_says(&r, DIAG_NOTE, 0, "did not write that it ended"));
    reading_done(&r);
    strbuf_done(&run);
}
END_TEST

/* What only the summary has is the last row; what the history has as well is not read twice. */
START_TEST(summary_ends_the_run)
{
    struct strbuf run;
    start(&run);
    add_items(&run, 3, "test_acc=0.1 val_acc=0.9");
    add_items(&run, 2, "_step=0 epoch=1 val_acc=0.25");
    add_items(&run, 2, "_step=7 epoch=2 val_acc=0.5");
    add_items(&run, 3, "test_acc=0.625 val_acc=0.5 val_acc>max=0.5 _runtime=12");
    add_exit(&run, "");
    struct log_reading r = reading_of_run(&run);
    ck_assert_str_eq(points_of(r.log, "test_acc"), "7/2=0.625");
    ck_assert_str_eq(points_of(r.log, "val_acc"), "0/1=0.25 7/2=0.5");
    ck_assert_str_eq(metrics_of(r.log), "val_acc test_acc");
    reading_done(&r);
    strbuf_done(&run);
}
END_TEST

START_TEST(a_crash_is_known)
{
    struct strbuf run;
    start(&run);
    add_items(&run, 2, "_step=0 loss=1");
    add_exit(&run, "\x08\x7F");
    struct log_reading r = reading_of_run(&run);
    ck_assert_str_eq(r.log->aborted, "exit code 127");
    reading_done(&r);
    strbuf_done(&run);
}
END_TEST

/* Records longer than a block, and many of them: every cut that there can be. */
START_TEST(records_go_over_blocks)
{
    struct strbuf run, row;
    char *long_text = malloc(80000);
    memset(long_text, 'x', 79999);
    long_text[0] = long_text[79998] = '"';
    long_text[79999] = '\0';
    start(&run);
    for (int step = 0; step < 40; step++) {
        char json[8], at[8];
        snprintf(json, sizeof json, "%d", step * 2);
        snprintf(at, sizeof at, "%d", step);
        strbuf_init(&row);
        add_item(&row, "_step", NULL, at);
        /* 4099 is prime, so that the cuts fall everywhere. */
        add_item(&row, "text", NULL, long_text + 79999 - (step * 4099) % 79000);
        add_item(&row, "loss", NULL, json);
        add_record(&run, 2, &row);
        strbuf_done(&row);
    }
    struct log_reading r = reading_of_run(&run);
    const struct log_series *loss = log_find(r.log, "loss");
    ck_assert_uint_eq(loss->n_points, 40);
    for (size_t i = 0; i < 40; i++)
        ck_assert_double_eq(loss->values[i], 2.0 * (double)i);
    reading_done(&r);
    strbuf_done(&run);
    free(long_text);
}
END_TEST

START_TEST(damage_is_passed_over)
{
    struct strbuf run;
    start(&run);
    add_items(&run, 2, "_step=0 loss=1");
    size_t second = run.length;
    add_items(&run, 2, "_step=1 loss=2");
    add_items(&run, 2, "_step=2 loss=3");
    size_t last = run.length;
    add_items(&run, 2, "_step=3 loss=4");
    run.text[second + HEAD + 3] ^= 1;
    struct log_reading r = reading_of_run(&run);
    ck_assert_str_eq(points_of(r.log, "loss"), "0=1 2=3 3=4");
    char words[64];
    snprintf(words, sizeof words, "damaged: 1, the first at byte %zu", second);
    ck_assert(reading_says(&r, DIAG_WARNING, 0, words));
    reading_done(&r);
    /* Wherever the file is cut off, what stands before is read. */
    run.text[second + HEAD + 3] ^= 1;
    for (size_t n = last; n < run.length; n++) {
        r = reading_of_bytes("run-a.wandb", run.text, n, NULL);
        ck_assert_str_eq(points_of(r.log, "loss"), "0=1 1=2 2=3");
        ck_assert(n == last || reading_says(&r, DIAG_NOTE, 0, "the last record is incomplete"));
        reading_done(&r);
    }
    strbuf_done(&run);
}
END_TEST

/* The other checksum; zeros to the end of the file, as a file system leaves them after a crash. */
START_TEST(other_sums_and_zeros)
{
    struct strbuf run, row, record;
    start(&run);
    strbuf_init(&row);
    strbuf_init(&record);
    add_item(&row, "loss", NULL, "5");
    add_bytes(&record, 2, row.text, row.length);
    add_piece(&run, record.text, record.length, 1, true);
    strbuf_add_repeated(&run, '\0', 3 * BLOCK);
    struct log_reading r = reading_of_run(&run);
    ck_assert_uint_eq(log_find(r.log, "loss")->n_points, 1);
    ck_assert(!reading_says(&r, DIAG_WARNING, 0, "damaged"));
    reading_done(&r);
    strbuf_done(&record);
    strbuf_done(&row);
    strbuf_done(&run);
}
END_TEST

static void note_setting(void *context, const char *key, size_t n_key, const char *json, size_t n)
{
    strbuf_printf(context, "%.*s=%.*s;", (int)n_key, key, (int)n, json);
}

START_TEST(settings)
{
    struct strbuf run, content, config, seen;
    start(&run);
    strbuf_init(&content);
    strbuf_init(&config);
    strbuf_init(&seen);
    add_item(&config, "lr", NULL, "0.5");
    add_text(&content, 1, "abcd1234");
    add_bytes(&content, 4, config.text, config.length);
    add_text(&content, 6, "wide");
    add_record(&run, 17, &content);
    add_items(&run, 5, "optimizer=\"adam\" model>width=64 _wandb={}");
    wandb_settings(run.text, run.length, note_setting, &seen);
    ck_assert_str_eq(seen.text, "lr=0.5;optimizer=\"adam\";model.width=64;group=\"wide\";");
    strbuf_done(&seen);
    strbuf_done(&config);
    strbuf_done(&content);
    strbuf_done(&run);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        history_is_rows,        the_step_may_stand_apart, summary_ends_the_run, a_crash_is_known,
        records_go_over_blocks, damage_is_passed_over,    other_sums_and_zeros, settings};
    return unit_main(unit_suite("readers: Weights & Biases", tests, sizeof tests / sizeof *tests));
}
