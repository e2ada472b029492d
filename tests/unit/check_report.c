/* Reports of a snapshot built by hand: what they say, what they never say. */
#include "unit.h"

#include "base/strbuf.h"
#include "report/condition.h"
#include "base/jsonout.h"
#include "report/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ARM_RUNS = 20 };

static struct candidate candidates[] = {
    {"val_loss@1/3", "val_loss", 0}, {"val_loss@e2", "val_loss", 0}, {"slope(loss)", "loss", 1}};
static const char *statistic_names[] = {"val_loss@1/3"};
static const char *group_names[] = {"RTE"};
static size_t statistic[] = {0}, no_statistic[] = {ARM_NO_CANDIDATE};
static struct left_out_run left_out[] = {{"SEED12", "out of memory"}};
static const char *runs[ARM_RUNS];
static double y[ARM_RUNS];
static size_t chosen[] = {0, 1};
static const struct pick picks[] = {{1, 0.625}, {0, 0.375}};
static struct arm arms[2];
static struct study study;
static struct adjuster_result adjusters[2][3];
static struct arm_result arm_results[2];
static struct pair_adjuster_result pair_adjusters[3];
static struct pair_result pairs[1];
static struct budget_row budget[2];
static struct coverage_row coverage[1];
static struct null_row null_rows[1];
static struct family_row families[1];
static struct snapshot snapshot;
static struct strbuf out;

static const struct adjuster fixed = {ADJUSTER_FIXED, 0}, best = {ADJUSTER_BEST, 0},
                             pca = {ADJUSTER_PCA, 1};

static struct vr_summary make_vr(double mean)
{
    return (struct vr_summary){.n_done = 100,
                               .n_wanted = 100,
                               .mean = mean,
                               .median = mean,
                               .q25 = mean - 0.01,
                               .q75 = mean + 0.01,
                               .se = 0.002,
                               .negative_share = mean < 0 ? 0.98 : 0.004,
                               .adjusted_sd = 0.02,
                               .effective_runs = ARM_RUNS / (1 - mean)};
}

static void make_arm(size_t i, const char *name, const char *label, double mean)
{
    arms[i] = (struct arm){.name = name,
                           .group = "RTE",
                           .label = label,
                           .outcome = {.text = "test_acc at last",
                                       .metric = "test_acc",
                                       .higher_is_better = true,
                                       .scale = 100,
                                       .unit = "pp"},
                           .n_runs = ARM_RUNS,
                           .runs = runs,
                           .y = y,
                           .n_candidates = 3,
                           .candidates = candidates,
                           .n_statistic = 1,
                           .statistic = statistic_names,
                           .statistic_declared = true,
                           .statistic_candidate = statistic,
                           .y_mean = mean,
                           .y_sd = 0.0213};
    adjusters[i][0] = (struct adjuster_result){.adjuster = fixed,
                                               .n_statistic = 1,
                                               .statistic = statistic,
                                               .statistic_names = statistic_names,
                                               .rho2 = 0.1794,
                                               .break_even_runs = 6.97,
                                               .vr = make_vr(0.148240)};
    adjusters[i][1] = (struct adjuster_result){.adjuster = best,
                                               .exploratory = EXPLORATORY_ADJUSTER,
                                               .rho2 = NAN,
                                               .break_even_runs = NAN,
                                               .vr = make_vr(-0.2315)};
    adjusters[i][1].vr.n_picks = 2;
    adjusters[i][1].vr.picks = picks;
    adjusters[i][2] =
        (struct adjuster_result){.adjuster = pca, .rho2 = NAN, .break_even_runs = NAN};
    adjusters[i][2].vr = (struct vr_summary){.status = ESTIMATE_TOO_FEW_RUNS,
                                             .mean = NAN,
                                             .median = NAN,
                                             .q25 = NAN,
                                             .q75 = NAN,
                                             .se = NAN,
                                             .negative_share = NAN,
                                             .adjusted_sd = NAN,
                                             .effective_runs = NAN};
    arm_results[i] = (struct arm_result){
        .arm = &arms[i], .folds = 5, .n_splits = 100, .n_adjusters = 3, .adjusters = adjusters[i]};
}

