/* The two tables. */
#include "command/options_set.h"

#define AT(member) offsetof(struct options, member)
enum {
    EXPLORE = 1u << COMMAND_EXPLORE,
    REPORT = 1u << COMMAND_REPORT,
    CHECK = 1u << COMMAND_CHECK,
    CANDIDATES = 1u << COMMAND_CANDIDATES,
    INIT = 1u << COMMAND_INIT,
    MERGE = 1u << COMMAND_MERGE,
    SIMULATE = 1u << COMMAND_SIMULATE,
    PLOT = 1u << COMMAND_PLOT,
    ESTIMATING = EXPLORE | REPORT | PLOT, /* commands that compute figures */
    CHOOSING = ESTIMATING | CANDIDATES,
    REGISTER = 1u << COMMAND_REGISTER,
    LEDGER = 1u << COMMAND_LEDGER,
    EVERY = (1u << N_COMMANDS) - 1
};

static const struct option table[] = {
    {"arms", 0, "ARM,…", CHOOSING | SIMULATE,
     "Use only these arms: names, group/name, or patterns such as 'mnist/*'; in simulate, how many "
     "to write.",
     set_words_or_number, AT(arms), 1, 1000},
    {"families", 0, "FAMILY,…", CHOOSING | SIMULATE,
     "Use only candidates of these families: names or patterns; in simulate, how many there are.",
     set_words_or_number, AT(families), 1, STUDY_FAMILIES_MAX},
    {"arm", 0, "ARM", CANDIDATES, "The same as --arms.", set_words, AT(arms), 0, 0},
    {"family", 0, "FAMILY", CANDIDATES, "The same as --families.", set_words, AT(families), 0, 0},
    {"adjusters", 0, "NAME,…", ESTIMATING,
     "Compare these adjusters: fixed, best, pca1 to pca9, posthoc, best-shrunk, pca1-shrunk to "
     "pca9-shrunk, ridge.",
     set_adjusters, 0, 0, 0, word_adjuster},
    {"statistic", 0, "NAME,…", ESTIMATING,
     "Let fixed use this candidate, or these together, in place of the declared statistic; the "
     "result is exploratory.",
     set_words, AT(statistic), 0, 0},
    {"folds", 0, "K|loo", ESTIMATING,
     "Cross-fit over K folds, or leave one run out at a time (loo).", set_folds, AT(settings.folds),
     2, FOLDS_MAX},
    {"splits", 0, "COUNT", ESTIMATING, "Average over this many random partitions into folds.",
     set_count, AT(settings.splits), 1, REPLICATES_MAX},
    {"draws", 0, "COUNT", ESTIMATING,
     "Draw this many subsets of runs for each budget; coverage and the synthetic null take five "
     "halves of it.",
     set_count, AT(settings.draws), 1, REPLICATES_MAX},
    {"budgets", 0, "N,…", ESTIMATING, "Show budgets of these numbers of runs.", set_budgets, 0, 2,
     BUDGET_MAX},
    {"seed", 0, "NUMBER", ESTIMATING | SIMULATE, "Key all random streams with this number.",
     set_seed, 0, 0, 0},
    {"level", 0, "SHARE", ESTIMATING, "Give intervals of this confidence level, such as 0.95.",
     set_share, AT(settings.level), 0, 0},
    {"power", 0, "SHARE", ESTIMATING, "Give minimal detectable effects of this power, such as 0.8.",
     set_share, AT(settings.power), 0, 0},
    {"half-width", 0, "AMOUNT", REPORT | EXPLORE,
     "Say how many more runs make an interval this narrow, in the unit that is shown; half the raw "
     "half-width if not given.",
     set_amount, AT(half_width), 0, 0},
    {"difference", 0, "AMOUNT", REPORT | EXPLORE,
     "Say how many more runs find a difference of this size, in the unit that is shown; the "
     "present "
     "one if not given.",
     set_amount, AT(difference), 0, 0},
    {"tuned-at", 0, "RUNS", REPORT | EXPLORE,
     "Make the confidence sequence tightest at this many runs of both arms together; keep it at "
     "every look.",
     set_count, AT(tuned_at), 2, TUNED_AT_MAX},
    {"threads", 0, "COUNT", EVERY,
     "Work on this many threads, 0 meaning all processors; figures do not depend on it.", set_count,
     AT(n_threads), 0, 1024},
    {"format", 0, "NAME", REPORT | MERGE,
     "Write the report in this format: text, markdown, latex, html, csv or json.", set_format, 0, 0,
     0, word_format},
    {"only", 0, "SECTION,…", REPORT,
     "Report only these sections: arms, pairs, budget, coverage, null, families, variability, "
     "signal, more, or all.",
     set_sections, 0, 0, 0, word_section},
    {"shard", 0, "I/N", REPORT,
     "Compute only share I of N of the work and write it as a part, for logvar merge.", set_shard,
     0, 1, 1000000},
    {"output", 'o', "FILE",
     MERGE | REPORT | PLOT | CHECK | CANDIDATES | INIT | SIMULATE | REGISTER | LEDGER,
     "Write to this file, all of it or nothing, instead of standard output; in simulate, write the "
     "study into this folder.",
     set_text, AT(output), 0, 0, word_file},
    {"width", 0, "INCHES", PLOT,
     "Make the figure this wide: 3.4, a column of a two-column paper, unless told otherwise; 7 is "
     "a "
     "page.",
     set_width, 0, 0, 0},
    {"title", 0, NULL, PLOT, "Put the study's title above the figure.", set_flag, AT(title), 0, 0},
    {"force", 0, NULL, INIT | SIMULATE, "Replace the output if there is such a file.", set_flag,
     AT(force), 0, 0},
    {"show", 0, NULL, REGISTER, "Print the register instead of adding to it.", set_flag, AT(show),
     0, 0},
    {"fail-if", 0, "CONDITION", REPORT | MERGE,
     "Leave with status 4 where this holds in any row, such as pair.adjusted.high<0; may be given "
     "again.",
     set_condition, 0, 0, 0},
    {"lesson", 0, NULL, EXPLORE, "Begin with the lesson; no study is needed.", set_flag, AT(lesson),
     0, 0},
    {"ascii", 0, NULL, EXPLORE, "Draw with ASCII characters only.", set_flag, AT(ascii), 0, 0},
    {"color", 0, "WHEN", EXPLORE, "Use colours: auto, always or never.", set_color, 0, 0, 0,
     word_color},
    {"no-mouse", 0, NULL, EXPLORE, "Leave the mouse to the terminal.", set_flag, AT(no_mouse), 0,
     0},
    {"fresh", 0, NULL, EXPLORE, "Ignore what was ticked and shown the last time.", set_flag,
     AT(fresh), 0, 0},
    {"keys", 0, "FILE", EXPLORE, "Take keys from this file instead of the keyboard.", set_text,
     AT(keys), 0, 0, word_file},
    {"completion", 0, "SHELL", EXPLORE,
     "Print the completion script of a shell, bash, zsh or fish, and leave.", set_completion, 0, 0,
     0, word_shell},
    {"runs", 0, "COUNT", SIMULATE, "Simulate this many runs an arm.", set_count,
     AT(simulation.n_runs), 4, 100000},
    {"candidates", 0, "COUNT", SIMULATE, "Simulate this many candidates.", set_count,
     AT(simulation.n_candidates), 1, 100000},
    {"signal", 0, "PLACE", SIMULATE,
     "Put the signal there: nowhere, one (candidate), family (the first one's factor) or families "
     "(three).",
     set_signal, 0, 0, 0, word_signal},
    {"rho2", 0, "SHARE", SIMULATE,
     "Let the signal explain this share of the outcome's variance, such as 0.25.", set_fraction,
     AT(simulation.rho2), 0, 0},
    {"correlation", 0, "SHARE", SIMULATE,
     "Let candidates of a family correlate so much, such as 0.5.", set_fraction,
     AT(simulation.correlation), 0, 0},
    {"effect", 0, "SD", SIMULATE,
     "Let an arm differ from the one before by this many standard deviations of the outcome.",
     set_real, AT(simulation.effect), 0, 1000},
    {"repeats", 0, "COUNT", SIMULATE, "Summarise this many simulated studies.", set_count,
     AT(n_repeats), 1, 10000000},
    {"summary", 0, NULL, SIMULATE, "Print the summary also when a study is written.", set_flag,
     AT(summary), 0, 0},
    {"log-format", 0, "NAME", SIMULATE, "Write logs in this format: csv, jsonl, text or table.",
     set_log_format, 0, 0, 0, word_log_format},
    {"help", 'h', NULL, EVERY, "Show this help and leave.", set_flag, AT(help), 0, 0},
    {"version", 0, NULL, EVERY, "Show the version and leave.", set_flag, AT(version), 0, 0},
};

