/* Setters of the option table: each stores its value in the options, or says in `problem` what is
 * wrong with it and returns false. Those that serve several options write to option->offset. */
#ifndef LOGVAR_COMMAND_OPTIONS_SET_H
#define LOGVAR_COMMAND_OPTIONS_SET_H

#include "command/options.h"

typedef bool option_setter(struct options *options, const struct option *option, const char *value,
                           struct strbuf *problem);

option_setter set_flag;            /* bool */
option_setter set_text;            /* const char *, not empty, borrowed */
option_setter set_words_or_number; /* simulate has a number where others have a list of names */
option_setter set_fraction;        /* double in [0, 1] */
option_setter set_real;            /* double of size at most option->high */
option_setter set_signal, set_stop;
option_setter set_log_format;
option_setter set_words;  /* struct word_list; given twice, it goes on */
option_setter set_count;  /* size_t within option->low .. option->high */
option_setter set_share;  /* double in (0, 1) */
option_setter set_amount; /* double above 0 */
option_setter set_width;  /* inches */
option_setter set_folds;
option_setter set_seed;
option_setter set_budgets; /* sorted, each once */
option_setter set_adjusters;
option_setter set_sections;
option_setter set_format;
option_setter set_color;
option_setter set_completion;
option_setter set_condition; /* given again, one more */
option_setter set_shard;

/* Words for option->word. */
typedef const char *option_word(size_t index);
option_word word_format;
option_word word_section;
option_word word_color;
option_word word_adjuster;
option_word word_shell;
option_word word_signal, word_stop;
option_word word_log_format;
option_word word_file; /* a file of any name */

#endif
