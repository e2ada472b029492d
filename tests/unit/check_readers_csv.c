/* Delimited text: the scanner, whole tables, and logs in it. */
#include "readers.h"

#include "base/rng.h"
#include "base/strbuf.h"
#include "logs/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

/* The same log in many dresses. */
START_TEST(dress_does_not_matter)
{
    static const char *const texts[] = {
        "step,loss,acc\n1,0.5,0.25\n2,0.25,0.5\n",
        "\xEF\xBB\xBFstep,loss,acc\r\n1,0.5,0.25\r\n2,0.25,0.5\r\n",
        "step,loss,acc\r1,0.5,0.25\r2,0.25,0.5\r",
        "step;loss;acc\n1;0.5;0.25\n2;0.25;0.5",
        "step\tloss\tacc\n1\t0.5\t0.25\n2\t0.25\t0.5\n",
        "\"step\",\"loss\",\"acc\"\n\"1\",\"0.5\",\"0.25\"\n\"2\",\"0.25\",\"0.5\"\n",
        "    step,          loss,  acc\n       1,   0.5  ,  0.25\n    2,  0.25,  0.5\n",
        "step,loss,acc,\n1.000000,0.5,0.25,\n2.000000,0.25,0.5,\n",
        ",step,loss,acc\n0,1,0.5,0.25\n1,2,0.25,0.5\n",
        "Unnamed: 0,step,loss,acc\n0,1,0.5,0.25\n1,2,0.25,0.5\n",
        "# made by hand\n\nstep,loss,acc\n\n1,0.5,0.25\n# half way\n2,0.25,0.5\n\n\n",
        "# step,loss,acc\n1,0.5,0.25\n2,0.25,0.5\n",
        "step,loss,acc\n1,tensor(0.5),25%\n2,\"tensor(0.25, device='cuda:0')\",50%\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct log_reading r = reading_of("a.csv", texts[i], NULL);
        double scale = strchr(texts[i], '%') ? 100 : 1;
        ck_assert_msg(r.log, "text %zu", i);
        ck_assert_str_eq(metrics_of(r.log), "loss acc");
        ck_assert_str_eq(points_of(r.log, "loss"), "1=0.5 2=0.25");
        ck_assert_str_eq(points_of(r.log, "acc"), scale == 1 ? "1=0.25 2=0.5" : "1=25 2=50");
        ck_assert_uint_eq(r.diags.n_items, 0);
        reading_done(&r);
    }
}
END_TEST

/* Rows of plain numbers take a way of their own, up to the last bytes of the file. */
START_TEST(random_numbers_are_the_nearest_double_up_to_the_last_row)
{
    enum { N_ROWS = 3000 };
    static double expected[N_ROWS];
    struct strbuf text;
    struct rng rng;
    strbuf_init(&text);
    strbuf_puts(&text, "step,x\r\n");
    rng_init(&rng, (struct rng_key){.seed = 3});
    for (int i = 0; i < N_ROWS; i++) {
        char number[80];
        int exponent = (int)rng_below(&rng, 70) - 35;
        const char *sign = i % 3 ? "" : i % 2 ? "-" : "+";
        unsigned long long a = rng_next(&rng) >> rng_below(&rng, 60);
        unsigned long long b = rng_next(&rng) >> rng_below(&rng, 60);
        int n = snprintf(number, sizeof number, "%s%llu.%llu", sign, a, b);
        if (i % 4 == 0)
            snprintf(number + n, sizeof number - (size_t)n, "e%d", exponent);
        expected[i] = strtod(number, NULL);
        strbuf_printf(&text, "%d,%s%s%s", i, i % 5 ? "" : " ", number, i % 7 ? "\n" : " \r\n");
    }
    struct log_reading r = reading_of("x.csv", text.text, NULL);
    const struct log_series *x = log_find(r.log, "x");
    ck_assert_uint_eq(x->n_points, N_ROWS);
    for (int i = 0; i < N_ROWS; i++)
        ck_assert_msg(x->values[i] == expected[i] && log_position(x, (size_t)i, LOG_AXIS_STEP) == i,
                      "row %d: %.17g, not %.17g", i, x->values[i], expected[i]);
    ck_assert_uint_eq(r.diags.n_items, 0);
    reading_done(&r);
    strbuf_done(&text);
}
END_TEST

