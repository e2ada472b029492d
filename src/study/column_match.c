#include "study/column_match.h"

#include <string.h>

struct piece {
    const char *text;
    size_t length;
};

/* '*' stands for any text, every other character for itself. */
static bool matches(struct piece pattern, struct piece text)
{
    size_t p = 0, t = 0, star = (size_t)-1, resume = 0;
    while (t < text.length) {
        if (p < pattern.length && pattern.text[p] == '*') {
            star = p++;
            resume = t;
        } else if (p < pattern.length && pattern.text[p] == text.text[t]) {
            p++;
            t++;
        } else if (star != (size_t)-1) {
            p = star + 1;
            t = ++resume;
        } else {
            return false;
        }
    }
    while (p < pattern.length && pattern.text[p] == '*')
        p++;
    return p == pattern.length;
}

static bool ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);
    return n >= m && !strcmp(s + n - m, end);
}

static bool is_beside_a_run(const char *pattern, const char *column)
{
    static const char *const endings[] = {"__MIN", "__MAX", " - _step"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        if (ends_with(column, endings[i]) && !ends_with(pattern, endings[i]))
            return true;
    return false;
}

bool column_match(const char *pattern, const char *column, size_t *from, size_t *length)
{
    const char *run = strstr(pattern, "{run}");
    if (!run || is_beside_a_run(pattern, column))
        return false;
    size_t n = strlen(column);
    struct piece before = {pattern, (size_t)(run - pattern)};
    struct piece after = {run + 5, strlen(run + 5)};
    for (size_t start = 0; start < n; start++) {
        if (!matches(before, (struct piece){column, start}))
            continue;
        for (size_t end = start + 1; end <= n; end++)
            if (matches(after, (struct piece){column + end, n - end})) {
                *from = start;
                *length = end - start;
                return true;
            }
    }
    return false;
}
