#include "base/num.h"

#include "base/mem.h"
#include "base/num_decimal.h"

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

const char *num_scan_exponent(const char *p, const char *end, ptrdiff_t *exponent)
{
    const char *q = p + 1;
    bool negative = q < end && *q == '-';
    q += q < end && (*q == '-' || *q == '+');
    if (q == end || !num_is_digit(*q))
        return p;
    ptrdiff_t value = 0;
    for (; q < end && num_is_digit(*q); q++)
        value = value < 100000 ? value * 10 + (*q - '0') : value;
    *exponent = negative ? -value : value;
    return q;
}

static double slow_value(const char *s, size_t n)
{
    char small[128];
    char *copy = n < sizeof small ? small : mem_alloc(n + 1);
    memcpy(copy, s, n);
    copy[n] = '\0';
    double value = strtod_l(copy, NULL, numeric_locale());
    if (copy != small)
        free(copy);
    return value;
}

enum { FIVES_MAX = 27 }; /* 5^27 is the largest that 64 bits hold */

#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 uint128;

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

/* A power of five, its top bit set, and what its division by multiplication takes. */
struct five {
    uint64_t power, normal;
    uint64_t reciprocal; /* floor((2^128 - 1) / normal) - 2^64 */
    int shift;           /* normal = power << shift */
};
#define FIVE_SHIFT(power) __builtin_clzll(UINT64_C(power))
#define FIVE_NORMAL(power) (UINT64_C(power) << FIVE_SHIFT(power))
#define FIVE(power)                                                                                \
    {                                                                                              \
        UINT64_C(power), FIVE_NORMAL(power), (uint64_t)(~(uint128)0 / FIVE_NORMAL(power)),         \
            FIVE_SHIFT(power)                                                                      \
    }
/* clang-format off */
static const struct five fives[FIVES_MAX + 1] = {
    FIVE(1), FIVE(5), FIVE(25), FIVE(125), FIVE(625), FIVE(3125), FIVE(15625), FIVE(78125),
    FIVE(390625), FIVE(1953125), FIVE(9765625), FIVE(48828125), FIVE(244140625), FIVE(1220703125),
    FIVE(6103515625), FIVE(30517578125), FIVE(152587890625), FIVE(762939453125),
    FIVE(3814697265625), FIVE(19073486328125), FIVE(95367431640625), FIVE(476837158203125),
    FIVE(2384185791015625), FIVE(11920928955078125), FIVE(59604644775390625),
    FIVE(298023223876953125), FIVE(1490116119384765625), FIVE(7450580596923828125)};
/* clang-format on */

/* numerator / five->normal, below 2^64, by its reciprocal (Moller and Granlund 2011, algorithm 4). */
static uint64_t divide(uint128 numerator, const struct five *five, bool *inexact)
{
    uint64_t high = (uint64_t)(numerator >> 64), low = (uint64_t)numerator;
    uint128 estimate = (uint128)five->reciprocal * high + numerator;
    uint64_t quotient = (uint64_t)(estimate >> 64) + 1;
    uint64_t remainder = low - quotient * five->normal;
    if (remainder > (uint64_t)estimate) {
        quotient--;
        remainder += five->normal;
    }
    if (remainder >= five->normal) {
        quotient++;
        remainder -= five->normal;
    }
    *inexact = remainder != 0;
    return quotient;
}

/* Up to 19 digits and a power of ten within FIVES_MAX, exactly: digits times or over a power of
 * five is one multiplication or division of 128 bits, whose remainder decides the rounding. */
static double wide_value(const struct num_decimal *d)
{
    int power = (int)d->exponent, shift = __builtin_clzll(d->digits);
    uint64_t digits = d->digits << shift;
    if (power >= 0) {
        uint128 product = (uint128)digits * fives[power].power;
        int bits = __builtin_clzll((uint64_t)(product >> 64) | 1);
        bits = product >> 64 ? bits : 64;
        product <<= bits;
        return round_to_double((uint64_t)(product >> 64), power - shift + 64 - bits,
                               (uint64_t)product != 0);
    }
    const struct five *five = &fives[-power];
    bool inexact;
    uint64_t quotient = divide((uint128)digits << 63, five, &inexact);
    int exponent = five->shift - shift - 63 + power, bits = __builtin_clzll(quotient);
    return round_to_double(quotient << bits, exponent - bits, inexact);
}

static bool fits_wide(const struct num_decimal *d)
{
    return d->digits && d->n_digits <= 19 && d->exponent >= -FIVES_MAX && d->exponent <= FIVES_MAX;
}
#else
static double wide_value(const struct num_decimal *d)
{
    return (double)d->digits;
}

static bool fits_wide(const struct num_decimal *d)
{
    (void)d;
    return false;
}
#endif

const double num_powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

double num_decimal_slow(struct num_decimal d, const char *s, size_t n)
{
    if (!fits_wide(&d))
        return slow_value(s, n);
    double value = wide_value(&d);
    return d.negative ? -value : value;
}

size_t num_prefix(const char *s, size_t n, double *value)
{
    const char *end = num_decimal_read(s, s + n, false, value);
    return end ? (size_t)(end - s) : 0;
}

/* A quiet NaN whose payload spells it. */
static const uint64_t written_nan = UINT64_C(0x7ff80000006e616e);

double num_nan(void)
{
    double value;
    memcpy(&value, &written_nan, sizeof value);
    return value;
}

bool num_is_written_nan(double value)
{
    return !memcmp(&value, &written_nan, sizeof value);
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
        if (strlen(missing[i]) == n && !strncasecmp(s, missing[i], n)) {
            *value = i == 0 ? num_nan() : (double)NAN;
            return NUM_MISSING;
        }
    if (n != 4 || (strncasecmp(s, "-nan", 4) != 0 && strncasecmp(s, "+nan", 4) != 0))
        return NUM_TEXT;
    *value = num_nan();
    return NUM_MISSING;
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
        return (size_t)snprintf(text, NUM_TEXT_MAX, "nan");
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