static struct interval make_interval(double difference, double half_width)
{
    return (struct interval){.low = difference - half_width,
                             .high = difference + half_width,
                             .half_width = half_width,
                             .df = 37.5,
                             .p = 0.00002,
                             .p_holm = 0.00002};
}

static void make_pair(double difference)
{
    pairs[0] = (struct pair_result){.a = &arms[0],
                                    .b = &arms[1],
                                    .difference = difference,
                                    .raw = make_interval(difference, 0.009230),
                                    .raw_mde = 0.0131,
                                    .n_adjusters = 3,
                                    .adjusters = pair_adjusters};
    pairs[0].claim = (struct pair_claim){CLAIM_RAW, ESTIMATE_OK, difference, pairs[0].raw};
    pairs[0].pooled.status = pairs[0].lin.status = ESTIMATE_TOO_FEW_RUNS;
    pair_adjusters[0] =
        (struct pair_adjuster_result){.adjuster = fixed,
                                      .interval = make_interval(difference, 0.008709),
                                      .narrower_percent = 5.644637,
                                      .half_width_q25 = 0.0086,
                                      .half_width_q75 = 0.0088,
                                      .mde = 0.0124,
                                      .runs_needed = 17.8};
    pair_adjusters[1] = (struct pair_adjuster_result){.adjuster = best,
                                                      .exploratory = EXPLORATORY_ADJUSTER,
                                                      .interval = make_interval(difference, 0.010),
                                                      .narrower_percent = -8.34,
                                                      .half_width_q25 = 0.0098,
                                                      .half_width_q75 = 0.0103,
                                                      .mde = 0.0142,
                                                      .runs_needed = 23.5};
    pair_adjusters[2] = (struct pair_adjuster_result){.adjuster = pca,
                                                      .narrower_percent = NAN,
                                                      .half_width_q25 = NAN,
                                                      .half_width_q75 = NAN,
                                                      .mde = NAN,
                                                      .runs_needed = NAN};
    pair_adjusters[2].interval =
        (struct interval){ESTIMATE_TOO_FEW_RUNS, NAN, NAN, NAN, NAN, NAN, NAN};
}

static void make_diagnostics(void)
{
    budget[0] = (struct budget_row){&arms[0], fixed,  EXPLORATORY_NO, 10,    ESTIMATE_OK, 2000,
                                    2000,     -0.013, -0.101,         0.083, 0.54};
    budget[1] = (struct budget_row){&arms[0], fixed, EXPLORATORY_NO, 20, ESTIMATE_OK, 2000, 2000,
                                    0.121,    0.1,   0.14,           0};
    coverage[0] = (struct coverage_row){&arms[0], best,        EXPLORATORY_ADJUSTER,
                                        10,       ESTIMATE_OK, 5000,
                                        5000,     0.968,       0.951,
                                        0.9682,   0.949,       0.93,
                                        0.003,    5000};
    null_rows[0] = (struct null_row){&arms[0],    best,  EXPLORATORY_ADJUSTER,
                                     ESTIMATE_OK, 5000,  5000,
                                     0.051,       0.071, 0.0031,
                                     0.0036,      0.15,  0.067,
                                     5000};
    families[0] =
        (struct family_row){&arms[0], 0, 2, ESTIMATE_OK, 100, 100, 0.2, 1, -0.05, 0.9, 0, 0.41};
}

