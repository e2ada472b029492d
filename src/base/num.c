#include "base/num.h"

#include <ctype.h>
#include <locale.h>
#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static locale_t c_locale;

static void make_c_locale(void)
{
    c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

static locale_t numeric_locale(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, make_c_locale);
    return c_locale;
}

/* A decimal number taken apart: digits as one integer, and a power of ten. */
struct decimal {
    uint64_t digits;
    ptrdiff_t n_digits; /* leading zeros included; past 19 they do not fit */
    ptrdiff_t exponent;
    bool negative;
};

static inline bool is_digit(char c)
{
    return (unsigned char)(c - '0') <= 9;
}

#if defined __BYTE_ORDER__ && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
/* How many of the eight characters, from the first on, are digits. */
static inline unsigned count_digits(uint64_t word)
{
    uint64_t high = word & UINT64_C(0xF0F0F0F0F0F0F0F0);
    uint64_t carry = (word + UINT64_C(0x0606060606060606)) & UINT64_C(0xF0F0F0F0F0F0F0F0);
    uint64_t wrong = (high ^ UINT64_C(0x3030303030303030)) | (carry ^ UINT64_C(0x3030303030303030));
    return wrong ? (unsigned)__builtin_ctzll(wrong) / 8 : 8;
}

/* Eight digits in one word (Lemire 2018); the first character is the most significant digit. */
static inline uint64_t value_of_eight(uint64_t word)
{
    word -= UINT64_C(0x3030303030303030);
    word = word * 10 + (word >> 8);
    return ((word & UINT64_C(0x000000FF000000FF)) * UINT64_C(0x000F424000000064) +
            (word >> 16 & UINT64_C(0x000000FF000000FF)) * UINT64_C(0x0000271000000001)) >>
           32 & 0xFFFFFFFF;
}

/* Digits eight at a time: how many there are decides no branch but the last. What follows the
 * digits in the word is shifted out, zeros come in before them. */
static inline const char *scan_digits(const char *p, const char *end, uint64_t *digits)
{
    static const uint64_t powers[] = {1,      10,      100,      1000,     10000,
                                      100000, 1000000, 10000000, 100000000};
    uint64_t sum = *digits, word;
    while (end - p >= 8) {
        memcpy(&word, p, sizeof word);
        unsigned n = count_digits(word);
        if (!n)
            break;
        unsigned unused = 64 - 8 * n;
        word = word << unused | (unused ? UINT64_C(0x3030303030303030) >> (64 - unused) : 0);
        sum = sum * powers[n] + value_of_eight(word);
        p += n;
        if (n < 8)
            break;
    }
    if (end - p < 8)
        for (; p < end && is_digit(*p); p++)
            sum = sum * 10 + (uint64_t)(*p - '0');
    *digits = sum;
    return p;
}
#else
static inline const char *scan_digits(const char *p, const char *end, uint64_t *digits)
{
    uint64_t sum = *digits;
    for (; p < end && is_digit(*p); p++)
        sum = sum * 10 + (uint64_t)(*p - '0');
    *digits = sum;
    return p;
}
#endif

static inline const char *scan_exponent(const char *p, const char *end, struct decimal *d)
{
    if (p == end || (*p | 0x20) != 'e')
        return p;
    const char *q = p + 1;
    bool negative = q < end && *q == '-';
    q += q < end && (*q == '-' || *q == '+');
    if (q == end || !is_digit(*q))
        return p;
    ptrdiff_t value = 0;
    for (; q < end && is_digit(*q); q++)
        value = value < 100000 ? value * 10 + (*q - '0') : value;
    d->exponent += negative ? -value : value;
    return q;
}

/* Returns the end of the number, or NULL if there is none at p. */
static inline const char *scan_decimal(const char *p, const char *end, struct decimal *d)
{
    *d = (struct decimal){.negative = p < end && *p == '-'};
    p += p < end && (*p == '-' || *p == '+');
    const char *start = p;
    p = scan_digits(p, end, &d->digits);
    d->n_digits = p - start;
    if (p < end && *p == '.') {
        const char *fraction = p + 1;
        p = scan_digits(fraction, end, &d->digits);
        d->exponent = fraction - p;
        d->n_digits += p - fraction;
    }
    return d->n_digits ? scan_exponent(p, end, d) : NULL;
}

static double slow_value(const char *s, size_t n)
{
    char small[128];
    char *copy = n < sizeof small ? small : malloc(n + 1);
    if (!copy)
        return NAN;
    memcpy(copy, s, n);
    copy[n] = '\0';
    double value = strtod_l(copy, NULL, numeric_locale());
    if (copy != small)
        free(copy);
    return value;
}

enum { EXACT_POWER_MAX = 22, FIVES_MAX = 27 }; /* 5^27 is the largest that 64 bits hold */

#ifdef __SIZEOF_INT128__
typedef unsigned __int128 uint128;

/* significand * 2^exponent, rounded to nearest, ties to even; `inexact` says that something not
 * zero was cut off below the significand, which has its top bit set. */
static double round_to_double(uint64_t significand, int exponent, bool inexact)
{
    const uint64_t half = UINT64_C(1) << 10, below = significand & 0x7FF;
    uint64_t rounded = significand >> 11;
    rounded += below > half || (below == half && (inexact || (rounded & 1)));
    uint64_t bits = (uint64_t)(1023 + exponent + 11) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return (double)rounded * scale;
}

/* Up to 19 digits and a power of ten within FIVES_MAX, exactly: digits times or over a power of
 * five is one multiplication or division of 128 bits, whose remainder decides the rounding. */
