#include "logs/cell.h"

#include <math.h>
#include <string.h>
#include <strings.h>

struct cell_word {
    const char *text;
    size_t length;
};
#define WORD(s)                                                                                    \
    {                                                                                              \
        s, sizeof s - 1                                                                            \
    }

static bool is_word(const char *text, size_t length, const struct cell_word *word)
{
    return length == word->length && !strncasecmp(text, word->text, length);
}

bool cell_is_unit(const char *text, size_t length)
{
    static const struct cell_word units[] = {
        WORD("ms"),   WORD("s"),    WORD("us"),      WORD("\xC2\xB5s"),   WORD("ns"),
        WORD("sec"),  WORD("secs"), WORD("seconds"), WORD("m"),           WORD("min"),
        WORD("mins"), WORD("h"),    WORD("hr"),      WORD("hours"),       WORD("%"),
        WORD("it/s"), WORD("s/it"), WORD("tok/s"),   WORD("tokens/s"),    WORD("img/s"),
        WORD("b"),    WORD("kb"),   WORD("mb"),      WORD("gb"),          WORD("kib"),
        WORD("mib"),  WORD("gib"),  WORD("fps"),     WORD("steps/s"),     WORD("samples/s"),
        WORD("x"),    WORD("hz"),   WORD("tflops"),  WORD("samples/sec"), WORD("ms/step")};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (is_word(text, length, &units[i]))
            return true;
    return false;
}

static bool read_truth(const char *text, size_t length, double *value)
{
    static const struct cell_word yes = WORD("true"), no = WORD("false");
    if (is_word(text, length, &yes))
        *value = 1;
    else if (is_word(text, length, &no))
        *value = 0;
    else
        return false;
    return true;
}

/* "tensor(0.53)", "tensor(0.53, device='cuda:0')" */
static bool read_tensor(const char *text, size_t length, double *value)
{
    static const struct cell_word tensor = WORD("tensor(");
    if (length <= tensor.length || strncmp(text, tensor.text, tensor.length) != 0 ||
        text[length - 1] != ')')
        return false;
    text += tensor.length;
    length -= tensor.length + 1;
    const char *comma = memchr(text, ',', length);
    return num_read(text, comma ? (size_t)(comma - text) : length, value) != NUM_TEXT;
}

static bool read_with_unit(const char *text, size_t length, double *value)
{
    size_t used = num_prefix(text, length, value);
    if (used)
        return cell_is_unit(text + used, length - used);
    /* "nanms" is what a program prints that divides by no time at all. */
    *value = NAN;
    return length > 3 && !strncasecmp(text, "nan", 3) && cell_is_unit(text + 3, length - 3);
}

static enum num_kind kind_of(double value)
{
    return isnan(value) ? NUM_MISSING : isinf(value) ? NUM_INFINITE : NUM_FINITE;
}

enum num_kind cell_number(const char *text, size_t length, double *value)
{
    enum num_kind kind = num_read(text, length, value);
    if (kind != NUM_TEXT)
        return kind;
    if (read_truth(text, length, value) || read_tensor(text, length, value) ||
        read_with_unit(text, length, value))
        return kind_of(*value);
    *value = NAN;
    return NUM_TEXT;
}
