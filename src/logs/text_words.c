#include "logs/text_words.h"

#include "logs/axis.h"
#include "logs/cell.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* Nothing is searched for further than it can be, so that a line of megabytes (a printed array, a
 * picture in base64) takes time in proportion: of a number, 1e308 in full has 309 digits. */
enum {
    NAME_BYTES_MAX = 200,
    WORDS_MAX = 4,
    NUMBER_BYTES_MAX = 400,
    UNIT_BYTES_MAX = 9,
    BRACKET_MAX = 39
};

/* What a character can be part of; one look decides. */
enum { LETTER = 1, DIGIT = 2, NAME_MARK = 4, NUMBER_END = 8 };
static const unsigned char kinds[256] = {
    ['a' ... 'z'] = LETTER,
    ['A' ... 'Z'] = LETTER,
    ['_'] = LETTER,
    ['0' ... '9'] = DIGIT,
    /* Inside of a name: "train-rmse", "bbox/AP", "Acc@1", "top.5". */
    ['-'] = NAME_MARK,
    ['.'] = NAME_MARK,
    ['/'] = NAME_MARK,
    ['@'] = NAME_MARK,
    ['#'] = NAME_MARK,
    [' '] = NUMBER_END,
    ['\t'] = NUMBER_END,
    [','] = NUMBER_END,
    [';'] = NUMBER_END,
    ['|'] = NUMBER_END,
    ['('] = NUMBER_END,
    [')'] = NUMBER_END,
    ['['] = NUMBER_END,
    [']'] = NUMBER_END,
    ['{'] = NUMBER_END,
    ['}'] = NUMBER_END,
    ['"'] = NUMBER_END,
    ['\''] = NUMBER_END,
    ['\0'] = NUMBER_END};

static inline bool is_kind(char c, unsigned kind)
{
    return kinds[(unsigned char)c] & kind;
}

static inline bool is_letter(char c)
{
    return is_kind(c, LETTER);
}

static inline bool is_digit(char c)
{
    return is_kind(c, DIGIT);
}

static inline bool in_name(char c)
{
    return is_kind(c, LETTER | DIGIT | NAME_MARK);
}

/* Reads one line from left to right: words gather until a number comes, which is theirs. */
struct scan {
    const char *at, *end;
    char name[NAME_BYTES_MAX];
    size_t length, n_words;
    bool separated; /* something stands between the last word and here */
};

static void forget(struct scan *s)
{
    s->length = s->n_words = 0;
    s->separated = false;
}

static void add_word(struct scan *s, const char *word, size_t n)
{
    if (s->n_words == WORDS_MAX)
        forget(s);
    if (s->length + n + 1 >= NAME_BYTES_MAX)
        return;
    if (s->n_words++)
        s->name[s->length++] = '_';
    memcpy(s->name + s->length, word, n);
    s->length += n;
    s->name[s->length] = '\0';
    s->separated = false;
}

/* The first c of p[0 .. within], or NULL. */
static const char *find_near(const char *p, const char *end, char c, size_t within)
{
    size_t n = (size_t)(end - p) < within + 1 ? (size_t)(end - p) : within + 1;
    return memchr(p, c, n);
}

/* A number with what is glued to it: "/1530" of a total, a unit, "%". NULL if there is none. */
static const char *read_number(const char *p, const char *end, double *value)
{
    const char *stop = p;
    while (stop < end && !is_kind(*stop, NUMBER_END))
        if (++stop - p > NUMBER_BYTES_MAX)
            return NULL;
    size_t n = (size_t)(stop - p);
    size_t used = num_prefix(p, n, value);
    if (used == n && n)
        return stop;
    if (used && used < n && p[used] == '/' && (used + 1 == n || is_digit(p[used + 1])))
        return stop;
    while (n && (p[n - 1] == ':' || p[n - 1] == '.'))
        n--;
    return n && cell_number(p, n, value) != NUM_TEXT && (*p != '-' || n > 1) ? p + n : NULL;
}

static bool starts_number(char c)
{
    return is_digit(c) || c == '-' || c == '+' || c == '.';
}

/* Whether the word is one that stands for no number: "nan", "inf", "nanms". */
static bool is_number_word(const char *word, size_t n)
{
    double value;
    return n >= 3 && cell_number(word, n, &value) != NUM_TEXT &&
           (!strncasecmp(word, "nan", 3) || !strncasecmp(word, "inf", 3));
}

static size_t word_length(const struct scan *s)
{
    const char *p = s->at;
    while (p < s->end && in_name(*p))
        p++;
    while (p > s->at + 1 && (p[-1] == '-' || p[-1] == '.' || p[-1] == '/'))
        p--;
    return (size_t)(p - s->at);
}

/* Passes over one character that is neither word nor number. Between a name and its number stand
 * blanks, one of : and =, an opening bracket, or a unit in parentheses; anything else parts them.
 */
