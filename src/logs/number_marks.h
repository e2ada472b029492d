/* Numbers as people write them: decimal commas ("0,395"), marks between thousands ("1,000", "1 000",
 * "1.000.000"). One cell is often ambiguous ("1,000"); the cells of its column, and the other columns
 * of the file, are not. So cells are noted column by column, and a column is decided as a whole. */
#ifndef LOGVAR_LOGS_NUMBER_MARKS_H
#define LOGVAR_LOGS_NUMBER_MARKS_H

#include <stdbool.h>
#include <stddef.h>

enum number_style {
    NUMBER_PLAIN,
    NUMBER_DECIMAL_COMMA, /* marks between thousands: point, blank, apostrophe */
    NUMBER_THOUSANDS      /* marks between thousands: comma, blank, apostrophe, low line */
};

/* What the cells of one column were. Zeroed at first. */
struct number_marks {
    size_t n_commas;    /* cells with a comma that are numbers in one of the styles */
    size_t n_decimal;   /* … in which the comma can only be the decimal mark: "0,5", "12,3456" */
    size_t n_thousands; /* … in which it can only stand between thousands: "1,234,567", "1,234.5" */
    size_t n_groups;    /* cells with blanks or apostrophes between thousands */
    size_t n_points;    /* cells like "1.000", which decimal commas elsewhere make thousands */
    size_t n_fractions; /* plain cells with a decimal point that is none of those: "0.5" */
};

/* Whether the cell is a number with such marks; plain numbers are none. */
bool number_is_marked(const char *text, size_t length);
void number_marks_note(struct number_marks *marks, const char *text, size_t length);
/* The column's style. `semicolons`: the file's cells do not stand between commas; `decimal`: another
 * column of the file is decided to have decimal commas. */
enum number_style number_marks_decide(const struct number_marks *marks, bool semicolons,
                                      bool decimal);
/* Reads the cell, marked or plain; false if it is not a number in this style. */
bool number_read_styled(const char *text, size_t length, enum number_style style, double *value);

#endif