static void set_up(void)
{
    make_arm(0, "standard", "RTE/standard", 0.690492);
    make_arm(1, "reinit", "RTE/reinit", 0.721416);
    arms[0].n_left_out = 1;
    arms[0].left_out = left_out;
    make_pair(-0.030924);
    make_diagnostics();
    study = (struct study){.title = "RTE, three ways",
                           .path = "rte.yaml",
                           .sha256 = "00ff",
                           .n_arms = 2,
                           .arms = arms,
                           .n_groups = 1,
                           .groups = group_names,
                           .n_families = 2,
                           .families = {{"validation", 2}, {"training-loss", 1}},
                           .window = "1/3"};
    snapshot = (struct snapshot){.study = &study,
                                 .finished = true,
                                 .n_arms = 2,
                                 .arms = arm_results,
                                 .n_pairs = 1,
                                 .pairs = pairs,
                                 .n_budget = 2,
                                 .budget = budget,
                                 .n_coverage = 1,
                                 .coverage = coverage,
                                 .n_null = 1,
                                 .null = null_rows,
                                 .n_families = 1,
                                 .families = families};
    snapshot.request = (struct request){.n_arms = 2,
                                        .arms = chosen,
                                        .families = 3,
                                        .n_adjusters = 3,
                                        .adjusters = {fixed, best, pca},
                                        .sections = (1u << N_SECTIONS) - 1,
                                        .settings = {.folds = 5,
                                                     .splits = 1000,
                                                     .draws = 2000,
                                                     .n_budgets = 2,
                                                     .budgets = {10, 20},
                                                     .level = 0.95,
                                                     .power = 0.8,
                                                     .seed = UINT64_MAX}};
    strbuf_init(&out);
}

static void tear_down(void)
{
    strbuf_done(&out);
}

static void write_report(const char *format)
{
    strbuf_clear(&out);
    report_format_find(format)->write(&snapshot, NULL, &out);
}

static void says(const char *part)
{
    if (!strstr(out.text, part))
        fputs(out.text, stderr);
    ck_assert_msg(strstr(out.text, part) != NULL, "not said: %s", part);
}

static void never_says(const char *part)
{
    ck_assert_msg(!strstr(out.text, part), "said: %s", part);
}

START_TEST(text_says_what_a_report_must)
{
    write_report("text");
    says("not finite-sample guarantees");
    says("is the median, over the splits");
    says("standard is worse than reinit by 3.092 pp (raw), 95 % interval 2.169 to 4.015.");
    says("fixed: it is 5.6 % narrower than raw.");
    says("standard: val_loss@1/3 (VR +14.8 %, below 0 in");
    says("best !: it is 8.3 % wider than raw.");
    says("val_loss@e2, 62 % of picks");
    says("val_loss@1/3, as declared in the manifest");
    says("! exploratory (best): the adjuster selects candidates by looking at outcomes.");
    says("pca1: too few runs.");
    says("run SEED12 left out: out of memory.");
    never_says("nan");
    never_says("Small:");
}
END_TEST

START_TEST(text_fits_a_hundred_columns)
{
    write_report("text");
    for (const char *line = out.text; *line;) {
        size_t n = strcspn(line, "\n");
        ck_assert_msg(n <= 100, "%.*s", (int)n, line);
        ck_assert_msg(!n || line[n - 1] != ' ', "blank at the end: %.*s", (int)n, line);
        line += n + (line[n] == '\n');
    }
}
END_TEST

START_TEST(better_follows_the_direction)
{
    arms[0].outcome.higher_is_better = arms[1].outcome.higher_is_better = false;
    write_report("text");
    says("standard is better than reinit by 3.092 pp");
    make_pair(0.030924);
    write_report("text");
    says("standard is worse than reinit by 3.092 pp (raw), 95 % interval 2.169 to 4.015.");
}
END_TEST

START_TEST(zero_in_the_interval_is_not_distinguishable)
{
    make_pair(0.001);
    write_report("text");
    says("standard and reinit are not distinguishable by their raw means: difference +0.100 pp,");
    never_says("better than");
    never_says("worse than");
}
END_TEST

START_TEST(spread_on_both_sides_is_not_distinguishable)
{
    pair_adjusters[0].half_width_q75 = 0.0095;
    write_report("text");
    says("fixed: it is not distinguishable from raw in width");
}
END_TEST

