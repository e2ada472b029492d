/* Where in its log a run's outcome is taken. */
#include "study_test.h"
#include "unit.h"

#include "study/outcome.h"

#include <math.h>
#include <string.h>

static const char training[] = "epoch,val_acc,test_acc,loss\n"
                               "1,0.50,0.40,3\n"
                               "2,0.80,0.60,2\n"
                               "3,0.80,0.70,1\n"
                               "4,0.70,,0.5\n";

static struct arena arena;

static struct outcome taken(struct manifest_outcome rule, const char *log_text,
                            const char *file_text)
{
    struct log *log = study_read_log(log_text);
    struct log *file = file_text ? study_read_log(file_text) : NULL;
    struct outcome outcome = outcome_take(&rule, log, file, &arena);
    log_free(log);
    log_free(file);
    return outcome;
}

static double value(struct manifest_outcome rule, const char *log_text)
{
    struct outcome outcome = taken(rule, log_text, NULL);
    ck_assert_msg(outcome.status == OUTCOME_FOUND, "%s", outcome.reason ? outcome.reason : "?");
    return outcome.y;
}

static void assert_none(struct manifest_outcome rule, const char *log_text, const char *file_text,
                        const char *reason)
{
    struct outcome outcome = taken(rule, log_text, file_text);
    ck_assert_int_ne(outcome.status, OUTCOME_FOUND);
    ck_assert_str_eq(outcome.reason, reason);
}

#define RULE(...)                                                                                  \
    (struct manifest_outcome)                                                                      \
    {                                                                                              \
        .metric = "test_acc", .higher_is_better = true, __VA_ARGS__                                \
    }

START_TEST(simple_places)
{
    ck_assert_double_eq(value(RULE(.at = OUTCOME_LAST), training), 0.7); /* last non-missing */
    ck_assert_double_eq(value(RULE(.at = OUTCOME_FIRST), training), 0.4);
    ck_assert_double_eq(value(RULE(.at = OUTCOME_MAX), training), 0.7);
    ck_assert_double_eq(value(RULE(.at = OUTCOME_MIN), training), 0.4);
    ck_assert_double_eq(value(RULE(.at = OUTCOME_EPOCH, .position = 2), training), 0.6);
    ck_assert_double_eq(
        value(RULE(.at = OUTCOME_STEP, .position = 20), "step,test_acc\n10,1\n20,2\n30,3\n"), 2);
    assert_none(RULE(.at = OUTCOME_EPOCH, .position = 4), training, NULL,
                "no value of test_acc at epoch 4");
    assert_none(RULE(.at = OUTCOME_STEP, .position = 2), training, NULL,
                "no value of test_acc at step 2");
}
END_TEST

START_TEST(at_the_first_best_of_another_metric)
{
    ck_assert_double_eq(value(RULE(.at = OUTCOME_BEST, .best_metric = "val_acc"), training), 0.6);
    /* A loss is best where it is least, and there the test was not run. */
    assert_none(RULE(.at = OUTCOME_BEST, .best_metric = "loss"), training, NULL,
                "no value of test_acc where loss is best");
    assert_none(RULE(.at = OUTCOME_BEST, .best_metric = "val_f1"), training, NULL,
                "no value of val_f1, which decides the best checkpoint");
    /* Rows of training and validation alternate: the same step joins them, or the same epoch. */
    ck_assert_double_eq(value(RULE(.at = OUTCOME_BEST, .best_metric = "val_acc"),
                              "step,test_acc,val_acc\n1,,5\n1,11,\n2,,9\n2,12,\n3,,7\n3,13,\n"),
                        12);
}
END_TEST

