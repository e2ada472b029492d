/* Numbers, text and random streams: the leaves everything else trusts. */
#include "unit.h"

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/num.h"
#include "base/portable.h"
#include "base/rng.h"
#include "base/sha256.h"
#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum num_kind read_text(const char *s, double *value)
{
    return num_read(s, strlen(s), value);
}

START_TEST(numbers_read_as_strtod_does)
{
    static const char *const texts[] = {"0",
                                        "-0",
                                        "1",
                                        "80.000000",
                                        "0.1",
                                        ".5",
                                        "5.",
                                        "1e22",
                                        "1e23",
                                        "123456789012345678901234",
                                        "5.28067e-10",
                                        "2.2250738585072014e-308",
                                        "4.9e-324",
                                        "1.7976931348623157e308",
                                        "+3",
                                        "9007199254740993",
                                        "0.000000000000000000000000000001",
                                        "1E+05",
                                        "00012.50"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        double value;
        ck_assert_int_eq(read_text(texts[i], &value), NUM_FINITE);
        ck_assert_msg(value == strtod(texts[i], NULL), "%s read as %.17g", texts[i], value);
    }
}
END_TEST

START_TEST(random_numbers_survive_the_round_trip)
{
    struct rng rng;
    rng_init(&rng, (struct rng_key){.seed = 1});
    for (int i = 0; i < 20000; i++) {
        uint64_t bits = rng_next(&rng);
        double value, back;
        memcpy(&value, &bits, sizeof value);
        if (i % 2)
            value = round(rng_normal(&rng) * 1e6) / 1e4;
        if (!isfinite(value))
            continue;
        char text[NUM_TEXT_MAX];
        size_t n = num_write(text, value);
        ck_assert_int_eq(num_read(text, n, &back), NUM_FINITE);
        ck_assert_msg(back == value, "%.17g -> %s -> %.17g", value, text, back);
    }
}
END_TEST

/* Digits of any number, a point anywhere, exponents on both sides of every fast path. */
START_TEST(random_decimals_read_as_strtod_does)
{
    struct rng rng;
    rng_init(&rng, (struct rng_key){.seed = 2});
    for (int i = 0; i < 100000; i++) {
        char digits[48], text[80];
        snprintf(digits, sizeof digits, "%020llu%020llu", (unsigned long long)rng_next(&rng),
                 (unsigned long long)rng_next(&rng));
        int n = 1 + (int)rng_below(&rng, 22), point = (int)rng_below(&rng, (uint32_t)n + 1);
        int exponent = (int)rng_below(&rng, 64) - 32;
        const char *from = digits + rng_below(&rng, 18);
        snprintf(text, sizeof text, "%.*s.%.*se%d", point, from, n - point, from + point, exponent);
        double value, expected = strtod(text, NULL);
        ck_assert_int_eq(read_text(text, &value), NUM_FINITE);
        ck_assert_msg(value == expected, "%s read as %.17g, not %.17g", text, value, expected);
    }
}
END_TEST

START_TEST(words_that_stand_for_no_number)
{
    static const struct {
        const char *text;
        enum num_kind kind;
    } cases[] = {{"", NUM_MISSING},       {"  ", NUM_MISSING},   {"nan", NUM_MISSING},
                 {"NaN", NUM_MISSING},    {"-nan", NUM_MISSING}, {"NA", NUM_MISSING},
                 {"N/A", NUM_MISSING},    {"None", NUM_MISSING}, {"null", NUM_MISSING},
                 {"-", NUM_MISSING},      {"inf", NUM_INFINITE}, {"-Infinity", NUM_INFINITE},
                 {"1e999", NUM_INFINITE}, {"True", NUM_TEXT},    {"1.2.3", NUM_TEXT},
                 {"0x10", NUM_TEXT},      {"12ms", NUM_TEXT},    {"1,5", NUM_TEXT},
                 {"e5", NUM_TEXT},        {".", NUM_TEXT},       {"+", NUM_TEXT}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double value;
        ck_assert_msg(read_text(cases[i].text, &value) == cases[i].kind, "'%s'", cases[i].text);
    }
}
END_TEST