static void pass_over(struct scan *s)
{
    char c = *s->at;
    const char *close =
        c == '(' && s->n_words ? find_near(s->at, s->end, ')', UNIT_BYTES_MAX) : NULL;
    if (close && close - s->at > 1 && is_letter(s->at[1]))
        s->at = close;
    else if (c != ' ' && c != ':' && c != '=' && c != '"' && c != '\'' && !(c == '[' && s->n_words))
        forget(s);
    s->separated = s->n_words > 0;
    s->at++;
}

/* The next words and their number; false at the end of the line. */
static bool next_pair(struct scan *s, double *value)
{
    forget(s);
    while (s->at < s->end) {
        if (is_letter(*s->at)) {
            const char *word = s->at;
            size_t n = word_length(s);
            s->at += n;
            if (s->separated && is_number_word(word, n))
                return cell_number(word, n, value) != NUM_TEXT;
            add_word(s, word, n);
            continue;
        }
        const char *stop = starts_number(*s->at) ? read_number(s->at, s->end, value) : NULL;
        if (!stop) {
            pass_over(s);
            continue;
        }
        s->at = stop;
        if (s->separated)
            return true;
        forget(s);
    }
    return false;
}

/* "validation loss at iteration 10", "Eval results after epoch 3": from the phase to the axis. */
static void cut_sentence(struct scan *s)
{
    char *first = strchr(s->name, '_'), *last = strrchr(s->name, '_');
    if (s->n_words < 3 || first == last ||
        phase_of(s->name, (size_t)(first - s->name)) == PHASE_NONE)
        return;
    memmove(first, last, s->length - (size_t)(last - s->name) + 1);
    s->length -= (size_t)(last - first);
    s->n_words = 2;
}

/* A word before the step that says whose line it is: "Train Epoch: 1". */
static enum phase take_phase(struct scan *s)
{
    cut_sentence(s);
    char *gap = strchr(s->name, '_');
    if (s->n_words != 2 || !gap)
        return PHASE_NONE;
    enum phase phase = phase_of(s->name, (size_t)(gap - s->name));
    if (phase != PHASE_NONE) {
        s->length -= (size_t)(gap + 1 - s->name);
        memmove(s->name, gap + 1, s->length + 1);
    }
    return phase;
}

static bool is_axis(const char *name)
{
    enum axis_role role = axis_of(NULL, name).role;
    return role == AXIS_STEP || role == AXIS_EPOCH;
}

/* Times, levels, names of loggers: what may stand before the first word that counts. */
static const char *skip_prefix(const char *p, const char *end)
{
    static const char *const levels[] = {"INFO", "DEBUG", "WARNING", "root"};
    for (const char *before = NULL; before != p;) {
        before = p;
        while (p < end && *p && strchr(" \t|:-*#>", *p))
            p++;
        const char *q = p;
        while (q < end && (is_digit(*q) || (*q && strchr(":.,/-T+Z", *q))))
            q++;
        if (q - p >= 6 && (q == end || *q == ' ' || *q == ']' || *q == '|'))
            p = q;
        for (size_t i = 0; i < sizeof levels / sizeof *levels; i++) {
            size_t n = strlen(levels[i]);
            if ((size_t)(end - p) > n && !memcmp(p, levels[i], n) && !in_name(p[n]))
                p += n;
        }
        /* "[2021-03-08 12:31:36]", "[rank0]"; but "[10]" is XGBoost's step. */
        const char *close = p < end && *p == '[' ? find_near(p, end, ']', BRACKET_MAX) : NULL;
        if (close && !(is_digit(p[1]) && close - p < 10))
            p = close + 1;
    }
    return p;
}

/* "[10]\ttrain-rmse:0.3": the number in brackets is the step. */
static const char *read_bracket_step(const char *p, const char *end, double *step)
{
    if (p == end || *p != '[')
        return NULL;
    size_t used = num_prefix(p + 1, (size_t)(end - p - 1), step);
    return used && p + 1 + used < end && p[1 + used] == ']' ? p + 2 + used : NULL;
}

/* After an epoch: "[0/60000 (0%)]", "[ 10/5005]" are how far it is in it. */
static const char *read_batch(const char *p, const char *end, double *step)
{
    while (p < end && (*p == ']' || *p == ' ' || *p == ':'))
        p++;
    if (p == end || *p != '[')
        return NULL;
    p++;
    while (p < end && *p == ' ')
        p++;
    size_t used = num_prefix(p, (size_t)(end - p), step);
    return used && p + used < end && p[used] == '/' ? p + used : NULL;
}

/* "val_loss improved from 0.5": a sentence, not a measurement. */
static bool is_sentence(const struct scan *s)
{
    static const char *const words[] = {"from", "to", "than", "in", "after", "at", "of"};
    for (size_t i = 0; s->n_words > 1 && i < sizeof words / sizeof *words; i++) {
        size_t n = strlen(words[i]);
        const char *last = s->name + s->length - n;
        if (s->length >= n && !memcmp(last, words[i], n) && (last == s->name || last[-1] == '_'))
            return true;
    }
    return false;
}

static enum text_line read_pairs(struct scan *s, struct field_set *fields)
{
    double value;
    while (next_pair(s, &value) && !is_sentence(s))
        field_number(fields, s->name, s->length, value);
    return field_n_values(fields) ? TEXT_METRICS : TEXT_AXIS;
}

