/* What `logvar check` and `logvar candidates` print of a study. */
#include "study_test.h"
#include "unit.h"

#include "report/candidates_csv.h"
#include "report/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *csv_of(const struct study *study, const struct candidates_choice *choice)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    candidates_csv_print(study, choice, out);
    fclose(out);
    return text;
}

static struct study *small_study(void)
{
    study_text("runs.csv", "model,seed,acc,val_loss,loss,odd\n"
                           "one,1,0.5,1.25,-3,7\none,2,0.75,2,-4.5,7\none,3,nan,2,-4,7\n"
                           "two,a,1,3,,1\ntwo,b,2,4,5,2\n");
    return study_of("logvar: 1\ntitle: Small\noutcome: {metric: acc, better: higher, scale: 100, "
                    "unit: pp}\ntable: {file: runs.csv, arm: model, run: seed}\n");
}

START_TEST(the_matrix_as_csv)
{
    study_folder("matrix");
    struct study *study = small_study();
    ck_assert_ptr_nonnull(study);
    struct candidates_choice all = {.families = UINT64_MAX};
    char *text = csv_of(study, &all);
    ck_assert_str_eq(text, "arm,group,run,outcome,val_loss,loss,odd\n"
                           "one,,1,0.5,1.25,-3,\n"
                           "one,,2,0.75,2,-4.5,\n"
                           "two,,a,1,3,,1\n"
                           "two,,b,2,4,,2\n");
    free(text);
    bool arms[] = {false, true};
    struct candidates_choice some = {.arms = arms,
                                     .families = 1ull << study_find_family(study, "validation")};
    text = csv_of(study, &some);
    ck_assert_str_eq(text, "arm,group,run,outcome,val_loss\ntwo,,a,1,3\ntwo,,b,2,4\n");
    free(text);
    study_unref(study);
}
END_TEST

