/* The option tables: parsing, and the manual page that must say the same as --help. */
#include "unit.h"

#include "base/file.h"
#include "base/strbuf.h"
#include "estimate/request.h"
#include "command/options.h"

#include <stdlib.h>
#include <string.h>

static struct options options;
static struct diags diags;

static void set_up(void)
{
    diags_init(&diags);
}

static void tear_down(void)
{
    options_done(&options);
    diags_done(&diags);
}

/* The command line after "logvar", split at blanks. */
static bool parse(const char *line)
{
    static char buffer[512];
    static char *words[64];
    int n = 0;
    snprintf(buffer, sizeof buffer, "logvar %s", line);
    for (char *word = strtok(buffer, " "); word; word = strtok(NULL, " "))
        words[n++] = word;
    words[n] = NULL;
    options_done(&options);
    return options_parse(&options, n, words, &diags);
}

static bool said(const char *part)
{
    for (size_t i = 0; i < diags.n_items; i++)
        if (strstr(diags.items[i].message, part))
            return true;
    return false;
}

START_TEST(explores_by_default)
{
    ck_assert(parse("study.yaml"));
    ck_assert_int_eq(options.command, COMMAND_EXPLORE);
    ck_assert_uint_eq(options.n_operands, 1);
    ck_assert_str_eq(options.operands[0], "study.yaml");
    ck_assert_uint_eq(options.settings.folds, FOLDS_NOT_GIVEN);
    ck_assert(!options.seed_given);
}
END_TEST

START_TEST(finds_the_command_behind_options)
{
    ck_assert(parse("--seed 7 --folds=loo report --level 0.9 study.yaml -ox.txt"));
    ck_assert_int_eq(options.command, COMMAND_REPORT);
    ck_assert(options.seed_given);
    ck_assert_uint_eq(options.settings.seed, 7);
    ck_assert_uint_eq(options.settings.folds, FOLDS_LEAVE_ONE_OUT);
    ck_assert_double_eq(options.settings.level, 0.9);
    ck_assert_str_eq(options.output, "x.txt");
    ck_assert_str_eq(options.operands[0], "study.yaml");
}
END_TEST

START_TEST(two_dashes_end_the_options)
{
    ck_assert(parse("report -- --seed"));
    ck_assert_str_eq(options.operands[0], "--seed");
}
END_TEST

START_TEST(splits_lists_outside_parentheses)
{
    ck_assert(parse("--statistic mean(loss,1:10),val_loss@1/3 --statistic=acc@e3 x"));
    ck_assert_uint_eq(options.statistic.n_words, 3);
    ck_assert_str_eq(options.statistic.words[0], "mean(loss,1:10)");
    ck_assert_str_eq(options.statistic.words[1], "val_loss@1/3");
    ck_assert_str_eq(options.statistic.words[2], "acc@e3");
}
END_TEST

START_TEST(sorts_budgets_and_drops_twins)
{
    ck_assert(parse("report --budgets 50,10,10,20 x"));
    ck_assert_uint_eq(options.settings.n_budgets, 3);
    ck_assert_uint_eq(options.settings.budgets[0], 10);
    ck_assert_uint_eq(options.settings.budgets[2], 50);
}
END_TEST

START_TEST(reads_sections)
{
    ck_assert(parse("report --only null,pairs x"));
    ck_assert_uint_eq(options.sections, 1u << SECTION_NULL | 1u << SECTION_PAIRS);
}
END_TEST

START_TEST(says_all_faults_at_once)
{
    ck_assert(!parse("report --famlies a --splits 0 --level 95 --draws 1e3 --seed -1 --only piars "
                     "--folds 1 --ascii --format xml"));
    ck_assert(said("unknown option --famlies; did you mean --families?"));
    ck_assert(said("--splits: \"0\" is not a whole number from 1"));
    ck_assert(said("--level: \"95\" is not a number between 0 and 1"));
    ck_assert(said("--draws: \"1e3\""));
    ck_assert(said("--seed: \"-1\""));
    ck_assert(said("did you mean pairs?"));
    ck_assert(said("--folds: \"1\""));
    ck_assert(said("option --ascii does not apply to report"));
    ck_assert(said("\"xml\" is not a valid format"));
    ck_assert(said("report needs STUDY.yaml"));
}
END_TEST