static double wide_value(const struct decimal *d)
{
    static const uint64_t fives[FIVES_MAX + 1] = {
        1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, 1953125, 9765625, 48828125, 244140625,
        1220703125, 6103515625, 30517578125, 152587890625, 762939453125, 3814697265625,
        19073486328125, 95367431640625, 476837158203125, 2384185791015625, 11920928955078125,
        59604644775390625, 298023223876953125, 1490116119384765625, 7450580596923828125};
    int power = (int)d->exponent, shift = __builtin_clzll(d->digits);
    uint64_t digits = d->digits << shift;
    if (power >= 0) {
        uint128 product = (uint128)digits * fives[power];
        int bits = __builtin_clzll((uint64_t)(product >> 64) | 1);
        bits = product >> 64 ? bits : 64;
        product <<= bits;
        return round_to_double((uint64_t)(product >> 64), power - shift + 64 - bits,
                               (uint64_t)product != 0);
    }
    int five_shift = __builtin_clzll(fives[-power]);
    uint64_t five = fives[-power] << five_shift;
    uint128 numerator = (uint128)digits << 63;
    uint64_t quotient = (uint64_t)(numerator / five);
    bool inexact = (uint128)quotient * five != numerator;
    int exponent = five_shift - shift - 63 + power, bits = __builtin_clzll(quotient);
    return round_to_double(quotient << bits, exponent - bits, inexact);
}

static bool fits_wide(const struct decimal *d)
{
    return d->digits && d->n_digits <= 19 && d->exponent >= -FIVES_MAX && d->exponent <= FIVES_MAX;
}
#else
static double wide_value(const struct decimal *d)
{
    return (double)d->digits;
}

static bool fits_wide(const struct decimal *d)
{
    (void)d;
    return false;
}
#endif

static inline double decimal_value(const struct decimal *d, const char *s, size_t n)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    double value;
    if (d->n_digits <= 19 && d->digits <= UINT64_C(1) << 53 && d->exponent <= EXACT_POWER_MAX &&
        d->exponent >= -EXACT_POWER_MAX)
        value = d->exponent < 0 ? (double)d->digits / powers[-d->exponent]
                                : (double)d->digits * powers[d->exponent];
    else if (fits_wide(d))
        value = wide_value(d);
    else
        return slow_value(s, n);
    return d->negative ? -value : value;
}

size_t num_prefix(const char *s, size_t n, double *value)
{
    struct decimal d;
    const char *end = scan_decimal(s, s + n, &d);
    if (!end)
        return 0;
    size_t used = (size_t)(end - s);
    *value = decimal_value(&d, s, used);
    return used;
}

static enum num_kind read_word(const char *s, size_t n, double *value)
{
    static const char *const missing[] = {"nan", "na", "n/a", "none", "null", "-", "<na>"};
    static const char *const infinite[] = {"inf", "infinity", "1.#inf"};
    *value = NAN;
    if (!n)
        return NUM_MISSING;
    size_t sign = s[0] == '-' || s[0] == '+';
    for (size_t i = 0; i < sizeof infinite / sizeof *infinite; i++)
        if (strlen(infinite[i]) == n - sign && !strncasecmp(s + sign, infinite[i], n - sign)) {
            *value = s[0] == '-' ? -INFINITY : INFINITY;
            return NUM_INFINITE;
        }
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++)
        if (strlen(missing[i]) == n && !strncasecmp(s, missing[i], n))
            return NUM_MISSING;
    if (n == 4 && (!strncasecmp(s, "-nan", 4) || !strncasecmp(s, "+nan", 4)))
        return NUM_MISSING;
    return NUM_TEXT;
}

enum num_kind num_read(const char *s, size_t n, double *value)
{
    while (n && (*s == ' ' || *s == '\t'))
        s++, n--;
    while (n && (s[n - 1] == ' ' || s[n - 1] == '\t'))
        n--;
    if (num_prefix(s, n, value) != n || !n)
        return read_word(s, n, value);
    return isinf(*value) ? NUM_INFINITE : NUM_FINITE;
}

bool num_read_count(const char *s, size_t n, unsigned long long max, unsigned long long *value)
{
    unsigned long long sum = 0;
    if (!n)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (s[i] < '0' || s[i] > '9' || sum > (max - (unsigned)(s[i] - '0')) / 10)
            return false;
        sum = sum * 10 + (unsigned)(s[i] - '0');
    }
    *value = sum;
    return true;
}

/* snprintf follows the thread's locale; this one is always the C locale's. */
static size_t print_double(char text[NUM_TEXT_MAX], const char *format, int digits, double value)
{
    locale_t before = uselocale(numeric_locale());
    int n = snprintf(text, NUM_TEXT_MAX, format, digits, value);
    uselocale(before);
    return n < 0 ? 0 : (size_t)n;
}

size_t num_write(char text[NUM_TEXT_MAX], double value)
{
    if (isnan(value))
        return strlen(strcpy(text, "nan"));
    size_t n = 0;
    for (int digits = 15; digits <= 17; digits++) {
        n = print_double(text, "%.*g", digits, value);
        if (isinf(value) || slow_value(text, n) == value)
            break;
    }
    return n;
}

size_t num_write_fixed(char text[NUM_TEXT_MAX], double value, int decimals)
{
    if (!(fabs(value) < 1e15))
        return num_write(text, value);
    size_t n = print_double(text, "%.*f", decimals, value);
    /* "-0.00" says something that is not so. */
    if (text[0] == '-' && strspn(text, "-0.") == n)
        memmove(text, text + 1, n--);
    return n;
}

size_t num_write_grouped(char text[NUM_TEXT_MAX], unsigned long long value)
{
    char plain[NUM_TEXT_MAX];
    size_t n = (size_t)snprintf(plain, sizeof plain, "%llu", value), used = 0;
    for (size_t i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0)
            text[used++] = ',';
        text[used++] = plain[i];
    }
    text[used] = '\0';
    return used;
}