START_TEST(cells_are_quoted_and_harmless)
{
    static const struct {
        const char *text, *cell;
    } cases[] = {{"plain", "plain"},
                 {"mean(a,1:10)", "\"mean(a,1:10)\""},
                 {"say \"so\"", "\"say \"\"so\"\"\""},
                 {"=1+1", "'=1+1"},
                 {"+x", "'+x"},
                 {"-x", "'-x"},
                 {"@sum(a,b)", "\"'@sum(a,b)\""},
                 {"a\nb", "a\\nb"},
                 {"\t=1", "\\t=1"},
                 {"\033[31m", "\\e[31m"},
                 {" x", "\" x\""},
                 {"", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct strbuf out;
        strbuf_init(&out);
        csv_add_text(&out, cases[i].text);
        ck_assert_str_eq(out.text, cases[i].cell);
        strbuf_done(&out);
    }
}
END_TEST

START_TEST(a_check_says_everything)
{
    study_folder("check");
    struct study *study = small_study();
    struct strbuf out;
    strbuf_init(&out);
    check_write(study, &out);
    ck_assert_str_eq(
        out.text, "Small\n"
                  "  outcome  acc at last, higher is better, in pp\n"
                  "  found    2 arms, 4 usable runs, 1 left out\n"
                  "\n"
                  "Arms\n"
                  "  arm           runs  left out        mean         sd  candidates\n"
                  "  one              2         1       62.50      17.68           2\n"
                  "  two              2         0      150.00      70.71           2\n"
                  "\n"
                  "Families (candidates, the most in any arm)\n"
                  "  validation                    1\n"
                  "  training-loss                 1\n"
                  "  other                         1\n"
                  "\n"
                  "Statistic of the fixed adjuster\n"
                  "  both arms\n"
                  "    the default, since none is declared: val_loss\n"
                  "\n"
                  "Runs left out\n"
                  "  one\n"
                  "    diverged: the outcome is not finite, 1 run: 3\n"
                  "\n"
                  "Metrics that give no candidates\n"
                  "  one\n"
                  "    constant: odd\n"
                  "  two\n"
                  "    missing in 1 of 2 runs: loss\n"
                  "\n"
                  "Warnings\n"
                  "  both arms\n"
                  "    2 runs: below 15 the coefficient of an adjustment costs more than it gives\n"
                  "  one\n"
                  "    1 of 3 runs diverged (33 %); without them the figures are about runs that\n"
                  "      do not\n");
    strbuf_done(&out);
    study_unref(study);
}
END_TEST

START_TEST(neighbours_are_named_by_the_first_and_the_last)
{
    study_folder("neighbours");
    for (int run = 1; run <= 3; run++) {
        char text[2000] = "step,acc,loss\n";
        for (int step = 1; step <= 30; step++)
            sprintf(text + strlen(text), "%d,%d,%d\n", step, run,
                    step >= 3 && step <= 6 ? 7 : run * step);
        study_log("n", run, text);
    }
    struct study *study = study_of("logvar: 1\noutcome: {metric: acc, better: higher}\n"
                                   "discover: \"{arm}/run_{run}.csv\"\n");
    ck_assert_msg(study != NULL, "%s", study_said());
    struct strbuf out;
    strbuf_init(&out);
    check_write(study, &out);
    ck_assert_msg(strstr(out.text, "constant, 7 candidates: loss@s3 to loss@s6 (4),") != NULL, "%s",
                  out.text);
    strbuf_done(&out);
    study_unref(study);
}
END_TEST

START_TEST(hostile_names_are_shown_as_marks)
{
    study_folder("hostile");
    study_text("runs.csv", "model,acc,val\033[2Jloss\n\033]0;x\007,1,2\n\033]0;x\007,2,4\n"
                           "\033]0;x\007,,4\n");
    struct study *study =
        study_of("logvar: 1\ntitle: \"a\\eb\"\noutcome: {metric: acc, better: higher}\n"
                 "table: {file: runs.csv, arm: model}\n");
    ck_assert_msg(study != NULL, "%s", study_said());
    struct strbuf out;
    strbuf_init(&out);
    check_write(study, &out);
    struct candidates_choice all = {.families = UINT64_MAX};
    char *csv = csv_of(study, &all);
    strbuf_puts(&out, csv);
    for (const char *at = out.text; *at; at++)
        ck_assert_msg(*at == '\n' || (unsigned char)*at >= 0x20, "byte %d", *at);
    free(csv);
    strbuf_done(&out);
    study_unref(study);
}
END_TEST

START_TEST(long_lists_are_broken_and_merged)
{
    study_folder("lists");
    for (int arm = 0; arm < 3; arm++)
        for (int run = 1; run <= 2; run++) {
            char text[4000] = "epoch,acc,val_loss", name[20];
            for (int m = 0; m < 40; m++)
                sprintf(text + strlen(text), ",constant_metric_%d", m);
            for (int epoch = 1; epoch <= 3; epoch++) {
                sprintf(text + strlen(text), "\n%d,%d,%d", epoch, run * epoch, run);
                for (int m = 0; m < 40; m++)
                    strcat(text, ",1");
            }
            strcat(text, "\n");
            sprintf(name, "arm%d", arm);
            study_log(name, run, text);
        }
    struct study *study = study_of("logvar: 1\noutcome: {metric: acc, better: higher}\n"
                                   "discover: \"{arm}/run_{run}.csv\"\n");
    ck_assert_msg(study != NULL, "%s", study_said());
    struct strbuf out;
    strbuf_init(&out);
    check_write(study, &out);
    ck_assert_ptr_nonnull(strstr(out.text, "  all 3 arms\n    constant: constant_metric_0 ("));
    char *rest = NULL;
    for (char *line = strtok_r(out.text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        ck_assert_msg(strlen(line) <= CHECK_COLUMNS, "%zu: %s", strlen(line), line);
    strbuf_done(&out);
    study_unref(study);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {the_matrix_as_csv,
                                  cells_are_quoted_and_harmless,
                                  a_check_says_everything,
                                  neighbours_are_named_by_the_first_and_the_last,
                                  hostile_names_are_shown_as_marks,
                                  long_lists_are_broken_and_merged};
    return unit_main(unit_suite("study: check, candidates", tests, sizeof tests / sizeof *tests));
}
