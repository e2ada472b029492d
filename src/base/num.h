/* Numbers as text, whatever the locale.
 *
 * Parsing is the hot path of every log reader. Decimal numbers of at most 19 digits and a small
 * exponent are converted exactly by one multiplication or division: of doubles where the digits fit
 * 53 bits (Clinger 1990, the fast path), of 128-bit integers otherwise. Everything else goes to
 * strtod in the C locale, so every result is correctly rounded. */
#ifndef LOGVAR_BASE_NUM_H
#define LOGVAR_BASE_NUM_H

#include <stdbool.h>
#include <stddef.h>

enum num_kind {
    NUM_FINITE,
    NUM_INFINITE, /* read as such, never used */
    NUM_MISSING,  /* empty, nan, NA, N/A, None, null, - (any case) */
    NUM_TEXT      /* not a number */
};

/* The NaN of a log that says "nan", which is a value and not an absent one: it can be told from other
 * NaNs as long as it is only copied. */
double num_nan(void);
bool num_is_written_nan(double value);

/* Reads the whole of s[0..n), blanks around it ignored. *value is NaN for missing and text, num_nan()
 * where "nan" is written. */
enum num_kind num_read(const char *s, size_t n, double *value);
/* Reads the longest number at the start of s[0..n) and returns its length, 0 if none: for numbers
 * with a unit glued on ("143.82ms"). Decimal only: no hexadecimal, no "inf". */
size_t num_prefix(const char *s, size_t n, double *value);
/* A whole non-negative number that fits, nothing else around it. */
bool num_read_count(const char *s, size_t n, unsigned long long max, unsigned long long *value);

enum { NUM_TEXT_MAX = 48 };
/* The shortest text that reads back as the same double ("0.1", "1e+300", "nan", "inf"). */
size_t num_write(char text[NUM_TEXT_MAX], double value);
/* Fixed decimals (0 to 17); values past 1e15 in size are written as num_write does. */
size_t num_write_fixed(char text[NUM_TEXT_MAX], double value, int decimals);
/* 1234567 -> "1,234,567". */
size_t num_write_grouped(char text[NUM_TEXT_MAX], unsigned long long value);

#endif