START_TEST(small_arms_are_warned_about)
{
    arms[1].n_runs = 4;
    arm_results[1].folds = 4;
    write_report("text");
    says("Small: RTE/reinit has 4 runs");
    says("RTE/reinit: 4 folds in place of 5");
    never_says("Small: RTE/standard");
}
END_TEST

START_TEST(only_the_sections_asked_for)
{
    snapshot.request.sections = 1u << SECTION_NULL;
    write_report("text");
    says("Synthetic null");
    says("too often");
    never_says("Pairs of arms");
    never_says("Coverage of");
    write_report("json");
    says("\"null\": [");
    never_says("\"pairs\": [");
}
END_TEST

START_TEST(a_missing_statistic_is_said)
{
    adjusters[1][0].statistic = no_statistic;
    adjusters[1][0].vr = adjusters[1][2].vr;
    adjusters[1][0].vr.status = ESTIMATE_NO_STATISTIC;
    write_report("text");
    says("val_loss@1/3 (not in this arm)");
}
END_TEST

START_TEST(names_cannot_reach_a_terminal_raw)
{
    arms[0].label = "RTE/\033[31mred";
    study.title = "evil\r\ntitle\xff";
    write_report("text");
    never_says("\033");
    never_says("\r");
    says("\\e[31mred");
    write_report("json");
    never_says("\xff");
    says("evil\\r\\ntitle\xEF\xBF\xBD");
}
END_TEST

START_TEST(json_has_the_stable_fields)
{
    write_report("json");
    says("\"logvar\": \"");
    says("\"seed\": 18446744073709551615");
    says("\"folds\": 5");
    says("\"level\": 0.95");
    says("\"mean\": 0.690492");
    says("{\"run\": \"SEED12\", \"reason\": \"out of memory\"}");
    says("\"vr\": {\"mean\": 0.14824, \"median\": 0.14824, \"q25\": 0.13824");
    says("{\"candidate\": \"val_loss@e2\", \"share\": 0.625}");
    says("\"rho2\": 0.1794");
    says("\"status\": \"too_few_runs\"");
    says("\"vr\": {\"mean\": null, \"median\": null");
    says("\"difference\": -0.030924");
    says("\"half_width\": 0.008709");
    says("\"narrower_percent\": 5.644637");
    says("\"posthoc\": {\"vr\": 0.2, \"candidate\": \"val_loss@e2\"}");
    says("\"raw_rejection\": 0.051");
    says("\"expected_raw\": 0.9682");
    says("\"exploratory\": true");
    never_says("nan");
    never_says(": inf");
}
END_TEST

START_TEST(json_leave_one_out_is_a_word)
{
    snapshot.request.settings.folds = FOLDS_LEAVE_ONE_OUT;
    write_report("json");
    says("\"folds\": \"loo\"");
    write_report("text");
    says("leave one out");
}
END_TEST

/* Whatever the format: the raw figures, the mark with its reason, what the intervals are not. */
START_TEST(every_format_for_people_is_honest)
{
    static const char *const names[] = {"text", "markdown", "latex", "html"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        write_report(names[i]);
        says("the adjuster selects candidates by looking at outcomes");
        says("finite-sample guarantees");
        says("0.923");
        says("0.871");
        says("5.6 ");
        says("narrower than raw");
        never_says("nan");
    }
}
END_TEST

START_TEST(markup_of_names_is_harmless)
{
    study.title = "a_b <b>|&%$#{\\}";
    arms[0].label = "=cmd";
    arms[0].name = "=cmd,\"x\"";
    write_report("markdown");
    says("# a\\_b &lt;b&gt;\\|&amp;%\\$\\#");
    write_report("html");
    says("<h1>a_b &lt;b&gt;|&amp;%$#{\\}</h1>");
    write_report("latex");
    says("a\\_b $<$b$>$\\textbar{}\\&\\%\\$\\#\\{\\textbackslash{}\\}");
    write_report("csv");
    says("RTE,\"'=cmd,\"\"x\"\"\",");
    never_says(",=cmd");
}
END_TEST