START_TEST(a_file_of_its_own)
{
    struct manifest_outcome last = RULE(.at = OUTCOME_LAST, .file = "t.csv");
    struct outcome outcome = taken(last, training, "test_acc,test_loss\n0.93,0.2");
    ck_assert_double_eq(outcome.y, 0.93);
    ck_assert_msg(isnan(outcome.position), "it has no place in the log");
    struct manifest_outcome best = RULE(.at = OUTCOME_BEST, .best_metric = "val_acc", .file = "t");
    outcome = taken(best, training, "test_acc,test_loss\n0.91,0.2");
    ck_assert_double_eq(outcome.y, 0.91);
    /* Several values: where the log says that validation was best (epoch 2). */
    outcome = taken(best, training, "epoch,test_acc\n1,0.1\n2,0.2\n3,0.3\n");
    ck_assert_double_eq(outcome.y, 0.2);
    outcome = taken(best, training, "epoch,test_acc,val_acc\n1,0.1,0.9\n2,0.2,0.1\n");
    ck_assert_double_eq(outcome.y, 0.1);
    assert_none(last, training, "acc\n1\n2\n", "no value of the outcome test_acc");
}
END_TEST

START_TEST(reaching_a_value)
{
    struct manifest_outcome reach = RULE(.at = OUTCOME_REACH, .position = 0.6);
    ck_assert_double_eq(value(reach, training), 2);
    ck_assert_double_eq(value(reach, "step,test_acc\n100,0.1\n250,0.6\n300,0.9\n"), 250);
    reach.position = 0.99;
    assert_none(reach, training, NULL, "test_acc never reached 0.99");
    /* The direction is the metric's, whatever is said of the outcome. */
    reach.position = 0.6;
    reach.higher_is_better = false;
    ck_assert_double_eq(value(reach, training), 2);
    struct manifest_outcome below = {.metric = "loss", .at = OUTCOME_REACH, .position = 1};
    ck_assert_double_eq(value(below, training), 3);
    struct manifest_outcome side = {.metric = "m", .at = OUTCOME_REACH, .position = 5};
    ck_assert_double_eq(value(side, "epoch,m\n1,9\n2,7\n3,5\n4,3\n"), 3);
    ck_assert_double_eq(value(side, "epoch,m\n1,1\n2,4\n3,4.5\n4,6\n"), 4);
}
END_TEST

START_TEST(infinities_are_never_used)
{
    const char *log = "epoch,test_acc,val_acc\n1,inf,1\n2,0.5,inf\n3,0.4,0.5\n4,-inf,0\n";
    ck_assert_double_eq(value(RULE(.at = OUTCOME_MAX), log), 0.5);
    ck_assert_double_eq(value(RULE(.at = OUTCOME_MIN), log), 0.4);
    assert_none(RULE(.at = OUTCOME_LAST), log, NULL, "diverged: the outcome test_acc is infinite");
    assert_none(RULE(.at = OUTCOME_BEST, .best_metric = "val_acc"), log, NULL,
                "diverged: the outcome test_acc is infinite");
    ck_assert_double_eq(value(RULE(.at = OUTCOME_REACH, .position = 0.4), log), 2);
}
END_TEST

START_TEST(the_rule_in_words)
{
    static const struct {
        struct manifest_outcome rule;
        const char *text;
    } cases[] = {{{.metric = "a", .at = OUTCOME_LAST}, "a at last"},
                 {{.metric = "a", .at = OUTCOME_BEST, .best_metric = "b"}, "a at best(b)"},
                 {{.metric = "a", .at = OUTCOME_EPOCH, .position = 12}, "a at e12"},
                 {{.metric = "a", .at = OUTCOME_STEP, .position = 1500}, "a at s1500"},
                 {{.metric = "a", .at = OUTCOME_REACH, .position = 0.908}, "a at reach(0.908)"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        ck_assert_str_eq(outcome_text(&cases[i].rule, &arena), cases[i].text);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        simple_places,    at_the_first_best_of_another_metric, a_file_of_its_own,
        reaching_a_value, infinities_are_never_used,           the_rule_in_words};
    arena_init(&arena);
    int status = unit_main(unit_suite("study: outcome", tests, sizeof tests / sizeof *tests));
    arena_done(&arena);
    return status;
}
