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
    TEXT_BAR,     /* a progress bar with metrics, of the epoch that was announced */
    TEXT_LONE,    /* one metric and nothing else, of the epoch that was announced (nnU-Net) */
    TEXT_RESULT   /* " * Acc@1 75.995 Acc@5 92.5": what a pass over the validation set came to */
};

/* Adds what it finds to the row that is open in fields. */
enum text_line text_words_read(const char *text, size_t length, struct field_set *fields);

/* Whether a name says that its number measures the model: loss, accuracy, dice, reward … */
bool text_words_is_metric(const char *name);
/* Whether the line holds such a name with a finite number. */
bool text_words_has_metric(const char *text, size_t length);
/* Whether the line is a TEXT_RESULT, without a look at the rest. */
bool text_words_is_result(const char *text, size_t length);

#endif