START_TEST(words_for_missing_and_infinite)
{
    struct log_reading r = reading_of("a.csv",
                                      "step,a,b\n1,,inf\n2,nan,-inf\n3,NaN,Infinity\n4,NA,1\n"
                                      "5,None,2\n6,null,3\n7,-,4\n8,7,N/A\n9,True,False\n",
                                      NULL);
    ck_assert_str_eq(points_of(r.log, "a"), "8=7 9=1");
    ck_assert_str_eq(points_of(r.log, "b"), "1=inf 2=-inf 3=inf 4=1 5=2 6=3 7=4 9=0");
    reading_done(&r);
}
END_TEST

START_TEST(quotes_hold_delimiters_quotes_and_line_ends)
{
    struct log_reading r = reading_of(
        "a.csv", "step,\"loss, \"\"raw\"\"\",\"two\nlines\"\n1,0.5,3\n2,0.4,oops\n", NULL);
    ck_assert_str_eq(metrics_of(r.log), "loss, \"raw\" two\nlines");
    /* The header takes two lines. */
    ck_assert(reading_says(&r, DIAG_WARNING, 4, "holds text instead of a number"));
    reading_done(&r);
}
END_TEST

START_TEST(a_quote_that_is_never_closed_spoils_one_line)
{
    struct log_reading r = reading_of("a.csv", "step,loss\n1,0.5\n2,\"0.4\n3,0.3\n", NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "1=0.5 3=0.3");
    reading_done(&r);
}
END_TEST

START_TEST(repeated_names_are_told_apart)
{
    struct log_reading r = reading_of("a.csv", "step,loss,loss\n1,3,4\n", NULL);
    ck_assert_str_eq(metrics_of(r.log), "loss loss (2)");
    reading_done(&r);
}
END_TEST

START_TEST(bad_lines_are_skipped_counted_and_named)
{
    struct log_reading r = reading_of("a.csv",
                                      "step,loss,acc\n1,3,0\nTraceback (most recent call last):\n"
                                      "2,2,0\nx,1,0\n1,2,3,4\n?,?,?\n!,!,!\n3,1,0\n",
                                      NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "1=3 2=2 3=1");
    ck_assert(reading_says(&r, DIAG_WARNING, 3, "line skipped: the step or epoch"));
    ck_assert(reading_says(&r, DIAG_WARNING, 5, "line skipped: the step or epoch"));
    ck_assert(reading_says(&r, DIAG_WARNING, 6, "line skipped: more cells"));
    ck_assert(!reading_says(&r, DIAG_WARNING, 7, ""));
    ck_assert(reading_says(&r, DIAG_WARNING, 0, "5 lines skipped in all"));
    reading_done(&r);
}
END_TEST

START_TEST(short_rows_are_read_as_far_as_they_go)
{
    struct log_reading r = reading_of("a.csv", "step,loss,acc\n1,3\n2,2\n3,1,0.5\n", NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "1=3 2=2 3=1");
    ck_assert_str_eq(points_of(r.log, "acc"), "3=0.5");
    ck_assert(
        reading_says(&r, DIAG_WARNING, 2, "rows with fewer cells than the header has columns: 2"));
    reading_done(&r);
}
END_TEST

START_TEST(a_last_line_that_is_not_whole_is_skipped_and_said)
{
    struct log_reading r = reading_of("a.csv", "step,loss,acc\n1,3,0.5\n2,2,0.6\n3,1", NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "1=3 2=2");
    ck_assert(reading_says(&r, DIAG_NOTE, 4, "incomplete"));
    reading_done(&r);

    /* A whole row without a line end is what many programs write. */
    r = reading_of("b.csv", "test_acc,test_loss\n0.6475,0.5894", NULL);
    ck_assert_str_eq(points_of(r.log, "test_loss"), "=0.5894");
    ck_assert_uint_eq(r.diags.n_items, 0);
    reading_done(&r);
}
END_TEST

