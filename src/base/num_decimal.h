/* Inside of num.c and of the scanner for delimited text: a decimal number at the start of a text,
 * inline, since most of the time of reading logs is spent here.
 *
 * Digits are taken eight at a time (Lemire 2018, "Quickly parsing eight digits"); up to 19 digits
 * and a small power of ten are converted exactly: by one operation on doubles where the digits fit
 * 53 bits (Clinger 1990), on 128-bit integers otherwise; the rest goes to the C library. So every
 * result is the nearest double, ties to even. */
#ifndef LOGVAR_BASE_NUM_DECIMAL_H
#define LOGVAR_BASE_NUM_DECIMAL_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* A number taken apart: digits as one integer, and a power of ten. */
struct num_decimal {
    uint64_t digits;
    ptrdiff_t n_digits; /* leading zeros included; past 19 they do not fit */
    ptrdiff_t exponent;
    bool negative;
};

enum { NUM_EXACT_POWER_MAX = 22 };
extern const double num_powers_of_ten[NUM_EXACT_POWER_MAX + 1];
/* The value of any decimal; s[0..n) is its text. By value, so that it stays in registers before. */
double num_decimal_slow(struct num_decimal d, const char *s, size_t n);

/* p stands on an e. Returns the end of the exponent, p if it is none. */
const char *num_scan_exponent(const char *p, const char *end, ptrdiff_t *exponent);

/* `sure`, a constant, says that a character that ends any number comes at `end` at the latest, and
 * that eight bytes from there on may be read: no bound needs a look then. A number too large for a
 * double is none then, so that the others need no look at that either. */
enum { NUM_SURE_BYTES = 8 };
#define NUM_INLINE static inline __attribute__((always_inline))

NUM_INLINE bool num_is_digit(char c)
{
    return (unsigned char)(c - '0') <= 9;
}

#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/* Eight values 0 to 9, the first in the lowest byte, as one number. */
NUM_INLINE uint32_t num_join_eight(uint64_t digits)
{
    digits = digits * 10 + (digits >> 8);
    return (
        uint32_t)(((digits & UINT64_C(0x000000FF000000FF)) * UINT64_C(0x000F424000000064) +
                   (digits >> 16 & UINT64_C(0x000000FF000000FF)) * UINT64_C(0x0000271000000001)) >>
                  32);
}

/* Passes over digits, appending them to *sum. Where a word holds fewer than eight, they are moved to
 * its end and zeros come in before them. */
NUM_INLINE const char *num_scan_digits(const char *p, const char *end, bool sure, uint64_t *sum)
{
    static const uint64_t powers[] = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
    const uint64_t zeros = UINT64_C(0x3030303030303030), tops = UINT64_C(0x8080808080808080);
    uint64_t word;
    while (sure || end - p >= 8) {
        memcpy(&word, p, sizeof word);
        word ^= zeros;
        /* Carries go upwards only, so the lowest byte that is not a digit is marked rightly. */
        uint64_t wrong = ((word + UINT64_C(0x7676767676767676)) | word) & tops;
        if (wrong) {
            unsigned n_bits = (unsigned)__builtin_ctzll(wrong) & ~7U;
            if (n_bits)
                *sum = *sum * powers[n_bits / 8] + num_join_eight(word << (64 - n_bits));
            return p + n_bits / 8;
        }
        *sum = *sum * 100000000 + num_join_eight(word);
        p += 8;
    }
    for (; p < end && num_is_digit(*p); p++)
        *sum = *sum * 10 + (uint64_t)(*p - '0');
    return p;
}
#else
NUM_INLINE const char *num_scan_digits(const char *p, const char *end, bool sure, uint64_t *sum)
{
    for (; (sure || p < end) && num_is_digit(*p); p++)
        *sum = *sum * 10 + (uint64_t)(*p - '0');
    return p;
}
#endif

/* Reads the number at the start of s; returns its end, or NULL if there is none. */
NUM_INLINE const char *num_decimal_read(const char *s, const char *end, bool sure, double *value)
{
    struct num_decimal d = {.negative = (sure || s < end) && *s == '-'};
    const char *p = s + ((sure || s < end) && (*s == '-' || *s == '+')), *start = p;
    /* Most numbers have one digit before the point. */
    if ((sure || p < end) && num_is_digit(*p)) {
        d.digits = (uint64_t)(*p++ - '0');
        if ((sure || p < end) && num_is_digit(*p))
            p = num_scan_digits(p, end, sure, &d.digits);
    }
    d.n_digits = p - start;
    if ((sure || p < end) && *p == '.') {
        const char *fraction = ++p;
        p = num_scan_digits(fraction, end, sure, &d.digits);
        d.exponent = fraction - p;
        d.n_digits -= d.exponent;
    }
    if (!d.n_digits)
        return NULL;
    if ((sure || p < end) && (*p | 0x20) == 'e') {
        ptrdiff_t exponent = 0;
        p = num_scan_exponent(p, end, &exponent);
        d.exponent += exponent;
    }
    if (d.n_digits > 19 || d.digits > UINT64_C(1) << 53 || d.exponent > NUM_EXACT_POWER_MAX ||
        d.exponent < -NUM_EXACT_POWER_MAX) {
        *value = num_decimal_slow(d, s, (size_t)(p - s));
        return sure && isinf(*value) ? NULL : p;
    }
    double digits = (double)(int64_t)d.digits;
    digits = d.negative ? -digits : digits;
    *value = d.exponent < 0 ? digits / num_powers_of_ten[-d.exponent]
                            : digits * num_powers_of_ten[d.exponent];
    return p;
}

#endif
