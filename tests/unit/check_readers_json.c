/* The JSON parser and JSON lines. */
#include "readers.h"

#include "ingest/json.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The events of a text, one letter each; the last is '.' for the end or '!' for an error. */
static const char *events_of(const char *text, size_t n)
{
    static const char letters[] = ".!{}[]ksntf0";
    static char events[1000];
    struct json json;
    json_init(&json, text, n);
    size_t used = 0;
    do
        events[used] = letters[json_next(&json)];
    while (events[used] != '.' && events[used] != '!' && ++used < sizeof events - 2);
    events[used + 1] = '\0';
    json_done(&json);
    return events;
}

START_TEST(json_is_read_as_it_stands)
{
    static const struct {
        const char *text, *events;
    } cases[] = {{"{}", "{}."},
                 {"[]", "[]."},
                 {" {\"a\" : 1 , \"b\" : [ true, false , null ] } ", "{knk[tf0]}."},
                 {"{\"a\":NaN,\"b\":Infinity,\"c\":-Infinity,\"d\":nan}", "{knknknkn}."},
                 {"{\"a\":1e999,\"b\":123456789012345678901234567890}", "{knkn}."},
                 {"{\"a\":1,\"a\":2}", "{knkn}."},
                 {"{\"a\":1,}", "{kn!"},
                 {"{\"a\":1", "{kn!"},
                 {"{\"a\"", "{!"},
                 {"{'a':1}", "{!"},
                 {"[1,]", "[n!"},
                 {"[1 2]", "[n!"},
                 {"[01x]", "[!"},
                 {"\"\\q\"", "!"},
                 {"\"abc", "!"},
                 {"", "!"},
                 {"nul", "!"},
                 {"\"x\"", "s."}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_str_eq(events_of(cases[i].text, strlen(cases[i].text)), cases[i].events);
}
END_TEST

START_TEST(json_strings_are_unescaped)
{
    static const char text[] = "\"a\\n\\\"\\u00e9\\ud83d\\ude00\\ud800x\\/\"";
    struct json json;
    json_init(&json, text, sizeof text - 1);
    ck_assert_int_eq(json_next(&json), JSON_STRING);
    static const char expected[] = "a\n\"\xC3\xA9\xF0\x9F\x98\x80\xEF\xBF\xBDx/";
    ck_assert_uint_eq(json.length, sizeof expected - 1);
    ck_assert_mem_eq(json.text, expected, json.length);
    json_done(&json);
}
END_TEST

START_TEST(json_depth_is_limited)
{
    size_t n = 100000;
    char *text = malloc(n);
    memset(text, '[', n);
    struct json json;
    json_init(&json, text, n);
    size_t depth = 0;
    while (json_next(&json) == JSON_ARRAY)
        depth++;
    ck_assert_uint_eq(depth, JSON_DEPTH_MAX);
    ck_assert_str_eq(json.error, "nested too deeply");
    ck_assert_int_eq(json_next(&json), JSON_ERROR);
    json_done(&json);
    free(text);
}
END_TEST

START_TEST(lines_are_rows_whatever_their_keys)
{
    struct reading r = reading_of("metrics.json",
                                  "{\"step\": 1, \"loss\": 0.5, \"lr\": 0.1}\n"
                                  "{\"val\": {\"loss\": 0.7, \"acc\": {\"top1\": 3}}, \"step\": 1}\n"
                                  "\n"
                                  "{\"loss\": \"0.25\", \"step\": 2, \"lr\": NaN, \"note\": \"hi\"}\n"
                                  "{\"step\": 3, \"loss\": Infinity}{\"step\": 4, \"loss\": 0.1}\n",
                                  NULL);
    ck_assert_str_eq(metrics_of(r.log), "loss lr val/loss val/acc/top1");
    ck_assert_str_eq(points_of(r.log, "loss"), "1=0.5 2=0.25 3=inf 4=0.1");
    ck_assert_str_eq(points_of(r.log, "lr"), "1=0.1");
    ck_assert_str_eq(points_of(r.log, "val/acc/top1"), "1=3");
    ck_assert_str_eq(unused_of(r.log), "note: text");
    ck_assert_uint_eq(r.diags.n_items, 0);
    reading_done(&r);
}
END_TEST

START_TEST(bad_and_truncated_lines_of_json)
{
    struct reading r = reading_of("a.jsonl",
                                  "{\"step\":1,\"loss\":3}\n{\"step\":2,\"loss\":}\n[1,2]\n"
                                  "{\"step\":3,\"loss\":1}\n{\"step\":4,\"lo",
                                  NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "1=3 3=1");
    ck_assert(reading_says(&r, DIAG_WARNING, 2, "a value is expected"));
    ck_assert_uint_eq(r.diags.items[0].column, 18);
    ck_assert(reading_says(&r, DIAG_WARNING, 3, "not an object"));
    ck_assert(reading_says(&r, DIAG_NOTE, 5, "not whole"));
    reading_done(&r);
}
END_TEST

START_TEST(wandb_history_lines)
{
    struct reading r = reading_of(
        "wandb-history.jsonl",
        "{\"_step\":0,\"_runtime\":3,\"_timestamp\":1600000000,\"loss\":2,"
        "\"v\":{\"_type\":\"video-file\",\"size\":12},\"h\":{\"_type\":\"histogram\",\"bins\":[1]}}\n"
        "{\"_step\":1,\"_runtime\":5,\"_timestamp\":1600000002,\"val_loss\":1}\n",
        NULL);
    ck_assert_str_eq(metrics_of(r.log), "loss val_loss");
    ck_assert_str_eq(points_of(r.log, "val_loss"), "1=1");
    reading_done(&r);
}
END_TEST

START_TEST(deep_json_is_a_bad_line)
{
    size_t n = 100000;
    char *text = malloc(n + 64);
    size_t used = (size_t)sprintf(text, "{\"step\":1,\"loss\":3}\n{\"a\":");
    memset(text + used, '[', n);
    text[used + n] = '\n';
    struct reading r = reading_of_bytes("a.jsonl", text, used + n + 1, NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "1=3");
    ck_assert(reading_says(&r, DIAG_WARNING, 2, "nested too deeply"));
    reading_done(&r);
    free(text);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        json_is_read_as_it_stands,       json_strings_are_unescaped,
        json_depth_is_limited,           lines_are_rows_whatever_their_keys,
        bad_and_truncated_lines_of_json, wandb_history_lines,
        deep_json_is_a_bad_line};
    return unit_main(unit_suite("readers: JSON", tests, sizeof tests / sizeof *tests));
}
