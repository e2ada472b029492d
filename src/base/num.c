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
    int n_digits; /* significant ones */
    int exponent;
    bool negative;
};

static const char *scan_digits(const char *p, const char *end, struct decimal *d, int step)
{
    for (; p < end && *p >= '0' && *p <= '9'; p++) {
        if (d->n_digits < 19) {
            d->digits = d->digits * 10 + (uint64_t)(*p - '0');
            d->n_digits += d->n_digits > 0 || *p != '0';
            d->exponent -= step;
        } else {
            d->n_digits++;
            d->exponent += 1 - step;
        }
    }
    return p;
}

static const char *scan_exponent(const char *p, const char *end, struct decimal *d)
{
    if (p == end || (*p != 'e' && *p != 'E'))
        return p;
    const char *q = p + 1;
    bool negative = q < end && *q == '-';
    q += q < end && (*q == '-' || *q == '+');
    if (q == end || *q < '0' || *q > '9')
        return p;
    int value = 0;
    for (; q < end && *q >= '0' && *q <= '9'; q++)
        value = value < 100000 ? value * 10 + (*q - '0') : value;
    d->exponent += negative ? -value : value;
    return q;
}

/* Returns the end of the number, or NULL if there is none at p. */
static const char *scan_decimal(const char *p, const char *end, struct decimal *d)
{
    *d = (struct decimal){0};
    d->negative = p < end && *p == '-';
    p += p < end && (*p == '-' || *p == '+');
    const char *start = p;
    p = scan_digits(p, end, d, 0);
    size_t n_figures = (size_t)(p - start);
    if (p < end && *p == '.') {
        const char *fraction = p + 1;
        p = scan_digits(fraction, end, d, 1);
        n_figures += (size_t)(p - fraction);
    }
    return n_figures ? scan_exponent(p, end, d) : NULL;
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

static double decimal_value(const struct decimal *d, const char *s, size_t n)
{
    static const double powers[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                    1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    if (d->n_digits > 19 || d->digits > UINT64_C(1) << 53 || d->exponent > 22 ||
        d->exponent < -22)
        return slow_value(s, n);
    double value = (double)d->digits;
    value = d->exponent < 0 ? value / powers[-d->exponent] : value * powers[d->exponent];
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