START_TEST(what_cannot_be_a_log_is_an_error)
{
    static const struct {
        const char *text, *words;
        const char *format;
    } cases[] = {{"1,2,3\n4,5,6\n", "no header", NULL},
                 {"", "is empty", NULL},
                 {"step,loss\n", "no metric", "csv"},
                 {"name,colour\nx,red\n", "no metric", "csv"},
                 {"\n\n\n", "no row", "csv"},
                 {"step,loss\n1,2\n", "no reader is called 'xml'", "xml"},
                 {"just some prose, nothing else\nand more of it\n", "no format", NULL},
                 {"\x1f\x8b\x08nothing that zlib knows", "gzip", NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct reader_options options = {.format = cases[i].format};
        struct log_reading r = reading_of("a", cases[i].text, &options);
        ck_assert_msg(!r.log && r.diags.n_errors == 1, "case %zu", i);
        ck_assert_msg(strstr(r.diags.items[r.diags.n_items - 1].message, cases[i].words) != NULL,
                      "case %zu: %s", i, r.diags.items[r.diags.n_items - 1].message);
        reading_done(&r);
    }
}
END_TEST

START_TEST(the_step_is_found_by_name_or_by_option)
{
    struct log_reading r =
        reading_of("a.csv",
                   "rollout/ep_rew_mean,time/iterations,time/total_timesteps,time/time_elapsed\n"
                   "1,1,2048,3\n2,2,4096,6\n",
                   NULL);
    ck_assert_str_eq(points_of(r.log, "rollout/ep_rew_mean"), "2048=1 4096=2");
    ck_assert_str_eq(unused_of(r.log), "time/iterations: a counter; another one is the step; "
                                       "time/time_elapsed: a clock");
    reading_done(&r);

    struct reader_options options = {.step = "seen", .epoch = "pass"};
    r = reading_of("b.csv", "step,seen,pass,loss\n7,100,1,3\n8,200,2,2\n", &options);
    ck_assert_str_eq(points_of(r.log, "loss"), "100/1=3 200/2=2");
    reading_done(&r);

    options.step = "missing";
    r = reading_of("c.csv", "step,loss\n1,3\n2,2\n", &options);
    ck_assert_str_eq(points_of(r.log, "loss"), "1=3 2=2");
    ck_assert(reading_says(&r, DIAG_WARNING, 1, "no column 'missing'; the step is step"));
    reading_done(&r);
}
END_TEST

START_TEST(ignored_metrics_are_read_past)
{
    static const char *const globs[] = {"sys*"};
    struct reader_options options = {.n_ignore = 1, .ignore = globs};
    struct log_reading r = reading_of("a.csv", "step,loss,sys/gpu\n1,3,50\n", &options);
    ck_assert_str_eq(metrics_of(r.log), "loss");
    ck_assert_str_eq(unused_of(r.log), "sys/gpu: ignored as asked");
    reading_done(&r);
}
END_TEST

START_TEST(text_columns_are_listed)
{
    struct log_reading r = reading_of("a.csv", "step,host,loss\n1,a,3\n2,b,2\n", NULL);
    ck_assert_str_eq(metrics_of(r.log), "loss");
    ck_assert_str_eq(unused_of(r.log), "host: text");
    reading_done(&r);
}
END_TEST

START_TEST(rows_of_a_phase_get_its_prefix)
{
    struct log_reading r =
        reading_of("a.csv",
                   "epoch,phase,loss,val_acc\n1,train,3,\n1,val,4,0.5\n2,train,1,\n"
                   "2,Validation,2,0.6\n2,test,5,\n",
                   NULL);
    ck_assert_str_eq(metrics_of(r.log), "train_loss val_loss val_acc test_loss");
    ck_assert_str_eq(points_of(r.log, "train_loss"), "/1=3 /2=1");
    ck_assert_str_eq(points_of(r.log, "val_loss"), "/1=4 /2=2");
    ck_assert_str_eq(points_of(r.log, "val_acc"), "/1=0.5 /2=0.6");
    reading_done(&r);
}
END_TEST

START_TEST(columns_that_an_export_adds_are_no_metrics)
{
    struct log_reading r =
        reading_of("a.csv",
                   "\"Step\",\"r - loss\",\"r - loss__MIN\",\"r - loss__MAX\",\"r - _step\"\n"
                   "\"1\",\"3\",\"3\",\"3\",\"1\"\n\"2\",\"\",\"\",\"\",\"2\"\n\"3\",\"NaN\",\"1\","
                   "\"1\",\"3\"\n",
                   NULL);
    ck_assert_str_eq(metrics_of(r.log), "r - loss");
    ck_assert_str_eq(points_of(r.log, "r - loss"), "1=3");
    ck_assert(r.log->last_step == 3);
    reading_done(&r);
}
END_TEST

/* What frameworks write; the metrics and one series of it. */
START_TEST(files_of_frameworks)
{
    static const struct {
        const char *text, *metrics, *metric, *points;
    } cases[] = {
        /* Lightning: rows of training and of validation, test at the end */
        {"epoch,step,test_loss,train_loss,val_loss\n0,3,,,4.5\n0,3,,4.0,\n1,7,,,2.5\n1,7,2.4,,\n",
         "val_loss train_loss test_loss", "val_loss", "3/1=4.5 7/2=2.5"},
        /* Keras: epochs from 0 */
        {"epoch,accuracy,loss,val_accuracy,val_loss\n0,0.5,1,NA,NA\n1,0.6,0.9,0.5,1.1\n",
         "accuracy loss val_accuracy val_loss", "val_loss", "/2=1.1"},
        /* AlgoPerf: an evaluation repeats the step of a training row */
        {"global_step,loss,lr,validation/loss,score,total_duration\n500,3,0.1,,,\n"
         "500,,,2.5,12.5,100\n1000,2,0.1,,,\n,,,,,200\n",
         "loss lr validation/loss score", "loss", "500=3 1000=2"},
        /* Spinning Up */
        {"Epoch\tAverageEpRet\tStdEpRet\tTotalEnvInteracts\tTime\n0\t-1.5\t2\t4000\t3.5\n"
         "1\t-1\t2\t8000\t7.1\n",
         "AverageEpRet StdEpRet", "AverageEpRet", "4000/1=-1.5 8000/2=-1"},
        /* Ultralytics, padded, with an infinite loss */
        {"                  epoch,         train/box_loss,      metrics/mAP50(B),   val/cls_loss\n"
         "                      1,                 1.2345,                0.0123,            inf\n"
         "                      2,                 1.1345,                0.0223,        3.14159\n",
         "train/box_loss metrics/mAP50(B) val/cls_loss", "val/cls_loss", "/1=inf /2=3.14159"},
        /* timm */
        {"epoch,train_loss,eval_loss,eval_top1,eval_top5,lr\n0,6.9,6.8,0.5,1.5,0.1\n"
         "1,6.5,6.4,2.5,7.5,0.1\n",
         "train_loss eval_loss eval_top1 eval_top5 lr", "eval_top1", "/1=0.5 /2=2.5"},
        /* Weights & Biases, history */
        {"\"_step\",\"loss\",\"_runtime\",\"_timestamp\"\n\"0\",\"2.5\",\"1.5\",\"1600000000.5\"\n"
         "\"10\",\"NaN\",\"2.5\",\"1600000001.5\"\n\"20\",\"1.5\",\"2.5\",\"1600000001.5\"\n",
         "loss", "loss", "0=2.5 20=1.5"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct log_reading r = reading_of("metrics.csv", cases[i].text, NULL);
        ck_assert_msg(r.log, "case %zu", i);
        ck_assert_str_eq(metrics_of(r.log), cases[i].metrics);
        ck_assert_str_eq(points_of(r.log, cases[i].metric), cases[i].points);
        ck_assert_uint_eq(r.diags.n_errors, 0);
        reading_done(&r);
    }
}
END_TEST

START_TEST(monitor_files_count_the_steps_of_episodes)
{
    struct log_reading r = reading_of("0.monitor.csv",
                                      "#{\"t_start\": 1745342090.75, \"env_id\": \"None\"}\nr,l,t\n"
                                      "10.5,100,1.5\n11.5,150,2.5\n12.5,50,3.5\n",
                                      NULL);
    ck_assert_str_eq(points_of(r.log, "r"), "100=10.5 250=11.5 300=12.5");
    ck_assert_str_eq(unused_of(r.log), "t: a clock");
    reading_done(&r);
}
END_TEST

START_TEST(one_metric_a_file_is_named_by_the_file)
{
    struct log_reading r =
        reading_of("run-mlp_1-tag-train_loss.csv",
                   "Wall time,Step,Value\n1600000000.5,10,0.5\n1600000001,20,0.25\n", NULL);
    ck_assert_str_eq(points_of(r.log, "train_loss"), "10=0.5 20=0.25");
    reading_done(&r);

    r = reading_of("plots/metrics/train/loss.tsv", "step\tloss\n0\t0.5\n1\t0.25\n", NULL);
    ck_assert_str_eq(points_of(r.log, "train/loss"), "0=0.5 1=0.25");
    reading_done(&r);
}
END_TEST

START_TEST(gzip_is_taken_off_by_its_magic)
{
    static const char text[] = "step,loss\n1,3\n2,2\n";
    unsigned char packed[200];
    z_stream stream = {.next_in = (Bytef *)(uintptr_t)text,
                       .avail_in = sizeof text - 1,
                       .next_out = packed,
                       .avail_out = sizeof packed};
    ck_assert_int_eq(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
    ck_assert_int_eq(deflate(&stream, Z_FINISH), Z_STREAM_END);
    size_t n = sizeof packed - stream.avail_out;
    deflateEnd(&stream);
    struct log_reading r = reading_of_bytes("a.csv", packed, n, NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "1=3 2=2");
    reading_done(&r);

    /* Two members, as when files were joined. */
    memcpy(packed + n, packed, n);
    r = reading_of_bytes("b.csv", packed, 2 * n, NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "1=3 2=2");
    ck_assert(reading_says(&r, DIAG_NOTE, 5, "resumed or second run"));
    reading_done(&r);

    r = reading_of_bytes("c.csv", packed, n - 6, NULL);
    ck_assert_str_eq(points_of(r.log, "loss"), "1=3 2=2");
    ck_assert(reading_says(&r, DIAG_WARNING, 0, "stop short"));
    reading_done(&r);
}
END_TEST

/* What is not read is named, with what to do, whatever the file is called or log: format says. */
START_TEST(what_is_compressed_otherwise_is_named)
{
    static const struct {
        const char *bytes;
        size_t n_bytes;
        const char *words;
    } cases[] = {
        {"\x28\xB5\x2F\xFD\x24\x09\x49\x00\x00step,loss\n1,2\n", 24,
         "is compressed with Zstandard, and only gzip is read: unpack it first (zstd -d)"},
        {"\xFD\x37\x7A\x58\x5A\x00\x00\x04\xE6\xD6\xB4\x46", 12, "is compressed with xz"},
        {"BZh91AY&SY\x94\x6E\xC8\x1A", 14, "is compressed with bzip2"},
        {"PK\x03\x04\x14\x00\x00\x00", 8, "is a zip archive: unpack it"},
        {"\x93NUMPY\x01\x00v\x00", 10, "is a NumPy file"},
        {"ARROW1\0\0\xFF\xFF", 10, "is an Arrow file"},
        {"\x80\x02"
         "cnumpy\n",
         9, "is a Python pickle"},
        {"\x80\x03"
         "cnumpy\n",
         9, "is a Python pickle"},
        {"SQLite format 3\0\x10", 17, "the manifest's key mlflow"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int forced = 0; forced < 2; forced++) {
            struct reader_options options = {.format = forced ? "csv" : NULL};
            struct log_reading r =
                reading_of_bytes("a.csv", cases[i].bytes, cases[i].n_bytes, &options);
            ck_assert_ptr_null(r.log);
            ck_assert_uint_eq(r.diags.n_items, 1);
            ck_assert_msg(reading_says(&r, DIAG_ERROR, 0, cases[i].words), "%s",
                          r.diags.items[0].message);
            reading_done(&r);
        }
    /* Text may begin with such letters. */
    struct log_reading r = reading_of("a.csv", "BZh,step\n3,1\n2,2\n", NULL);
    ck_assert_str_eq(points_of(r.log, "BZh"), "1=3 2=2");
    reading_done(&r);
}
END_TEST

/* What PowerShell makes of "python train.py > log.txt". */
START_TEST(utf16_is_read)
{
    static const char text[] = "step,loss \xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\r\n1,3\r\n2,2\r\n";
    static const unsigned units[] = {
        's',  't',  'e', 'p', ',', 'l',  'o',  's', 's', ' ', 0xE9, 0x20AC, 0xD83D, 0xDE00,
        '\r', '\n', '1', ',', '3', '\r', '\n', '2', ',', '2', '\r', '\n',   0xDC00, '\n'};
    const size_t n = sizeof units / sizeof *units;
    struct log_reading utf8 = reading_of("a.csv", text, NULL);
    for (int big = 0; big < 2; big++) {
        char bytes[2 + 2 * sizeof units / sizeof *units + 1] = {0};
        memcpy(bytes, big ? "\xFE\xFF" : "\xFF\xFE", 2);
        for (size_t i = 0; i < n; i++) {
            bytes[2 + 2 * i + !big] = (char)(units[i] >> 8);
            bytes[2 + 2 * i + big] = (char)units[i];
        }
        /* Without the last line, a lone half of a pair; with it, and half a unit behind it. */
        struct log_reading r = reading_of_bytes("b.csv", bytes, 2 + 2 * (n - 2), NULL);
        ck_assert_str_eq(metrics_of(r.log), "loss \xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
        ck_assert_str_eq(points_of(r.log, utf8.log->series[0].metric), "1=3 2=2");
        ck_assert_uint_eq(r.diags.n_items, 0);
        reading_done(&r);
        r = reading_of_bytes("c.csv", bytes, 2 + 2 * n + 1, NULL);
        ck_assert_str_eq(points_of(r.log, utf8.log->series[0].metric), "1=3 2=2");
        ck_assert(reading_says(&r, DIAG_WARNING, 4, "line skipped"));
        reading_done(&r);
    }
    reading_done(&utf8);
}
END_TEST

START_TEST(a_row_of_ten_million_cells_is_an_error_with_the_number)
{
    size_t n = 10 * 1000 * 1000;
    char *text = malloc(n + 1);
    memset(text, ',', n);
    memcpy(text, "step", 4);
    text[n] = '\n';
    struct reader_options options = {.format = "csv"};
    struct log_reading r = reading_of_bytes("a.csv", text, n + 1, &options);
    free(text);
    ck_assert_ptr_null(r.log);
    ck_assert(reading_says(&r, DIAG_ERROR, 1, "more than 100000 cells in one row"));
    reading_done(&r);
}
END_TEST

START_TEST(whole_tables_keep_their_cells)
{
    static const char text[] = "\xEF\xBB\xBFmodel,,run,acc,acc\n\"a \"\"b\"\"\",x, 08 ,0.5\nc\n"
                               "d,e,f,g,h,i\nd,e,f,g,h,,\n";
    struct data_table table;
    struct diags diags;
    diags_init(&diags);
    ck_assert(table_parse("t.csv", text, sizeof text - 1, '\0', &table, &diags));
    ck_assert_uint_eq(table.n_columns, 5);
    ck_assert_str_eq(table.names[1], "column 2");
    ck_assert_str_eq(table.names[4], "acc (2)");
    ck_assert_uint_eq(table_column(&table, "run"), 2);
    ck_assert_uint_eq(table_column(&table, "none"), (size_t)-1);
    ck_assert_uint_eq(table.n_rows, 3);
    ck_assert_uint_eq(table.rows[0].cells[0].length, 5);
    ck_assert_mem_eq(table.rows[0].cells[0].text, "a \"b\"", 5);
    ck_assert_mem_eq(table.rows[0].cells[2].text, "08", 2);
    ck_assert_uint_eq(table.rows[1].n_cells, 1);
    ck_assert_uint_eq(table.rows[2].line, 5);
    ck_assert_uint_eq(diags.n_items, 2);
    table_done(&table);
    diags_done(&diags);
}
END_TEST

START_TEST(real_lightning_logs)
{
    char *path = unit_shared_path("real/samples/lightning/version_133/metrics.csv");
    if (!path)
        return;
    struct diags diags;
    diags_init(&diags);
    struct log *log = reader_read_file(path, "metrics.csv", NULL, &diags);
    ck_assert_str_eq(metrics_of(log), "val_loss train_loss");
    ck_assert_uint_eq(log_find(log, "val_loss")->n_points, 84);
    ck_assert_uint_eq(log_find(log, "train_loss")->n_points, 82);
    ck_assert(log->last_step == 4115 && log->last_epoch == 84);
    log_free(log);
    diags_done(&diags);
    free(path);
}
END_TEST

START_TEST(real_logs_with_trailing_commas)
{
    char *path = unit_shared_path(
        "real/bert-finetune-50seeds/bert_output/standard_debiased/RTE/SEED12/raw_log.txt");
    if (!path)
        return;
    struct diags diags;
    diags_init(&diags);
    struct log *log = reader_read_file(path, "raw_log.txt", NULL, &diags);
    ck_assert_str_eq(metrics_of(log), "val_acc val_loss best_val_acc learning_rate loss");
    ck_assert_uint_eq(log_find(log, "loss")->n_points, 11);
    ck_assert(log_position(log_find(log, "val_loss"), 2, LOG_AXIS_STEP) == 69);
    ck_assert(log_find(log, "val_loss")->values[2] == 0.740656);
    ck_assert_uint_eq(diags.n_items, 0);
    log_free(log);
    diags_done(&diags);
    free(path);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {dress_does_not_matter,
                                  random_numbers_are_the_nearest_double_up_to_the_last_row,
                                  words_for_missing_and_infinite,
                                  quotes_hold_delimiters_quotes_and_line_ends,
                                  a_quote_that_is_never_closed_spoils_one_line,
                                  repeated_names_are_told_apart,
                                  bad_lines_are_skipped_counted_and_named,
                                  short_rows_are_read_as_far_as_they_go,
                                  a_last_line_that_is_not_whole_is_skipped_and_said,
                                  what_cannot_be_a_log_is_an_error,
                                  the_step_is_found_by_name_or_by_option,
                                  ignored_metrics_are_read_past,
                                  text_columns_are_listed,
                                  rows_of_a_phase_get_its_prefix,
                                  columns_that_an_export_adds_are_no_metrics,
                                  files_of_frameworks,
                                  monitor_files_count_the_steps_of_episodes,
                                  one_metric_a_file_is_named_by_the_file,
                                  gzip_is_taken_off_by_its_magic,
                                  what_is_compressed_otherwise_is_named,
                                  utf16_is_read,
                                  a_row_of_ten_million_cells_is_an_error_with_the_number,
                                  whole_tables_keep_their_cells,
                                  real_lightning_logs,
                                  real_logs_with_trailing_commas};
    return unit_main(unit_suite("readers: delimited text", tests, sizeof tests / sizeof *tests));
}