static size_t count_of(const char *part)
{
    size_t n = 0;
    for (const char *at = out.text; (at = strstr(at, part)); at += strlen(part))
        n++;
    return n;
}

START_TEST(latex_environments_are_closed)
{
    static const char *const names[] = {"document", "longtable", "itemize", "description"};
    write_report("latex");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char begin[64], end[64];
        snprintf(begin, sizeof begin, "\\begin{%s}", names[i]);
        snprintf(end, sizeof end, "\\end{%s}", names[i]);
        ck_assert_uint_gt(count_of(begin), 0);
        ck_assert_uint_eq(count_of(begin), count_of(end));
    }
    ck_assert_uint_eq(count_of("\\toprule"), count_of("\\bottomrule"));
}
END_TEST

START_TEST(html_elements_are_closed)
{
    static const char *const names[] = {"table", "tr", "td", "ul", "dl", "li", "p", "h2", "body"};
    write_report("html");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char plain[64], more[64], end[64];
        snprintf(plain, sizeof plain, "<%s>", names[i]);
        snprintf(more, sizeof more, "<%s ", names[i]);
        snprintf(end, sizeof end, "</%s>", names[i]);
        ck_assert_uint_gt(count_of(end), 0);
        ck_assert_uint_eq(count_of(plain) + count_of(more), count_of(end));
    }
}
END_TEST

START_TEST(csv_has_a_figure_a_row)
{
    write_report("csv");
    says("section,group,arm,versus,adjuster,family,runs,exploratory,status,figure,value\n");
    says("arms,RTE,standard,,fixed,,20,no,ok,vr_mean,0.14824\n");
    says("arms,RTE,standard,,pca1,,20,no,too_few_runs,vr_mean,\n");
    says("pairs,RTE,standard,reinit,raw,,20,no,ok,half_width,0.00923\n");
    says("pairs,RTE,standard,reinit,best,,20,yes,ok,narrower_percent,-8.34\n");
    says("budget,RTE,standard,,fixed,,10,no,ok,vr_median,-0.013\n");
    for (const char *line = out.text; *line; line = strchr(line, '\n') + 1) {
        size_t commas = 0;
        for (const char *p = line; *p != '\n'; p++)
            commas += *p == ',';
        ck_assert_uint_eq(commas, 10);
    }
}
END_TEST

/* Failing rows of a condition. */
static size_t judged(const char *text)
{
    struct condition condition;
    struct strbuf problem;
    size_t n_rows;
    strbuf_init(&problem);
    ck_assert_msg(condition_parse(text, &condition, &problem), "%s: %s", text, problem.text);
    strbuf_done(&problem);
    strbuf_clear(&out);
    size_t n = condition_judge(&condition, &snapshot, &out, &n_rows);
    ck_assert_uint_gt(n_rows, 0);
    return n;
}

START_TEST(conditions_find_their_rows)
{
    ck_assert_uint_eq(judged("pair.raw.high<0"), 1);
    ck_assert_uint_eq(judged("pair.raw.high>0"), 0);
    /* Without an adjuster: what may be claimed, not every row. */
    pairs[0].claim.interval.high = -0.001;
    ck_assert_uint_eq(judged("pair.high<0"), 1);
    says("standard - reinit, raw");
    ck_assert_uint_eq(judged("pair.raw.high<-0.0005"), 1);
    pairs[0].claim.interval = pairs[0].raw;
    ck_assert_uint_eq(judged("pair.p.holm<1"), 1);
    ck_assert_uint_eq(judged("arm.fixed.vr.median<0.14824"), 0);
    ck_assert_uint_eq(judged("arm.fixed.vr.median<=0.14824"), 2);
    ck_assert_uint_eq(judged("arm.best.vr_mean < -0.2"), 2);
    says("arm.best.vr_mean < -0.2: RTE/standard, best: -0.2315\n");
    ck_assert_uint_eq(judged("null.adjusted_rejection>0.07"), 1);
    ck_assert_uint_eq(judged("null.adjusted.rejection>0.08"), 0);
    ck_assert_uint_eq(judged("budget.negative_share>0.5"), 1);
    says("RTE/standard, fixed, 10 runs: 0.54");
    ck_assert_uint_eq(judged("family.nested.vr<0"), 1);
    ck_assert_uint_eq(judged("arm.left_out>0"), 1);
    ck_assert_uint_eq(judged("arm.sd>1"), 0);
}
END_TEST