START_TEST(refuses_abbreviations_and_stray_values)
{
    ck_assert(!parse("--famil a x"));
    ck_assert(!parse("--ascii=yes x"));
    ck_assert(said("--ascii takes no argument"));
    ck_assert(!parse("--seed"));
    ck_assert(said("--seed needs an argument"));
}
END_TEST

START_TEST(suggests_a_command)
{
    ck_assert(!parse("reprot study.yaml"));
    ck_assert(said("unknown command reprot; did you mean report?"));
}
END_TEST

START_TEST(help_wins_over_faults)
{
    ck_assert(parse("report --splits 0 --help"));
    ck_assert(options.help);
}
END_TEST

/* Every option stands in the general help, and in that of its commands only. */
START_TEST(help_lists_every_option)
{
    size_t n_options;
    const struct option *table = options_table(&n_options);
    for (size_t c = 0; c < N_COMMANDS; c++) {
        struct strbuf help;
        strbuf_init(&help);
        options_help_command((enum command_id)c, &help);
        for (size_t i = 0; i < n_options; i++) {
            char name[64];
            snprintf(name, sizeof name, " --%s%s", table[i].name, table[i].argument ? " " : "\n");
            if (!table[i].argument)
                name[strlen(name) - 1] = ' ';
            bool applies = table[i].commands & 1u << c;
            ck_assert_msg(!!strstr(help.text, name) == applies, "%s in the help of %s", name,
                          commands[c].name);
        }
        strbuf_done(&help);
    }
}
END_TEST

/* The options section of logvar(1) as the table has it. */
static void add_manual_sentence(struct strbuf *out, const char *sentence)
{
    size_t column = 0;
    while (*sentence) {
        size_t n = strcspn(sentence, " ");
        if (column && column + 1 + n > 72) {
            strbuf_add_char(out, '\n');
            column = 0;
        } else if (column) {
            strbuf_add_char(out, ' ');
            column++;
        }
        for (size_t i = 0; i < n; i++)
            if (sentence[i] == '\'')
                strbuf_puts(out, "\\(aq");
            else
                strbuf_add_char(out, sentence[i]);
        column += n;
        sentence += n + (sentence[n] == ' ');
    }
    strbuf_add_char(out, '\n');
}

static void manual_options(struct strbuf *out)
{
    size_t n_options;
    const struct option *table = options_table(&n_options);
    strbuf_puts(out, ".Bl -tag -width Ds\n");
    for (size_t i = 0; i < n_options; i++) {
        strbuf_puts(out, ".It ");
        if (table[i].letter)
            strbuf_printf(out, "Fl %c , ", table[i].letter);
        strbuf_printf(out, "Fl -%s", table[i].name);
        if (table[i].argument)
            strbuf_printf(out, " Ar %s", table[i].argument);
        strbuf_add_char(out, '\n');
        add_manual_sentence(out, table[i].help);
    }
    strbuf_puts(out, ".El\n");
}

START_TEST(manual_agrees_with_the_table)
{
    static const char begin[] = ".\\\" options: begin\n", end[] = ".\\\" options: end\n";
    char *path = unit_source_path("man/logvar.1");
    struct file_bytes page;
    ck_assert(file_read(path, 1 << 20, &page, NULL));
    char *from = strstr(page.bytes, begin), *to = strstr(page.bytes, end);
    ck_assert(from && to && from < to);
    *to = '\0';
    struct strbuf wanted;
    strbuf_init(&wanted);
    manual_options(&wanted);
    bool same = !strcmp(from + strlen(begin), wanted.text);
    if (!same)
        fprintf(stderr, "The options section should be:\n%s", wanted.text);
    ck_assert_msg(same, "man/logvar.1 and the table of options differ");
    strbuf_done(&wanted);
    file_bytes_done(&page);
    free(path);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {explores_by_default,
                                  finds_the_command_behind_options,
                                  two_dashes_end_the_options,
                                  splits_lists_outside_parentheses,
                                  sorts_budgets_and_drops_twins,
                                  reads_sections,
                                  says_all_faults_at_once,
                                  refuses_abbreviations_and_stray_values,
                                  suggests_a_command,
                                  help_wins_over_faults,
                                  help_lists_every_option,
                                  manual_agrees_with_the_table};
    Suite *suite = suite_create("options");
    TCase *tcase = tcase_create("options");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
    return unit_main(suite);
}