START_TEST(a_glued_unit_ends_the_number)
{
    double value;
    ck_assert_uint_eq(num_prefix("143.82ms", 8, &value), 6);
    ck_assert_double_eq(value, 143.82);
    ck_assert_uint_eq(num_prefix("nanms", 5, &value), 0);
    ck_assert_uint_eq(num_prefix("1e5s", 4, &value), 3);
    ck_assert_uint_eq(num_prefix("1em", 3, &value), 1);
}
END_TEST

START_TEST(numbers_ignore_a_comma_locale)
{
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE"};
    bool found = false;
    for (size_t i = 0; i < 3 && !found; i++)
        found = setlocale(LC_ALL, names[i]) != NULL;
    double value;
    char text[NUM_TEXT_MAX];
    ck_assert_int_eq(read_text("0.123456789012345678901", &value), NUM_FINITE);
    ck_assert_double_eq(value, 0.123456789012345678901);
    num_write(text, 0.5);
    ck_assert_str_eq(text, "0.5");
    num_write_fixed(text, -0.001, 2);
    ck_assert_str_eq(text, "0.00");
    setlocale(LC_ALL, "C");
}
END_TEST

START_TEST(counts_are_grouped)
{
    static const struct {
        unsigned long long value;
        const char *text;
    } cases[] = {{0, "0"}, {999, "999"}, {1000, "1,000"}, {1234567, "1,234,567"}};
    char text[NUM_TEXT_MAX];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        num_write_grouped(text, cases[i].value);
        ck_assert_str_eq(text, cases[i].text);
    }
}
END_TEST

START_TEST(nothing_raw_reaches_a_terminal)
{
    char *safe = text_visible("a\033[31mb\n\x01\xFF\xE2\x80\xAE"
                              "c\xC0\x80\xC2\x9B");
    ck_assert_str_eq(safe, "a\\e[31mb\\n\\x01\\xFF\\u{202E}c\\xC0\\x80\\u{009B}");
    free(safe);
}
END_TEST

START_TEST(utf8_round_trip)
{
    for (uint32_t code = 1; code < 0x110000; code += code < 0x900 ? 1 : 61) {
        char bytes[4];
        uint32_t back;
        if (code >= 0xD800 && code <= 0xDFFF)
            continue;
        size_t n = text_encode(code, bytes);
        ck_assert_uint_eq(text_decode(bytes, n, &back), n);
        ck_assert_uint_eq(back, code);
        if (n > 1) {
            ck_assert_uint_eq(text_decode(bytes, n - 1, &back), 1);
            ck_assert_uint_eq(back, TEXT_BAD);
        }
    }
}
END_TEST

START_TEST(the_nearest_word_is_suggested)
{
    static const char *const words[] = {"metric", "outcome", "families"};
    ck_assert_str_eq(text_nearest("metrc", words, 3), "metric");
    ck_assert_str_eq(text_nearest("familes", words, 3), "families");
    ck_assert_ptr_null(text_nearest("zebra", words, 3));
}
END_TEST

START_TEST(streams_depend_on_every_part_of_the_key)
{
    const struct rng_key keys[] = {{1, 2, 3, 4}, {2, 2, 3, 4}, {1, 3, 3, 4}, {1, 2, 4, 4},
                                   {1, 2, 3, 5}, {2, 1, 3, 4}, {1, 2, 3, 4}};
    uint64_t first[7];
    for (size_t i = 0; i < 7; i++) {
        struct rng rng;
        rng_init(&rng, keys[i]);
        first[i] = rng_next(&rng);
        for (size_t j = 0; j < i; j++)
            ck_assert_msg((first[i] == first[j]) == (i == 6 && j == 0), "%zu %zu", i, j);
    }
}
END_TEST

START_TEST(shuffles_are_uniform)
{
    enum { N = 5, ROUNDS = 60000 };
    unsigned counts[N][N] = {{0}};
    for (unsigned r = 0; r < ROUNDS; r++) {
        struct rng rng;
        uint32_t items[N] = {0, 1, 2, 3, 4};
        rng_init(&rng, (struct rng_key){.seed = 7, .draw = r});
        rng_shuffle(&rng, items, N);
        for (unsigned i = 0; i < N; i++)
            counts[i][items[i]]++;
    }
    double chi2 = 0, expected = ROUNDS / (double)N;
    for (unsigned i = 0; i < N; i++)
        for (unsigned j = 0; j < N; j++)
            chi2 += (counts[i][j] - expected) * (counts[i][j] - expected) / expected;
    ck_assert_double_lt(chi2, 39.3); /* 99.9 % point for 16 degrees of freedom */
}
END_TEST