/* pca1 has no figures: it cannot be cleared, whatever the bound. */
START_TEST(what_is_no_number_fails_a_condition)
{
    ck_assert_uint_eq(judged("pair.adjusted.if.known.high>1e9"), 1);
    says("pca1: too few runs");
    ck_assert_uint_eq(judged("arm.pca1.vr.mean<-1e9"), 2);
}
END_TEST

START_TEST(conditions_that_make_no_sense_are_refused)
{
    static const struct {
        const char *text, *problem;
    } cases[] = {{"pair.high", "none of < <= > >="},    {"pair.high<", "not a number"},
                 {"pair.high<nan", "not a number"},     {"pairs.high<0", "did you mean pair?"},
                 {"pair.hihg<0", "did you mean high?"}, {"pair.fixd.high<0", "no figure"},
                 {"pair.fixed<0", "no figure"},         {"<0", "a condition begins with"},
                 {"arm.high<0", "no figure \"high\""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct condition condition;
        strbuf_clear(&out);
        ck_assert_msg(!condition_parse(cases[i].text, &condition, &out), "%s", cases[i].text);
        says(cases[i].problem);
    }
}
END_TEST

START_TEST(json_writer_is_well_formed)
{
    struct jsonout json;
    jsonout_init(&json, &out);
    jsonout_begin_object(&json, NULL);
    jsonout_begin_array(&json, "none");
    jsonout_end_array(&json);
    jsonout_begin_line_array(&json, "line");
    jsonout_number(&json, NULL, 0.1);
    jsonout_begin_object(&json, NULL);
    jsonout_bool(&json, "b", true);
    jsonout_string(&json, "s", "a\"\\\n\x01\xC3\xA9\xE2\x80\xAE\xC3");
    jsonout_end_object(&json);
    jsonout_end_array(&json);
    jsonout_number(&json, "nan", NAN);
    jsonout_number(&json, "inf", -INFINITY);
    jsonout_string(&json, "null", NULL);
    jsonout_end_object(&json);
    ck_assert_str_eq(out.text,
                     "{\n  \"none\": [],\n  \"line\": [0.1, {\"b\": true, \"s\": "
                     "\"a\\\"\\\\\\n\\u0001\xC3\xA9\\u202e\xEF\xBF\xBD\"}],\n  \"nan\": null,\n"
                     "  \"inf\": null,\n  \"null\": null\n}\n");
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {text_says_what_a_report_must,
                                  text_fits_a_hundred_columns,
                                  better_follows_the_direction,
                                  zero_in_the_interval_is_not_distinguishable,
                                  spread_on_both_sides_is_not_distinguishable,
                                  small_arms_are_warned_about,
                                  only_the_sections_asked_for,
                                  a_missing_statistic_is_said,
                                  names_cannot_reach_a_terminal_raw,
                                  json_has_the_stable_fields,
                                  json_leave_one_out_is_a_word,
                                  every_format_for_people_is_honest,
                                  markup_of_names_is_harmless,
                                  latex_environments_are_closed,
                                  html_elements_are_closed,
                                  csv_has_a_figure_a_row,
                                  conditions_find_their_rows,
                                  what_is_no_number_fails_a_condition,
                                  conditions_that_make_no_sense_are_refused,
                                  json_writer_is_well_formed};
    Suite *suite = suite_create("report");
    TCase *tcase = tcase_create("report");
    tcase_add_checked_fixture(tcase, set_up, tear_down);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
    return unit_main(suite);
}
