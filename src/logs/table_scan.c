/* The scanner for delimited text. */
#include "logs/table.h"

#include "base/mem.h"
#include "base/num_decimal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

struct table_scanner {
    const char *at, *end;
    char delimiter;
    const char *last_line_end; /* no scan for plain numbers runs past it (num_decimal.h: sure) */
    size_t line;               /* of `at` */
    size_t too_wide_line;
    struct table_cell comment;
    struct table_cell *cells;
    size_t n_cells, capacity;
    struct arena unescaped; /* of the present row */
};

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static bool is_line_end(char c)
{
    return c == '\n' || c == '\r';
}

static const char candidates[] = ",;\t|";
enum { N_CANDIDATES = sizeof candidates - 1 };

/* How often each candidate stands outside quotes in the line, and where the line ends. */
static const char *count_candidates(const char *at, const char *end, size_t counts[N_CANDIDATES])
{
    bool quoted = false;
    memset(counts, 0, N_CANDIDATES * sizeof *counts);
    for (; at < end && (quoted || !is_line_end(*at)); at++) {
        quoted ^= *at == '"';
        const char *known = quoted || !*at ? NULL : strchr(candidates, *at);
        if (known)
            counts[known - candidates]++;
    }
    return at;
}

/* The delimiter that stands most often in the header. One that the row below has as often goes
 * before others: "val_recall (area=all,maxDets=100)" may be one column of two between tabs, and
 * "1;0,5" below "epoch;loss" has a decimal comma. */
static char sniff(const char *at, const char *end)
{
    size_t counts[N_CANDIDATES], below[N_CANDIDATES], best = 0;
    at = count_candidates(at, end, counts);
    while (at < end && (is_line_end(*at) || is_blank(*at)))
        at++;
    count_candidates(at, end, below);
    for (size_t i = 1; i < N_CANDIDATES; i++) {
        bool same = counts[i] && counts[i] == below[i];
        bool best_same = counts[best] && counts[best] == below[best];
        if (same == best_same ? counts[i] > counts[best] : same)
            best = i;
    }
    return candidates[best];
}

/* "sep=;" in the first line: a spreadsheet's word for the delimiter, not a header. */
static size_t separator_line(const char *at, const char *end, char *delimiter)
{
    const char *p = at + (at < end && *at == '"');
    if (end - p < 5 || strncasecmp(p, "sep=", 4) != 0)
        return 0;
    char named = p[4];
    p += 5;
    p += p < end && *p == '"';
    while (p < end && (*p == ';' || *p == ',' || is_blank(*p)))
        p++;
    if (is_line_end(named) || (p < end && !is_line_end(*p)))
        return 0;
    *delimiter = named;
    return (size_t)(p - at);
}

static const char *skip_line_end(struct table_scanner *s, const char *at)
{
    if (at == s->end)
        return at;
    s->line++;
    return at + (at[0] == '\r' && at + 1 < s->end && at[1] == '\n' ? 2 : 1);
}

static const char *find_line_end(const char *at, const char *end)
{
    while (at < end && !is_line_end(*at))
        at++;
    return at;
}

/* Passes over blank lines and comments, which it remembers. */
static void skip_to_row(struct table_scanner *s)
{
    while (s->at < s->end) {
        const char *p = s->at;
        while (p < s->end && is_blank(*p) && *p != s->delimiter)
            p++;
        if (p < s->end && *p == '#') {
            const char *line_end = find_line_end(p, s->end);
            s->comment = (struct table_cell){p + 1, (size_t)(line_end - p - 1), false};
            p = line_end;
        } else if (p < s->end && !is_line_end(*p)) {
            return;
        }
        s->at = skip_line_end(s, p);
    }
}

/* The last LF or CR behind which there is room to read on; the start if there is none. */
static const char *last_line_end(const char *bytes, size_t n_bytes)
{
    size_t n = n_bytes > NUM_SURE_BYTES ? n_bytes - NUM_SURE_BYTES : 0;
    while (n && !is_line_end(bytes[n]))
        n--;
    return bytes + n;
}

struct table_scanner *table_scanner_new(const char *bytes, size_t n_bytes, char delimiter)
{
    struct table_scanner *s = mem_zeroed(1, sizeof *s);
    s->at = bytes;
    s->end = bytes + n_bytes;
    s->line = 1;
    if (n_bytes >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3))
        s->at += 3;
    char named = '\0';
    s->at += separator_line(s->at, s->end, &named);
    s->delimiter = delimiter ? delimiter : named;
    skip_to_row(s);
    s->last_line_end = last_line_end(bytes, n_bytes);
    if (!s->delimiter)
        s->delimiter = sniff(s->at, s->end);
    return s;
}

void table_scanner_free(struct table_scanner *s)
{
    if (!s)
        return;
    arena_done(&s->unescaped);
    free(s->cells);
    free(s);
}

char table_delimiter(const struct table_scanner *s)
{
    return s->delimiter;
}

size_t table_line_bytes(const struct table_scanner *s, size_t *n_left)
{
    *n_left = (size_t)(s->end - s->at);
    return (size_t)(find_line_end(s->at, s->end) - s->at) + 1;
}

size_t table_too_wide_line(const struct table_scanner *s)
{
    return s->too_wide_line;
}

bool table_has_unescaped(const struct table_scanner *s)
{
    return s->unescaped.blocks != NULL;
}

struct table_cell table_comment(const struct table_scanner *s)
{
    return s->comment;
}