START_TEST(normal_draws_have_their_moments)
{
    enum { N = 200000 };
    struct rng rng;
    rng_init(&rng, (struct rng_key){.seed = 11});
    double sum = 0, squares = 0;
    for (int i = 0; i < N; i++) {
        double z = rng_normal(&rng);
        sum += z;
        squares += z * z;
    }
    ck_assert_double_lt(fabs(sum / N), 4 / sqrt(N));
    ck_assert_double_lt(fabs(squares / N - 1), 4 * sqrt(2.0 / N));
}
END_TEST

/* The sanitizers say whether all of it is freed, and once. */
START_TEST(an_arena_frees_what_it_took_over)
{
    struct arena one, two;
    arena_init(&one);
    arena_init(&two);
    char *text = arena_strdup(&one, "kept"), *owned = mem_strdup("owned");
    arena_own(&one, owned);
    arena_own(&one, NULL);
    arena_own(&two, mem_strdup("another"));
    arena_alloc(&two, 1 << 20, 1);
    arena_join(&two, &one);
    ck_assert_ptr_null(one.blocks);
    arena_done(&one);
    ck_assert_str_eq(text, "kept");
    ck_assert_str_eq(owned, "owned");
    arena_done(&two);
}
END_TEST

START_TEST(sha256_of_abc)
{
    char text[SHA256_TEXT];
    sha256_hex("abc", 3, text);
    /* FIPS 180-4, appendix example */
    ck_assert_str_eq(text, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}
END_TEST

START_TEST(only_regular_files_are_read)
{
    struct file_bytes bytes;
    struct diags diags;
    diags_init(&diags);
    char fifo[128];
    snprintf(fifo, sizeof fifo, "%s/fifo", unit_folder());
    ck_assert(mkfifo(fifo, 0600) == 0 || errno == EEXIST);
    ck_assert(!file_read(fifo, 100, &bytes, &diags));
    ck_assert(!file_read(unit_folder(), 100, &bytes, &diags));
    char *path = unit_text_file("big", "0123456789");
    ck_assert(!file_read(path, 9, &bytes, &diags));
    ck_assert_uint_eq(diags.n_errors, 3);
    ck_assert(file_read(path, 10, &bytes, &diags));
    ck_assert_str_eq(bytes.bytes, "0123456789");
    file_bytes_done(&bytes);
    diags_done(&diags);
    free(path);
}
END_TEST

START_TEST(writing_keeps_an_existing_file_unless_told)
{
    struct diags diags;
    struct file_bytes bytes;
    diags_init(&diags);
    char *path = unit_text_file("kept", "old");
    ck_assert(!file_write(path, FILE_KEEP_EXISTING, "new", 3, &diags));
    ck_assert(file_read(path, 10, &bytes, &diags));
    ck_assert_str_eq(bytes.bytes, "old");
    file_bytes_done(&bytes);
    ck_assert(file_write(path, FILE_REPLACE, "new", 3, &diags));
    ck_assert(file_read(path, 10, &bytes, &diags));
    ck_assert_str_eq(bytes.bytes, "new");
    file_bytes_done(&bytes);
    ck_assert_uint_eq(diags.n_errors, 1);
    diags_done(&diags);
    free(path);
}
END_TEST

START_TEST(diagnostics_stay_bounded_and_ordered)
{
    struct diags a, b;
    diags_init(&a);
    diags_init(&b);
    for (int i = 0; i < 700; i++) {
        diags_add(&a, DIAG_WARNING, (struct diag_place){"a", 1, 2}, "first %d", i);
        diags_add(&b, DIAG_ERROR, (struct diag_place){"b", 3, 0}, "second %d", i);
    }
    diags_append(&a, &b);
    ck_assert_uint_eq(a.n_items, DIAGS_KEPT_MAX);
    ck_assert_uint_eq(a.n_unkept, 400);
    ck_assert_uint_eq(a.n_errors, 700);
    ck_assert_uint_eq(b.n_items, 0);
    ck_assert_str_eq(a.items[700].message, "second 0");
    diags_done(&a);
}
END_TEST

/* Few different keys, so that most items are equal to others: these keep their order. */
struct numbered {
    int key, place;
    char filling[5]; /* an item of an odd size */
};

static int by_key_times(const void *a, const void *b, void *user)
{
    int x = ((const struct numbered *)a)->key, y = ((const struct numbered *)b)->key;
    return *(const int *)user * ((x > y) - (x < y));
}

START_TEST(sorting_keeps_the_order_of_equals)
{
    enum { MOST = 300 };
    struct numbered items[MOST];
    for (int n = 0; n < MOST; n += n < 20 ? 1 : 37)
        for (int sign = -1; sign <= 1; sign += 2) {
            for (int i = 0; i < n; i++)
                items[i] = (struct numbered){.key = i * 7919 % 11, .place = i};
            portable_sort(items, (size_t)n, sizeof *items, by_key_times, &sign);
            for (int i = 1; i < n; i++) {
                int order = by_key_times(&items[i - 1], &items[i], &sign);
                ck_assert(order < 0 || (order == 0 && items[i - 1].place < items[i].place));
            }
        }
}
END_TEST

START_TEST(descriptors_are_closed_by_exec)
{
    for (int nonblocking = 0; nonblocking < 2; nonblocking++) {
        int ends[2];
        ck_assert(portable_pipe(ends, nonblocking));
        for (int i = 0; i < 2; i++) {
            ck_assert_int_eq(fcntl(ends[i], F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
            ck_assert_int_eq(!!(fcntl(ends[i], F_GETFL) & O_NONBLOCK), nonblocking);
            close(ends[i]);
        }
    }
    char name[300];
    snprintf(name, sizeof name, "%s/temporary.XXXXXX", unit_folder());
    int fd = portable_temporary(name);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(fcntl(fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
    close(fd);
    ck_assert_int_eq(unlink(name), 0);
}
END_TEST

START_TEST(waiting_ends_with_the_time_or_a_byte)
{
    int ends[2];
    sigset_t mask;
    sigprocmask(SIG_SETMASK, NULL, &mask);
    ck_assert(portable_pipe(ends, true));
    struct pollfd polled[] = {{.fd = -1, .events = POLLIN}, {.fd = ends[0], .events = POLLIN}};
    double start = portable_now_ms();
    ck_assert_int_eq(portable_poll(polled, 2, 30, &mask), 0);
    ck_assert_double_ge(portable_now_ms() - start, 29);
    ck_assert_int_eq((int)write(ends[1], "x", 1), 1);
    ck_assert_int_eq(portable_poll(polled, 2, -1, &mask), 1);
    ck_assert(polled[1].revents & POLLIN);
    ck_assert(!polled[0].revents);
    close(ends[0]);
    close(ends[1]);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {numbers_read_as_strtod_does,
                                  random_numbers_survive_the_round_trip,
                                  random_decimals_read_as_strtod_does,
                                  words_that_stand_for_no_number,
                                  a_glued_unit_ends_the_number,
                                  numbers_ignore_a_comma_locale,
                                  counts_are_grouped,
                                  nothing_raw_reaches_a_terminal,
                                  utf8_round_trip,
                                  the_nearest_word_is_suggested,
                                  streams_depend_on_every_part_of_the_key,
                                  shuffles_are_uniform,
                                  normal_draws_have_their_moments,
                                  an_arena_frees_what_it_took_over,
                                  sha256_of_abc,
                                  only_regular_files_are_read,
                                  writing_keeps_an_existing_file_unless_told,
                                  diagnostics_stay_bounded_and_ordered,
                                  sorting_keeps_the_order_of_equals,
                                  descriptors_are_closed_by_exec,
                                  waiting_ends_with_the_time_or_a_byte};
    return unit_main(unit_suite("base", tests, sizeof tests / sizeof *tests));
}
