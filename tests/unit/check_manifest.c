/* Manifests as texts: what each value means, and what is said about one that means nothing. */
#include "manifest_unit.h"

#include "base/file.h"

#include <math.h>

/* The shortest manifest that stands; a table needs no folders. */
#define STUDY "logvar: 1\ntable: {file: t.csv}\noutcome: {metric: acc}\n"

static struct manifest *study_with(const char *more)
{
    free(unit_text_file("t.csv", "acc\n1\n"));
    struct strbuf text;
    strbuf_init(&text);
    strbuf_printf(&text, STUDY "%s", more);
    struct manifest *manifest = manifest_from(text.text);
    strbuf_done(&text);
    return manifest;
}

START_TEST(defaults_stand_where_nothing_is_said)
{
    struct manifest *manifest = study_with("");
    const struct manifest_arm *top = &manifest->top;
    ck_assert_str_eq(manifest->title, "study.yaml");
    ck_assert_int_eq(top->outcome.at, OUTCOME_LAST);
    ck_assert_double_eq(top->outcome.scale, 1);
    ck_assert(top->outcome.higher_is_better);
    ck_assert_ptr_null(top->outcome.unit);
    ck_assert_str_eq(top->window.text, "1/3");
    ck_assert_double_eq(top->window.value, 1.0 / 3);
    ck_assert_uint_eq(top->primary.n_names, 0);
    ck_assert_uint_eq(top->n_families, 0);
    ck_assert(isnan(top->log.length_steps) && isnan(top->log.length_epochs));
    ck_assert_ptr_null(top->log.reader.format);
    ck_assert_uint_eq(manifest->analysis.folds, 5);
    ck_assert(!manifest->analysis.folds_given);
    ck_assert_uint_eq(manifest->analysis.splits, 1000);
    ck_assert_uint_eq(manifest->analysis.draws, 2000);
    ck_assert_uint_eq(manifest->analysis.n_budgets, 5);
    ck_assert_uint_eq(manifest->analysis.seed, 2026);
    ck_assert_uint_eq(strlen(manifest->sha256), 64);
    manifest_free(manifest);
}
END_TEST

START_TEST(scalars_stay_the_text_that_they_are)
{
    struct manifest *manifest =
        study_with("title: no\nprimary: 08\nexclude: [~, 1e5, yes]\nexclude_runs: [007]\n");
    ck_assert_str_eq(manifest->title, "no");
    ck_assert_str_eq(manifest->top.primary.names[0], "08");
    ck_assert_str_eq(manifest->top.exclude.names[0], "~");
    ck_assert_str_eq(manifest->top.exclude.names[1], "1e5");
    ck_assert_str_eq(manifest->top.exclude.names[2], "yes");
    ck_assert_str_eq(manifest->top.exclusions[0].run, "007");
    ck_assert_uint_eq(manifest->top.exclude.places[1].line, 6);
    ck_assert_uint_eq(manifest->top.exclude.places[1].column, 14);
    manifest_free(manifest);
}
END_TEST

START_TEST(outcomes_stand_at_a_place)
{
    static const struct {
        const char *text;
        enum outcome_at at;
        double position;
        const char *best;
    } cases[] = {{"last", OUTCOME_LAST, 0, NULL},
                 {"first", OUTCOME_FIRST, 0, NULL},
                 {"max", OUTCOME_MAX, 0, NULL},
                 {"min", OUTCOME_MIN, 0, NULL},
                 {"best(val acc (top 1))", OUTCOME_BEST, 0, "val acc (top 1)"},
                 {"e12", OUTCOME_EPOCH, 12, NULL},
                 {"s1500", OUTCOME_STEP, 1500, NULL},
                 {"reach(0.908)", OUTCOME_REACH, 0.908, NULL},
                 {"reach(-1e3)", OUTCOME_REACH, -1000, NULL}};
    free(unit_text_file("t.csv", "acc\n1\n"));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct strbuf text;
        strbuf_init(&text);
        strbuf_printf(&text, "logvar: 1\ntable: {file: t.csv}\noutcome:\n  metric: acc\n  at: %s\n",
                      cases[i].text);
        struct manifest *manifest = manifest_from(text.text);
        ck_assert_int_eq(manifest->top.outcome.at, cases[i].at);
        ck_assert_double_eq(manifest->top.outcome.position, cases[i].position);
        ck_assert_pstr_eq(manifest->top.outcome.best_metric, cases[i].best);
        ck_assert(manifest->top.outcome.higher_is_better);
        manifest_free(manifest);
        strbuf_done(&text);
    }
}
END_TEST