const struct option *options_table(size_t *n_options)
{
    *n_options = sizeof table / sizeof *table;
    return table;
}

const struct command commands[N_COMMANDS] = {
    [COMMAND_EXPLORE] = {"explore", "[STUDY.yaml]", 0, 1,
                         "Explore a study on the screen (the word may be left out; without a "
                         "study, the bundled one)."},
    [COMMAND_REPORT] = {"report", "STUDY.yaml", 1, 1, "Print a report of a study."},
    [COMMAND_PLOT] = {"plot", "STUDY.yaml FIGURE", 2, 2,
                      "Draw a figure, as SVG, PDF or PNG: budget, scatter, pairs, pair-budget, "
                      "families or coverage."},
    [COMMAND_CHECK] = {"check", "STUDY.yaml", 1, 1,
                       "Say what a study holds, and what was left out and why."},
    [COMMAND_CANDIDATES] = {"candidates", "STUDY.yaml", 1, 1,
                            "Print outcomes and candidates as CSV, a run a row."},
    [COMMAND_INIT] = {"init", "FOLDER…", 1, SIZE_MAX,
                      "Look at folders of logs and write a manifest for them."},
    [COMMAND_MERGE] = {"merge", "PART…", 1, SIZE_MAX,
                       "Print the report from parts of its work, in any order."},
    [COMMAND_VERIFY] = {"verify", "REPORT.json [STUDY.yaml]", 1, 2,
                        "Make a JSON report anew and say whether every figure agrees."},
    [COMMAND_SIMULATE] =
        {"simulate", "", 0, 0,
         "Summarise simulated studies with known truth, or write one (-o FOLDER)."},
    [COMMAND_REGISTER] = {"register", "STUDY.yaml", 1, 1,
                          "Record what a study declares and which runs are known."},
    [COMMAND_LEDGER] = {"ledger", "STUDY.yaml", 1, 1,
                        "Print what the explorer was made to show of a study."},
};