static void add_cell(struct table_scanner *s, const char *text, const char *end, bool quoted)
{
    while (quoted && end > text && (is_blank(end[-1]) || is_line_end(end[-1])))
        end--;
    s->cells = mem_grow(s->cells, s->n_cells, &s->capacity, sizeof *s->cells);
    s->cells[s->n_cells++] = (struct table_cell){text, (size_t)(end - text), quoted};
}

/* The end of an unquoted cell: most of the time is spent here. */
static const char *find_cell_end(const char *p, const char *end, char delimiter)
{
#ifdef __SSE2__
    const __m128i d = _mm_set1_epi8(delimiter), lf = _mm_set1_epi8('\n'), cr = _mm_set1_epi8('\r');
    for (; end - p >= 16; p += 16) {
        __m128i x = _mm_loadu_si128((const __m128i *)(const void *)p);
        __m128i hit = _mm_or_si128(_mm_cmpeq_epi8(x, d),
                                   _mm_or_si128(_mm_cmpeq_epi8(x, lf), _mm_cmpeq_epi8(x, cr)));
        int mask = _mm_movemask_epi8(hit);
        if (mask)
            return p + __builtin_ctz((unsigned)mask);
    }
#endif
    while (p < end && *p != delimiter && !is_line_end(*p))
        p++;
    return p;
}

static const char *scan_plain(struct table_scanner *s, const char *p)
{
    const char *stop = find_cell_end(p, s->end, s->delimiter), *last = stop;
    while (last > p && is_blank(last[-1]))
        last--;
    add_cell(s, p, last, false);
    return stop;
}

/* The closing quote of a cell whose text begins at p, or NULL. */
static const char *find_closing_quote(const struct table_scanner *s, const char *p,
                                      size_t *n_doubled)
{
    const char *limit = s->end - p > TABLE_QUOTED_MAX ? p + TABLE_QUOTED_MAX : s->end;
    for (*n_doubled = 0; (p = memchr(p, '"', (size_t)(limit - p))); p += 2, ++*n_doubled)
        if (p + 1 >= limit || p[1] != '"')
            return p;
    return NULL;
}

static void add_unescaped(struct table_scanner *s, const char *text, const char *close,
                          size_t n_doubled)
{
    char *copy = arena_alloc(&s->unescaped, (size_t)(close - text) - n_doubled + 1, 1), *to = copy;
    for (const char *p = text; p < close; p++) {
        *to++ = *p;
        p += *p == '"';
    }
    add_cell(s, copy, to, true);
}

/* p stands on the opening quote. What follows the closing one up to the delimiter is dropped. */
static const char *scan_quoted(struct table_scanner *s, const char *p)
{
    size_t n_doubled;
    const char *text = p + 1, *close = find_closing_quote(s, text, &n_doubled);
    if (!close)
        return scan_plain(s, p);
    for (const char *q = text; q < close; q++)
        s->line += *q == '\n' || (*q == '\r' && q[1] != '\n');
    while (text < close && (is_blank(*text) || is_line_end(*text)))
        text++;
    if (n_doubled)
        add_unescaped(s, text, close, n_doubled);
    else
        add_cell(s, text, close, true);
    return find_cell_end(close + 1, s->end, s->delimiter);
}

static const char *skip_blanks(const struct table_scanner *s, const char *p)
{
    while (is_blank(*p) && *p != s->delimiter)
        p++;
    return p;
}

/* Passes over one number, or nothing, and the blanks round it; NULL for anything else. */
NUM_INLINE const char *scan_number(const struct table_scanner *s, const char *p, double *value)
{
    if (!num_is_digit(*p)) {
        p = skip_blanks(s, p);
        if (*p == s->delimiter || is_line_end(*p)) {
            *value = NAN;
            return p;
        }
    }
    p = num_decimal_read(p, s->last_line_end, true, value);
    return p && is_blank(*p) ? skip_blanks(s, p) : p;
}

bool table_next_numbers(struct table_scanner *s, size_t n, double *values, size_t *line)
{
    const char *p = s->at, *last = s->last_line_end;
    const char delimiter = s->delimiter;
    if (p >= last || n < 2 || is_line_end(*p))
        return false;
    for (size_t i = 0; i + 1 < n; i++) {
        p = scan_number(s, p, &values[i]);
        if (!p || *p++ != delimiter)
            return false;
    }
    p = scan_number(s, p, &values[n - 1]);
    if (!p || !is_line_end(*p))
        return false;
    *line = s->line++;
    s->at = p + 1 + (*p == '\r' && p[1] == '\n');
    return true;
}

bool table_next_row(struct table_scanner *s, struct table_row *row, bool *truncated)
{
    skip_to_row(s);
    if (s->at == s->end || s->too_wide_line)
        return false;
    if (s->unescaped.blocks)
        arena_done(&s->unescaped);
    s->n_cells = 0;
    row->line = s->line;
    const char *p = s->at, *end = s->end;
    const char delimiter = s->delimiter;
    for (;; p++) {
        while (p < end && is_blank(*p) && *p != delimiter)
            p++;
        p = p < end && *p == '"' ? scan_quoted(s, p) : scan_plain(s, p);
        if (p == end || *p != delimiter)
            break;
        if (s->n_cells == TABLE_CELLS_MAX) {
            s->too_wide_line = row->line;
            return false;
        }
    }
    *truncated = p == end;
    s->at = skip_line_end(s, p);
    row->cells = s->cells;
    row->n_cells = s->n_cells;
    return true;
}
