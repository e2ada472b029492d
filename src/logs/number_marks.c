#include "logs/number_marks.h"

#include "base/num.h"

#include <string.h>

enum { MARKED_BYTES_MAX = 64 };

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* How many bytes a blank, an apostrophe or a low line between thousands takes; 0 for anything else. */
static size_t group_mark(const char *p, const char *end)
{
    if (*p == ' ' || *p == '\'' || *p == '_')
        return 1;
    size_t left = (size_t)(end - p);
    if (left >= 2 && !memcmp(p, "\xC2\xA0", 2))
        return 2;
    return left >= 3 && (!memcmp(p, "\xE2\x80\xAF", 3) || !memcmp(p, "\xE2\x80\x99", 3)) ? 3 : 0;
}

/* A cell, taken apart: digits, then groups of three behind marks, then a fraction behind another. */
struct marked_number {
    size_t n_first; /* digits before the first mark */
    size_t n_commas, n_points, n_others;
    size_t n_after_last; /* digits behind the last comma or point */
    char last;           /* the last comma or point; '\0' = none */
    bool
        groups_are_three; /* all digits between marks, and behind all but the last comma or point */
    bool leading_zero, exponent;
};

static size_t n_digits(const char *p, const char *end)
{
    size_t n = 0;
    while (p + n < end && is_digit(p[n]))
        n++;
    return n;
}

static bool ends_number(const char *p, const char *end, struct marked_number *number)
{
    number->exponent = p < end && (*p == 'e' || *p == 'E');
    if (!number->exponent)
        return p == end;
    p++;
    p += p < end && (*p == '-' || *p == '+');
    return p < end && n_digits(p, end) == (size_t)(end - p);
}

static bool take_apart(const char *p, size_t length, struct marked_number *number)
{
    const char *end = p + length;
    *number = (struct marked_number){.groups_are_three = true};
    if (length > MARKED_BYTES_MAX)
        return false;
    p += p < end && (*p == '-' || *p == '+');
    number->leading_zero = p < end && *p == '0';
    number->n_first = n_digits(p, end);
    p += number->n_first;
    if (!number->n_first)
        return false;
    for (size_t n_before = 3; p < end && *p != 'e' && *p != 'E';) {
        bool comma = *p == ',', point = *p == '.';
        size_t mark = comma || point ? 1 : group_mark(p, end);
        size_t n = mark ? n_digits(p + mark, end) : 0;
        if (!n)
            return false;
        number->groups_are_three = number->groups_are_three && n_before == 3;
        number->n_commas += comma;
        number->n_points += point;
        number->n_others += !comma && !point;
        if (comma || point)
            number->last = *p, number->n_after_last = n;
        else if (n != 3 || number->last)
            return false; /* behind a fraction no group begins */
        n_before = n;
        p += mark + n;
    }
    return ends_number(p, end, number);
}

/* "1,234,567", "1,234.5" with `group` a comma; the same with point and comma exchanged. */
static bool has_groups(const struct marked_number *number, char group)
{
    size_t n_groups = group == ',' ? number->n_commas : number->n_points;
    size_t n_marks = group == ',' ? number->n_points : number->n_commas;
    bool whole = number->last == group || !number->last;
    return n_marks <= 1 && !number->exponent && !number->leading_zero && number->n_first <= 3 &&
           number->groups_are_three && (n_groups > 0 || number->n_others > 0) &&
           (whole ? !n_marks && (!n_groups || number->n_after_last == 3) : n_marks == 1);
}

/* One comma for the decimal mark, thousands or none before it. */
static bool has_decimal_comma(const struct marked_number *number)
{
    if (number->n_commas != 1 || number->last != ',')
        return false;
    return number->n_points + number->n_others == 0 ||
           (number->n_first <= 3 && number->groups_are_three && !number->leading_zero);
}

bool number_is_marked(const char *text, size_t length)
{
    struct marked_number number;
    return length > 1 && take_apart(text, length, &number) &&
           (has_groups(&number, ',') || has_decimal_comma(&number) ||
            (number.n_points > 1 && has_groups(&number, '.')));
}

void number_marks_note(struct number_marks *marks, const char *text, size_t length)
{
    struct marked_number number;
    if (!take_apart(text, length, &number))
        return;
    bool grouped = has_groups(&number, ','), decimal = has_decimal_comma(&number);
    if (number.n_commas) {
        marks->n_commas += grouped || decimal;
        marks->n_decimal += decimal && !grouped;
        marks->n_thousands += grouped && !decimal;
    } else if (has_groups(&number, '.') && number.n_points) {
        marks->n_points++;
    } else {
        marks->n_groups += grouped;
        marks->n_fractions += number.n_points == 1;
    }
}

enum number_style number_marks_decide(const struct number_marks *marks, bool semicolons,
                                      bool decimal)
{
    if (marks->n_decimal)
        return marks->n_thousands ? NUMBER_PLAIN : NUMBER_DECIMAL_COMMA;
    if (marks->n_thousands || (marks->n_commas && marks->n_fractions))
        return NUMBER_THOUSANDS;
    if (marks->n_commas)
        return semicolons || decimal ? NUMBER_DECIMAL_COMMA : NUMBER_THOUSANDS;
    if (marks->n_points && decimal && !marks->n_fractions)
        return NUMBER_DECIMAL_COMMA;
    return marks->n_groups ? NUMBER_THOUSANDS : NUMBER_PLAIN;
}

bool number_read_styled(const char *text, size_t length, enum number_style style, double *value)
{
    struct marked_number number;
    char plain[MARKED_BYTES_MAX + 1];
    size_t n = 0;
    if (style == NUMBER_PLAIN || !take_apart(text, length, &number))
        return num_read(text, length, value) == NUM_FINITE;
    bool decimal = style == NUMBER_DECIMAL_COMMA;
    char group = decimal ? '.' : ',';
    bool marked =
        decimal ? has_decimal_comma(&number) || has_groups(&number, '.') : has_groups(&number, ',');
    if (!marked)
        return num_read(text, length, value) == NUM_FINITE;
    for (size_t i = 0; i < length; i++)
        if (text[i] == ',' && decimal)
            plain[n++] = '.';
        else if (text[i] != group && (is_digit(text[i]) || strchr("+-.eE", text[i])))
            plain[n++] = text[i];
    return num_read(plain, n, value) == NUM_FINITE;
}
