/* The command line: one table of commands and one of options serve parsing, --help, the options
 * section of logvar(1) (a test compares them) and shell completion (--completion).
 *
 * Parsing never prints and never stops at the first fault: all of them go to a list of diagnostics.
 * What depends on the study (is there such an arm?) is checked once it is loaded: choices.h.
 * One thread; strings are borrowed from argv unless said otherwise. */
#ifndef LOGVAR_COMMAND_OPTIONS_H
#define LOGVAR_COMMAND_OPTIONS_H

#include "base/diag.h"
#include "base/exit_status.h"
#include "base/strbuf.h"
#include "estimate/request.h"
#include "manifest/manifest.h"
#include "simulate/simulate.h"
#include "report/condition.h"
#include "tui/theme.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum command_id {
    COMMAND_EXPLORE, /* the default: the word itself may be left out */
    COMMAND_REPORT,
    COMMAND_PLOT,
    COMMAND_CHECK,
    COMMAND_CANDIDATES,
    COMMAND_INIT,
    COMMAND_MERGE,
    COMMAND_VERIFY,
    COMMAND_SIMULATE,
    COMMAND_REGISTER,
    COMMAND_LEDGER,
    COMMAND_PLAN,
    N_COMMANDS
};

/* The words of a list option, split at commas outside parentheses: a statistic may be called
 * mean(batch_loss,1:100). */
struct word_list {
    size_t n_words, capacity;
    char **words; /* owned */
};

enum { CONDITIONS_MAX = 32 };
#define FOLDS_NOT_GIVEN SIZE_MAX

struct options {
    enum command_id command;
    bool command_given; /* the word stood there */
    bool help, version;
    const char *completion; /* a shell whose completion is asked for, or NULL */
    size_t n_operands;
    const char **operands; /* the array is owned */

    struct word_list arms, families, statistic; /* empty = not given */
    bool adjusters_given;
    size_t n_adjusters; /* raw left out */
    struct adjuster adjusters[REQUEST_ADJUSTERS_MAX];
    /* Over the manifest's analysis where given: folds FOLDS_NOT_GIVEN, all others 0 otherwise. */
    struct analysis_settings settings;
    bool seed_given;
    size_t n_threads; /* 0 = as many as there are processors */

    double half_width, difference; /* as shown: times the study's scale; 0 = not given */
    size_t tuned_at;
    struct word_list pair; /* of plan: two arms */
    double runs_budget;    /* 0 = not given */
    const char *cost;      /* a share, or FILE:COLUMN; NULL = not given */

    const char *format;     /* a name of report/report.h's table, or NULL */
    unsigned sections;      /* bit mask over enum section, 0 = not given */
    const char *output;     /* NULL or "-" = standard output */
    size_t shard, n_shards; /* --shard I/N, I from 1; n_shards 0 = not given */
    bool force;             /* replace an output that exists */
    bool show;              /* the register, in place of adding to it */
    double width_in;        /* of a figure; 0 = not given */
    bool title;             /* the study's title in a figure */
    size_t n_conditions;
    struct condition conditions[CONDITIONS_MAX]; /* --fail-if */

    struct simulation simulation; /* for simulate; the seed apart, which is in settings */
    size_t n_repeats;             /* 0 = as many as usual */
    bool summary;
    const char *log_format; /* a name of simulate/simulate_write.h's, or NULL */

    bool ascii, no_mouse, fresh, lesson;
    enum color_mode color;
    const char *keys; /* file of keys that drive the screen, or NULL */
};

struct option {
    const char *name;     /* without the dashes */
    char letter;          /* '\0' if none */
    const char *argument; /* as shown in the help, NULL = takes none */
    unsigned commands;    /* bit mask over enum command_id */
    const char *help;     /* one sentence; the manual page begins with the same */
    /* Stores the value, or says in `problem` what is wrong with it. */
    bool (*set)(struct options *options, const struct option *option, const char *value,
                struct strbuf *problem);
    size_t offset;           /* of the field in struct options, for setters that serve several */
    unsigned long low, high; /* bounds of counts */
    /* The index-th word that the argument may be, NULL past the last; NULL = any argument. A list
     * (its argument shown with "…") takes several. "" for the first word: a file. */
    const char *(*word)(size_t index);
};

struct command {
    const char *name;
    const char *operands; /* as shown: "[STUDY.yaml]" */
    size_t min_operands, max_operands;
    const char *help; /* one sentence */
};

/* Indexed by enum command_id. */
extern const struct command commands[N_COMMANDS];
const struct option *options_table(size_t *n_options);

/* false if anything is wrong; everything wrong is in diags. options_done either way. A --help or
 * --version wins over faults. */
bool options_parse(struct options *options, int argc, char **argv, struct diags *diags);
void options_done(struct options *options);

/* The text of --help: of all of the program, or of one command. */
void options_help(struct strbuf *out);
void options_help_command(enum command_id command, struct strbuf *out);

/* The completion script of a shell; false if there is none for it. */
bool options_completion(const char *shell, struct strbuf *out);

#endif
