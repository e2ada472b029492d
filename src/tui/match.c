#include "tui/match.h"

#include "base/mem.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* Letters of the ASCII range only: names of metrics, and no locale in it. */
static char *lowered(const char *s, size_t n)
{
    char *copy = mem_strndup(s, n);
    for (char *c = copy; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
    return copy;
}

static bool has_words(const char *words, const char *text)
{
    while (*(words += strspn(words, " "))) {
        size_t n = strcspn(words, " ");
        char *word = mem_strndup(words, n);
        bool found = strstr(text, word) != NULL;
        free(word);
        if (!found)
            return false;
        words += n;
    }
    return true;
}

bool match_filter(const char *filter, const char *text)
{
    if (!filter || !*filter)
        return true;
    char *low_filter = lowered(filter, strlen(filter)), *low_text = lowered(text, strlen(text));
    bool is_glob = strpbrk(filter, "*?[") != NULL;
    bool matches = is_glob ? text_glob(low_filter, low_text) : has_words(low_filter, low_text);
    free(low_filter);
    free(low_text);
    return matches;
}
