/* What a terminal sends, without a terminal: nothing that is not a key of logvar comes out as one. */
#include "tui/decode.h"

#include "unit.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What came out, a character each: presses as they are, pasted text in capitals, '!' for Esc. */
static void feed(struct decode *decode, const char *text, char *out)
{
    size_t n = strlen(out);
    for (; *text; text++) {
        uint32_t code = (unsigned char)*text;
        enum decode_result result = decode_feed(decode, &code);
        if (result == DECODE_PRESS)
            out[n++] = (char)code;
        if (result == DECODE_PASTED)
            out[n++] = (char)(code >= 'a' && code <= 'z' ? code - 32 : code);
    }
    out[n] = 0;
    if (decode_rest(decode))
        strcpy(out + n, "!");
}

static void expect(const char *sent, const char *expected)
{
    struct decode decode = {0};
    char out[256] = "";
    feed(&decode, sent, out);
    ck_assert_msg(!strcmp(out, expected), "sent %s: '%s', not '%s'", sent + 1, out, expected);
}

START_TEST(keys_are_keys)
{
    expect("jk", "jk");
    expect("\033", "!");
    expect("\033\033", "!");
    expect("\r\t\177", "\r\t\177");
}
END_TEST

START_TEST(sequences_do_nothing)
{
    expect("\033[1;5Cj", "j");
    expect("\033[Cj", "j");
    expect("\033[23;6~j", "j");
    expect("\033[[Aj", "j");
    expect("\033Odj", "j");
    expect("\033[?1;2cj", "j");
    expect("\033[27;5;9~j", "j");
    expect("\033[99999999999999999999999uj", "j");
    expect("\033]11;rgb:0000/0000/0000\007j", "j");
    expect("\033]11;rgb:0000/0000/0000\033\\j", "j");
    expect("\033P1$r0m\033\\j", "j");
    expect("\033qj", "j");      /* Alt-q */
    expect("\033\033[Aj", "j"); /* Alt-Up */
}
END_TEST

START_TEST(what_breaks_a_sequence_is_a_key)
{
    expect("\033[1;5\rj", "\rj");
    expect("\033[1\033[Bj", "j");
}
END_TEST

START_TEST(pasted_text_is_apart)
{
    expect("j\033[200~abc\033[201~k", "jABCk");
    expect("\033[200~a\033[31mb\033[0m\033[201~k", "ABk");
    expect("\033[200~a\033]0;title\033[201~k", "Ak");
    expect("\033[200~q\r5\033[201~", "Q\r5");
}
END_TEST

START_TEST(a_slow_line_cuts_anywhere)
{
    static const char sent[] = "\033[1;5C\033[200~ab\033[201~";
    for (size_t cut = 2; cut < sizeof sent - 1; cut++) {
        struct decode decode = {0};
        char out[64] = "", first[64] = "";
        memcpy(first, sent, cut);
        if (first[cut - 1] == '\033')
            continue; /* curses itself waits there */
        feed(&decode, first, out);
        feed(&decode, sent + cut, out);
        ck_assert_str_eq(out, "AB");
    }
}
END_TEST

START_TEST(no_key_is_swallowed_for_good)
{
    static const char *const begun[] = {"\033[", "\033]",   "\033P",
                                        "\033O", "\033[1;", "\033[200~x"};
    for (size_t i = 0; i < sizeof begun / sizeof *begun; i++) {
        struct decode decode = {0};
        char out[64] = "";
        feed(&decode, begun[i], out);
        decode_quiet(&decode, 2000);
        *out = 0;
        feed(&decode, "j", out);
        ck_assert_str_eq(out, "j");
    }
}
END_TEST

/* Random bytes: whatever comes, a key after silence is a key. */
START_TEST(whatever_comes)
{
    unsigned state = 1;
    for (int round = 0; round < 20000; round++) {
        struct decode decode = {0};
        char out[256] = "";
        for (int i = 0; i < 40; i++) {
            state = state * 1103515245u + 12345u;
            uint32_t code = (state >> 16 & 7) ? (state >> 20) % 128 : 27;
            decode_feed(&decode, &code);
            if ((state >> 28) == 0)
                decode_rest(&decode);
        }
        decode_rest(&decode);
        decode_quiet(&decode, 2000);
        feed(&decode, "j", out);
        ck_assert_str_eq(out, "j");
    }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        keys_are_keys,        sequences_do_nothing,      what_breaks_a_sequence_is_a_key,
        pasted_text_is_apart, a_slow_line_cuts_anywhere, no_key_is_swallowed_for_good,
        whatever_comes};
    return unit_main(unit_suite("tui: what a terminal sends", tests, sizeof tests / sizeof *tests));
}