/* "1875/1875 [====] - 3s 2ms/step - loss: 0.29": a count, and pairs after dashes. */
static bool starts_bar(const char *p, const char *end)
{
    double value;
    while (p < end && *p == ' ')
        p++;
    size_t used = num_prefix(p, (size_t)(end - p), &value);
    return used && p + used + 1 < end && p[used] == '/' && is_digit(p[used + 1]);
}

static enum text_line read_bar(struct scan *s, struct field_set *fields)
{
    while (s->at + 3 < s->end && memcmp(s->at, " - ", 3) != 0)
        s->at++;
    double value;
    while (next_pair(s, &value))
        if (!cell_is_unit(s->name, s->length) && strcmp(s->name, "step") != 0)
            field_number(fields, s->name, s->length, value);
    return field_n_values(fields) ? TEXT_BAR : TEXT_OTHER;
}

static enum text_line read_from_axis(struct scan *s, struct field_set *fields)
{
    const char *start = s->at;
    double value;
    if (!next_pair(s, &value) || isnan(value))
        return TEXT_OTHER;
    enum phase phase = take_phase(s);
    if (!strcmp(s->name, "s") && s->at - start < 20) /* llm.c: "s:250 tel:6.3097" */
        s->length = (size_t)snprintf(s->name, sizeof s->name, "step");
    if (!is_axis(s->name) || s->at - start > 80)
        return TEXT_OTHER;
    bool is_epoch = axis_of(NULL, s->name).role == AXIS_EPOCH;
    field_number(fields, s->name, s->length, value);
    field_set_phase(fields, phase);
    const char *behind = is_epoch ? read_batch(s->at, s->end, &value) : NULL;
    if (behind) {
        field_number(fields, "batch", 5, value);
        s->at = behind;
    }
    return read_pairs(s, fields);
}

bool text_words_is_metric(const char *name)
{
    static const char *const words[] = {
        "loss",  "acc",  "dice",   "iou",    "f1",  "err",        "auc",   "map",       "bleu",
        "psnr",  "ssim", "reward", "return", "ppl", "perplexity", "score", "precision", "recall",
        "rouge", "rmse", "mae",    "mse",    "wer", "cer",        "top1",  "top5",      "fid"};
    for (; *name; name++)
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (!strncasecmp(name, words[i], strlen(words[i])))
                return true;
    return false;
}

bool text_words_has_metric(const char *text, size_t length)
{
    struct scan s = {.at = text, .end = text + length};
    double value;
    while (next_pair(&s, &value))
        if (isfinite(value) && !is_sentence(&s) && text_words_is_metric(s.name))
            return true;
    return false;
}

/* The star of PyTorch's ImageNet example, which so many programs began as. */
static const char *behind_star(const char *p, const char *end)
{
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    if (end - p < 4 || p[0] != '*' || (p[1] != ' ' && p[1] != '\t'))
        return NULL;
    p++;
    while (p < end && (*p == ' ' || *p == '\t'))
        p++;
    return p < end && is_letter(*p) ? p : NULL;
}

bool text_words_is_result(const char *text, size_t length)
{
    struct scan s = {.at = behind_star(text, text + length), .end = text + length};
    double value;
    return s.at && next_pair(&s, &value) && !is_sentence(&s) && text_words_is_metric(s.name);
}

static enum text_line read_result(struct scan *s, struct field_set *fields)
{
    double value;
    while (next_pair(s, &value) && !is_sentence(s))
        field_number(fields, s->name, s->length, value);
    return field_n_values(fields) ? TEXT_RESULT : TEXT_OTHER;
}

/* "train_loss -0.3953": one name, one number, the end; a name that measures something. */
static enum text_line read_lone(struct scan *s, struct field_set *fields)
{
    double value;
    if (!next_pair(s, &value) || is_sentence(s) || !text_words_is_metric(s->name) ||
        memchr(s->name, ' ', s->length))
        return TEXT_OTHER;
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\t'))
        s->at++;
    if (s->at < s->end)
        return TEXT_OTHER;
    field_number(fields, s->name, s->length, value);
    return TEXT_LONE;
}

enum text_line text_words_read(const char *text, size_t length, struct field_set *fields)
{
    struct scan s = {.end = text + length};
    double step;
    s.at = behind_star(text, s.end);
    if (s.at && text_words_is_result(text, length))
        return read_result(&s, fields);
    if (starts_bar(text, s.end)) {
        s.at = text;
        return read_bar(&s, fields);
    }
    s.at = skip_prefix(text, s.end);
    const char *behind = read_bracket_step(s.at, s.end, &step);
    if (behind) {
        field_number(fields, "step", 4, step);
        s.at = behind;
        return read_pairs(&s, fields);
    }
    if (s.at == s.end || !is_letter(*s.at))
        return TEXT_OTHER;
    const char *start = s.at;
    enum text_line line = read_from_axis(&s, fields);
    if (line != TEXT_OTHER)
        return line;
    s.at = start;
    field_begin(fields);
    return read_lone(&s, fields);
}
