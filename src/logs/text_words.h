/* The built-in grammar of text logs: words and numbers of one line (text_log.h says which). */
#ifndef LOGVAR_LOGS_TEXT_WORDS_H
#define LOGVAR_LOGS_TEXT_WORDS_H

#include "logs/field.h"

#include <stdbool.h>
#include <stddef.h>

enum text_line {
    TEXT_OTHER,   /* nothing of ours */
    TEXT_AXIS,    /* an epoch or step and no metric */
    TEXT_METRICS, /* an epoch or step, and metrics */
    TEXT_BAR      /* a progress bar with metrics, of the epoch that was announced */
};

/* Adds what it finds to the row that is open in fields. */
enum text_line text_words_read(const char *text, size_t length, struct field_set *fields);

#endif