START_TEST(the_direction_follows_the_name_where_it_is_not_given)
{
    static const char *const lower[] = {"test_losses",     "valLoss",  "testloss",
                                        "eval/errors",     "logloss",  "neg_log_likelihood_nll",
                                        "crossentropy",    "val_loss", "loss",
                                        "test/error",      "Loss",     "top1_err",
                                        "eval-perplexity", "val.rmse", "bits_per_byte"};
    static const char *const higher[] = {"test_acc",
                                         "glossary",
                                         "neg_mean_squared_error",
                                         "log_likelihood",
                                         "closs_up",
                                         "better",
                                         "reward",
                                         "mAP50(B)",
                                         "terror",
                                         ""};
    for (size_t i = 0; i < sizeof lower / sizeof *lower; i++)
        ck_assert_msg(manifest_lower_is_better(lower[i]), "%s", lower[i]);
    for (size_t i = 0; i < sizeof higher / sizeof *higher; i++)
        ck_assert_msg(!manifest_lower_is_better(higher[i]), "%s", higher[i]);
}
END_TEST

START_TEST(windows_are_fractions_epochs_or_steps)
{
    static const struct {
        const char *text;
        enum window_kind kind;
        double value;
    } cases[] = {{"1/3", WINDOW_FRACTION, 1.0 / 3}, {"0.25", WINDOW_FRACTION, 0.25},
                 {"1", WINDOW_FRACTION, 1},         {"2/8", WINDOW_FRACTION, 0.25},
                 {"e40", WINDOW_EPOCH, 40},         {"s1000", WINDOW_STEP, 1000},
                 {"e0.5", WINDOW_EPOCH, 0.5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char more[64];
        snprintf(more, sizeof more, "window: %s\n", cases[i].text);
        struct manifest *manifest = study_with(more);
        ck_assert_int_eq(manifest->top.window.kind, cases[i].kind);
        ck_assert_double_eq(manifest->top.window.value, cases[i].value);
        ck_assert_str_eq(manifest->top.window.text, cases[i].text);
        manifest_free(manifest);
    }
}
END_TEST

START_TEST(families_keep_their_order)
{
    struct manifest *manifest = study_with("families:\n  z: val_*\n  a: [loss, \"*_loss\"]\n"
                                           "  m: {metrics: grad*, statistics: summaries}\n");
    const struct manifest_family *families = manifest->top.families;
    ck_assert_uint_eq(manifest->top.n_families, 3);
    ck_assert_str_eq(families[0].name, "z");
    ck_assert_uint_eq(families[0].n_globs, 1);
    ck_assert_str_eq(families[1].globs[1], "*_loss");
    ck_assert_int_eq(families[1].statistics, STATISTICS_DEFAULT);
    ck_assert_int_eq(families[2].statistics, STATISTICS_SUMMARIES);
    ck_assert_uint_eq(families[2].place.line, 7);
    manifest_free(manifest);
}
END_TEST

START_TEST(the_log_map_says_how_to_read)
{
    struct manifest *manifest = study_with(
        "log: {format: auto, step: it, epoch: ep, delimiter: tab, pattern: \"^(?<x>a)\", "
        "length: [e24, s3744], ignore: [lr, \"time*\"]}\n");
    const struct manifest_log *log = &manifest->top.log;
    ck_assert_str_eq(log->reader.step, "it");
    ck_assert_str_eq(log->reader.epoch, "ep");
    ck_assert_str_eq(log->reader.delimiter, "\t");
    ck_assert_str_eq(log->reader.pattern, "^(?<x>a)");
    ck_assert_double_eq(log->length_epochs, 24);
    ck_assert_double_eq(log->length_steps, 3744);
    ck_assert_uint_eq(log->reader.n_ignore, 2);
    ck_assert_str_eq(log->reader.ignore[1], "time*");
    manifest_free(manifest);
}
END_TEST

START_TEST(the_analysis_has_its_numbers)
{
    struct manifest *manifest =
        study_with("analysis: {folds: loo, splits: 10, draws: 20, budgets: [30, 10, 30], "
                   "level: 0.9, power: 0.5, seed: 18446744073709551615}\n");
    const struct analysis_settings *analysis = &manifest->analysis;
    ck_assert_uint_eq(analysis->folds, FOLDS_LEAVE_ONE_OUT);
    ck_assert(analysis->folds_given);
    ck_assert_uint_eq(analysis->splits, 10);
    ck_assert_uint_eq(analysis->draws, 20);
    ck_assert_uint_eq(analysis->n_budgets, 2);
    ck_assert_uint_eq(analysis->budgets[0], 10);
    ck_assert_uint_eq(analysis->budgets[1], 30);
    ck_assert_double_eq(analysis->level, 0.9);
    ck_assert_double_eq(analysis->power, 0.5);
    ck_assert(analysis->seed == UINT64_MAX);
    manifest_free(manifest);
}
END_TEST

START_TEST(a_bom_and_crlf_are_accepted)
{
    struct manifest *manifest = study_with("");
    manifest_free(manifest);
    manifest = manifest_from("\xEF\xBB\xBFlogvar: 1\r\ntable: {file: t.csv}\r\n"
                             "outcome: {metric: acc}\r\ntitle: a b\r\n");
    ck_assert_str_eq(manifest->title, "a b");
    manifest_free(manifest);
}
END_TEST

/* Faults, each with its place. STUDY has three lines: what is added begins in line 4. */
static const struct {
    const char *text, *faults;
} faulty[] = {
    {STUDY "windo: 1/3\n", "4:1 unknown key \"windo\"; did you mean \"window\"?\n"},
    {STUDY "zzzzz: 1\n", "4:1 unknown key \"zzzzz\"\n"},
    {STUDY "splits: 10\n",
     "4:1 the key \"splits\" does not belong here; it stands as analysis.splits\n"},
    {STUDY "log: {title: x}\n",
     "4:7 the key \"title\" does not belong here; it stands at the top\n"},
    {STUDY "title: a\ntitle: b\n",
     "5:1 the key \"title\" stands here a second time; the first is in line 4\n"},
    {STUDY "title:\n", "4:7 a value is missing here\n"},
    {STUDY "title: [a]\n", "4:8 a single value is wanted here, not a list\n"},
    {STUDY "primary: [a, {b: c}]\n", "4:14 a single value is wanted here, not a map\n"},
    {STUDY "log: text\n", "4:6 a map of keys and values is wanted here\n"},
    {STUDY "window: 40\n",
     "4:9 \"40\" is not a window; a fraction of training above 0 and up to 1 (1/3, 0.25), e40 "
     "(epochs) or s1000 (steps) is wanted\n"},
    {STUDY "window: 1/0\n",
     "4:9 \"1/0\" is not a window; a fraction of training above 0 and up to 1 (1/3, 0.25), e40 "
     "(epochs) or s1000 (steps) is wanted\n"},
    {STUDY "log: {delimiter: abc, length: 12}\n",
     "4:18 \"abc\" is not a delimiter; one character, or the word tab, is wanted\n"
     "4:31 \"12\" is not a length; e24 (epochs) or s3744 (steps) is wanted\n"},
    {STUDY "families: []\n",
     "4:11 a map of names and globs is wanted here, like validation: [val_*]\n"},
    {STUDY "families: {a: [], b: {metrics: x, statistics: y}, c: {statistics: all}}\n",
     "4:15 the family \"a\" has no metrics\n"
     "4:47 \"y\" is not one of snapshots, summaries, all\n"
     "4:54 the key \"metrics\" is missing here (the metrics of the family)\n"},
    {STUDY "analysis: {folds: 1, splits: 0, draws: x, level: 95, power: 0, seed: -1}\n",
     "4:19 \"1\" is not a whole number from 2 to 1000000\n"
     "4:30 \"0\" is not a whole number from 1 to 10000000\n"
     "4:40 \"x\" is not a whole number from 1 to 10000000\n"
     "4:50 a number between 0 and 1 is wanted here\n"
     "4:61 a number between 0 and 1 is wanted here\n"
     "4:70 \"-1\" is not a whole number from 0 to 18446744073709551615\n"},
    {STUDY "analysis: {budgets: 10, level: nan}\n",
     "4:21 a list of 1 to 16 numbers of runs is wanted here\n"
     "4:32 \"nan\" is not a number\n"},
    {STUDY "exclude_runs: [{why: x}, {run: 1, wy: 2}]\n",
     "4:16 the key \"run\" is missing here (the run's id)\n"
     "4:35 unknown key \"wy\"; did you mean \"why\"?\n"},
    {STUDY "discover: a/{arm}/{run}\n", "2:1 choose only one of discover or arms, table, wide "
                                        "and mlflow; remove \"table\"\n"},
    {STUDY "wide: {file: t.csv, runs: \"x\"}\n",
     "4:1 choose only one of discover or arms, table, wide "
     "and mlflow; remove \"wide\"\n4:27 {run} must stand once in \"x\"\n"},
    {"outcome: {metric: acc, at: best, better: up, scale: -1}\ntable: {file: t.csv}\n",
     "1:1 the key \"logvar\" is missing here (the version of the format)\n"
     "1:28 \"best\" is not a place for an outcome; one of last, first, max, min, best(METRIC), e12 "
     "(an epoch), s1500 (a step), reach(0.9) is wanted\n"
     "1:42 \"up\" is not a direction; higher or lower is wanted\n"
     "1:53 a scale must be above 0\n"},
    {"logvar: 2\ntable: {file: t.csv}\noutcome: {at: last}\n",
     "1:9 this manifest is of version \"2\"; this program reads version 1\n"
     "3:1 the key \"metric\" is missing here (a metric of the log, or a column of the table)\n"},
    {"logvar: 1\n",
     "1:1 no runs: one of discover, arms, table, wide or mlflow is needed\n"
     "1:1 the key \"outcome\" is missing (the one number that a run ends with, for example "
     "outcome: {metric: test_acc})\n"},
    {"logvar: 1\noutcome: {metric: a}\narms: []\n",
     "3:7 a list of arms is wanted here, each with name: and runs:\n"},
    {"logvar: 1\noutcome: {metric: a}\ntable: {arm: x}\n",
     "3:8 the key \"file\" is missing here (the table)\n"},
    {"- a\n- b\n", "1:1 a manifest is a map of keys and values that begins with logvar: 1\n"},
    {"words\n", "1:1 a manifest is a map of keys and values that begins with logvar: 1\n"},
    {"", "1:1 the manifest is empty; \"logvar init FOLDER\" writes one for a folder of logs\n"},
    {"\n  \n",
     "1:1 the manifest is empty; \"logvar init FOLDER\" writes one for a folder of logs\n"},
    {"# only this\n",
     "1:1 the manifest is empty; \"logvar init FOLDER\" writes one for a folder of logs\n"},
    {"logvar: 1\nexclude: [*_best]\n",
     "2:11 *_best reads as a YAML alias, which a manifest may not use; put a glob that begins with "
     "* in quotes: \"*_best\"\n"},
    {"logvar: 1\nexclude: [a, *]\n",
     "2:15 not valid YAML: while scanning an alias: did not find expected alphabetic or numeric "
     "character (put a glob that begins with * in quotes)\n"},
    {"a: &b c\n", "1:4 a YAML anchor (&name), which a manifest may not use; put text that begins "
                  "with & in quotes\n"},
    {"a: !b c\n", "1:4 a YAML tag (!name), which a manifest may not use; put text that begins with "
                  "! in quotes\n"},
    {"%YAML 1.1\n---\na: b\n", "1:1 a line that begins with % (a YAML directive) is not allowed\n"},
    {"a: b\n---\nc: d\n", "2:1 a second YAML document; a manifest is one document\n"},
    {"? [a]\n: b\n", "1:3 a key of a map must be plain text\n"},
    {"a: \"x\\0y\"\n", "1:4 a text with a NUL character in it\n"},
    {"a: caf\xE9\n", "1:7 not UTF-8 text; save the manifest as UTF-8\n"},
    {"a: [b\nc: d\n",
     "2:2 not valid YAML: while parsing a flow sequence: did not find expected ',' "
     "or ']' (inside [ ] and { }, text with a bracket, brace or comma needs "
     "quotes)\n"},
};

START_TEST(faults_are_told_with_their_places)
{
    assert_faults(faulty[_i].text, false, faulty[_i].faults);
}
END_TEST

static char *repeated(const char *text, size_t n)
{
    struct strbuf all;
    strbuf_init(&all);
    for (size_t i = 0; i < n; i++)
        strbuf_puts(&all, text);
    return all.text;
}

START_TEST(hostile_nesting_is_one_message)
{
    static const struct {
        const char *unit, *fault;
    } cases[] = {{"[", "1:33 lists and maps are nested more than 32 deep\n"},
                 {"{a: ", "1:129 lists and maps are nested more than 32 deep\n"},
                 {"- ", "1:65 lists and maps are nested more than 32 deep\n"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = repeated(cases[i].unit, 100000);
        assert_faults(text, true, cases[i].fault);
        free(text);
    }
}
END_TEST

START_TEST(an_alias_bomb_is_one_message)
{
    assert_faults("a: &a [x, x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n", true,
                  "1:4 a YAML anchor (&name), which a manifest may not use; put text that begins "
                  "with & in quotes\n");
}
END_TEST

START_TEST(bytes_that_are_no_text_are_refused)
{
    static const char nul[] = "logvar: 1\0\n";
    char *got = manifest_faults(nul, sizeof nul - 1, true);
    ck_assert_str_eq(got, "1:10 a NUL character; this is not a text file\n");
    free(got);
    char *large = repeated("# a comment of sixteen\n", 50000);
    got = manifest_faults(large, strlen(large), true);
    ck_assert_str_eq(got, "0:0 larger than 1 MiB; this is not a manifest\n");
    free(got);
    free(large);
}
END_TEST

START_TEST(thousands_of_faults_are_counted_not_kept)
{
    char *text = repeated("outcom: 1\n", 50000);
    struct diags diags;
    diags_init(&diags);
    ck_assert_ptr_null(manifest_load_bytes("x.yaml", text, strlen(text), true, &diags));
    ck_assert_uint_eq(diags.n_items, DIAGS_KEPT_MAX);
    ck_assert_uint_ge(diags.n_errors, 50000);
    diags_done(&diags);
    free(text);
}
END_TEST

/* ---- the manual page ---- */

static char *page(void)
{
    char *path = unit_source_path("man/logvar-manifest.5");
    struct file_bytes bytes;
    ck_assert_msg(file_read(path, 1 << 20, &bytes, NULL), "%s", path);
    free(path);
    return bytes.bytes;
}

START_TEST(every_key_is_in_the_manual)
{
    char *text = page();
    size_t n_keys = 0;
    for (const struct manifest_key *key; (key = manifest_key_at(n_keys)); n_keys++) {
        /* A setting of an arm is described where it stands at the top. */
        const char *path = key->path;
        char line[128], short_line[128];
        snprintf(line, sizeof line, ".TP\n.B %s\n", path);
        snprintf(short_line, sizeof short_line, ".TP\n.B %s\n",
                 strncmp(path, "arms[].", 7) ? path : path + 7);
        ck_assert_msg(strstr(text, line) || strstr(text, short_line), "no entry for %s", path);
        ck_assert(*key->type && *key->summary);
    }
    ck_assert_uint_gt(n_keys, 50);
    free(text);
}
END_TEST

START_TEST(every_entry_of_the_manual_is_a_key)
{
    char *text = page();
    for (char *at = text; (at = strstr(at, "\n.TP\n.B ")); at++) {
        char name[128];
        ck_assert_int_eq(sscanf(at, " .TP .B %127s", name), 1);
        bool known = false;
        const struct manifest_key *key;
        for (size_t i = 0; !known && (key = manifest_key_at(i)); i++)
            known = !strcmp(key->path, name);
        ck_assert_msg(known, "%s is not a key", name);
    }
    free(text);
}
END_TEST

START_TEST(the_example_of_the_manual_stands)
{
    char *text = page(), *start = strstr(text, ".EX\n"), *end = strstr(text, ".EE\n");
    ck_assert(start && end);
    struct strbuf example;
    strbuf_init(&example);
    for (const char *at = start + 4; at < end; at++)
        if (*at != '\\')
            strbuf_add_char(&example, *at);
    assert_faults(example.text, false, "");
    strbuf_done(&example);
    free(text);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {defaults_stand_where_nothing_is_said,
                                  scalars_stay_the_text_that_they_are,
                                  outcomes_stand_at_a_place,
                                  the_direction_follows_the_name_where_it_is_not_given,
                                  windows_are_fractions_epochs_or_steps,
                                  families_keep_their_order,
                                  the_log_map_says_how_to_read,
                                  the_analysis_has_its_numbers,
                                  a_bom_and_crlf_are_accepted,
                                  hostile_nesting_is_one_message,
                                  an_alias_bomb_is_one_message,
                                  bytes_that_are_no_text_are_refused,
                                  thousands_of_faults_are_counted_not_kept,
                                  every_key_is_in_the_manual,
                                  every_entry_of_the_manual_is_a_key,
                                  the_example_of_the_manual_stands};
    Suite *suite = unit_suite("manifest", tests, sizeof tests / sizeof *tests);
    TCase *faults = tcase_create("faults");
    tcase_add_loop_test(faults, faults_are_told_with_their_places, 0,
                        sizeof faulty / sizeof *faulty);
    suite_add_tcase(suite, faults);
    return unit_main(suite);
}
