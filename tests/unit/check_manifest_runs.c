/* Manifests and the disk: patterns, discovered and listed arms, the files of a run. */
#include "manifest_unit.h"

#include "manifest/manifest_discover.h"

#include <sys/stat.h>
#include <unistd.h>

#define HEAD "logvar: 1\noutcome: {metric: acc}\n"

static void touch(const char *const *names)
{
    for (; *names; names++)
        free(unit_text_file(*names, "x\n"));
}
#define TOUCH(...) touch((const char *const[]){__VA_ARGS__, NULL})

/* The manifest as lines "group/name: id=file+prefix:file id=…", paths below the test's folder. */
static char *arms_of(const char *text)
{
    struct manifest *manifest = manifest_from(text);
    struct strbuf lines;
    strbuf_init(&lines);
    size_t skipped = strlen(unit_folder()) + 1;
    for (size_t i = 0; i < manifest->n_arms; i++) {
        const struct manifest_arm *arm = &manifest->arms[i];
        strbuf_printf(&lines, "%s/%s:", arm->group, arm->name);
        for (size_t k = 0; k < arm->n_runs; k++) {
            strbuf_printf(&lines, " %s=", arm->runs[k].id);
            for (size_t f = 0; f < arm->runs[k].n_files; f++)
                strbuf_printf(&lines, "%s%s%s%s", f ? "+" : "", arm->runs[k].files[f].prefix,
                              *arm->runs[k].files[f].prefix ? ":" : "",
                              arm->runs[k].files[f].path + skipped);
        }
        strbuf_add_char(&lines, '\n');
    }
    manifest_free(manifest);
    return lines.text;
}

static void assert_arms(const char *text, const char *wanted)
{
    char *got = arms_of(text);
    ck_assert_msg(!strcmp(got, wanted), "manifest:\n%s\nwanted:\n%s\ngot:\n%s", text, wanted, got);
    free(got);
}

/* ---- one name against one component ---- */

static const struct {
    const char *pattern, *name, *captures; /* "arm|group|run", or NULL for no match */
} components[] = {
    {"SEED{run}", "SEED12", "||12"},
    {"SEED{run}", "SEED", NULL},
    {"SEED{run}", "seed1", NULL},
    {"{run}", "a.b", "||a.b"},
    {"{group}_{arm}", "mnist_conv", "conv|mnist|"},
    {"{group}_{arm}", "a_b_c", "b_c|a|"},
    {"run_{run}.csv", "run_01_steps.csv", "||01_steps"},
    {"run_{run}*.csv", "run_01_steps.csv", "||01"},
    {"{run}*", "12_final", "||12"},
    {"{arm}{run}", "conv12", "conv||12"},
    {"{arm}[0-9]_{run}", "a1_2", "a||2"},
    {"*_{run}?", "x_12", "||1"},
    {"*a*b*c", "xaybzc", "||"},
    {"*a*b*c", "xaybz", NULL},
    {"[!a]x", "bx", "||"},
    {"[!a]x", "ax", NULL},
    {"[]x", "[]x", "||"},
    {"[{]x", "{x", "||"},
    {"?", "\xC3\xA9", "||"},
    {"??", "\xC3\xA9", NULL},
    {"*", ".hidden", NULL},
    {".*", ".hidden", "||"},
    {"{run}", ".hidden", NULL},
    {"[\xC3\xA9]x", "\xC3\xA9x", "||"},
    {"[!a]", "\xC3\xA9", "||"},
    {"[b-d](+|\\", "c(+|\\", "||"},
    {"{run}.csv", "\xFF.csv", "||\xFF"},
};

START_TEST(a_component_matches_and_captures)
{
    struct arena arena;
    arena_init(&arena);
    struct pattern pattern;
    const char *captures[N_CAPTURES] = {"", "", ""};
    ck_assert_ptr_null(pattern_compile(&arena, components[_i].pattern, &pattern));
    ck_assert_uint_eq(pattern.n_components, 1);
    bool matches = component_match(&pattern.components[0], &arena, components[_i].name, captures);
    const char *got = matches ? arena_printf(&arena, "%s|%s|%s", captures[CAPTURE_ARM],
                                             captures[CAPTURE_GROUP], captures[CAPTURE_RUN])
                              : NULL;
    ck_assert_pstr_eq(got, components[_i].captures);
    arena_done(&arena);
}
END_TEST

START_TEST(many_stars_are_no_trap)
{
    struct arena arena;
    arena_init(&arena);
    struct pattern pattern;
    const char *captures[N_CAPTURES];
    char text[161], name[201];
    for (size_t i = 0; i < 160; i += 2)
        memcpy(text + i, "*a", 3);
    memset(name, 'a', 200);
    memcpy(name + 200, "", 1);
    name[199] = 'b';
    ck_assert_ptr_null(pattern_compile(&arena, text, &pattern));
    ck_assert(!component_match(&pattern.components[0], &arena, name, captures));
    arena_done(&arena);
}
END_TEST

/* ---- discover ---- */

START_TEST(folders_are_found_by_their_path)
{
    TOUCH("bert/a/RTE/SEED10/log.txt", "bert/a/RTE/SEED2/log.txt", "bert/b/RTE/SEED1/log.txt",
          "bert/a/CoLA/SEED1/log.txt", "bert/a/CoLA/notes.txt");
    assert_arms(HEAD "discover: bert/{arm}/{group}/SEED{run}/\n",
                "CoLA/a: 1=bert/a/CoLA/SEED1/log.txt\n"
                "RTE/a: 2=bert/a/RTE/SEED2/log.txt 10=bert/a/RTE/SEED10/log.txt\n"
                "RTE/b: 1=bert/b/RTE/SEED1/log.txt\n");
}
END_TEST

START_TEST(files_of_one_run_are_joined_and_the_nearest_pattern_wins)
{
    TOUCH("m/d_conv/run_01.csv", "m/d_conv/run_01_steps.csv", "m/d_conv/run_02.csv");
    assert_arms(HEAD "discover:\n  - m/{group}_{arm}/run_{run}.csv\n"
                     "  - {path: \"m/{group}_{arm}/run_{run}_steps.csv\", prefix: step_}\n",
                "d/conv: 01=m/d_conv/run_01.csv+step_:m/d_conv/run_01_steps.csv "
                "02=m/d_conv/run_02.csv\n");
}
END_TEST

START_TEST(a_file_with_its_own_pattern_is_not_counted_with_its_folder)
{
    TOUCH("x/a/1/log.csv", "x/a/1/steps.csv");
    assert_arms(HEAD
                "discover: [\"x/{arm}/{run}/\", {path: \"x/{arm}/{run}/steps.csv\", prefix: s.}]\n",
                "/a: 1=x/a/1/log.csv+s.:x/a/1/steps.csv\n");
}
END_TEST

START_TEST(the_default_files_of_a_folder_are_those_that_may_be_logs)
{
    TOUCH("r/a/1/log.csv", "r/a/1/.hidden.csv", "r/a/1/model.pt", "r/a/1/config.yaml",
          "r/a/1/test.txt", "r/a/1/tb/events.1", "r/a/1/p/q/r/deep.csv", "r/a/1/p/q/far.csv");
    char *pipe = unit_text_file("r/a/1/pipe", "");
    unlink(pipe);
    ck_assert_int_eq(mkfifo(pipe, 0600), 0);
    free(pipe);
    char *link = unit_text_file("r/a/1/loop", "");
    unlink(link);
    ck_assert_int_eq(symlink("..", link), 0);
    free(link);
    assert_arms("logvar: 1\noutcome: {metric: acc, file: test.txt}\ndiscover: r/{arm}/{run}/\n",
                "/a: 1=r/a/1/log.csv+r/a/1/p/q/far.csv+r/a/1/tb/events.1\n");
}
END_TEST

START_TEST(logs_choose_the_files_of_a_folder)
{
    TOUCH("l/a/1/log.csv", "l/a/1/out.txt", "l/a/1/tb/e.1", "l/b/1/other.csv");
    struct manifest *manifest =
        manifest_from(HEAD "discover: l/{arm}/{run}/\nlogs: [log.csv, \"tb/*\"]\n"
                           "arms: [{name: b, logs: other.csv}]\n");
    ck_assert_uint_eq(manifest->n_arms, 2);
    ck_assert_uint_eq(manifest->arms[0].runs[0].n_files, 2);
    ck_assert_str_eq(manifest->arms[0].runs[0].files[0].name, "log.csv");
    ck_assert_str_eq(manifest->arms[0].runs[0].files[1].name, "tb/e.1");
    ck_assert(!manifest->arms[0].runs[0].files[1].by_default);
    ck_assert_str_eq(manifest->arms[1].runs[0].files[0].name, "other.csv");
    manifest_free(manifest);
}
END_TEST

START_TEST(links_that_lead_back_are_not_followed)
{
    TOUCH("loop/a/b/log.csv");
    char *link = unit_text_file("loop/a/up", "");
    unlink(link);
    ck_assert_int_eq(symlink("..", link), 0);
    free(link);
    assert_arms(HEAD "arms: [{name: a, runs: \"loop/*/*/*.csv\"}]\n", "/a: log=loop/a/b/log.csv\n");
    assert_faults(HEAD "arms: [{name: a, runs: \"loop/*/*/*/*/*/*.csv\"}]\n", true,
                  "3:24 \"loop/*/*/*/*/*/*.csv\" matches no file or folder\n");
}
END_TEST

START_TEST(settings_of_discovered_arms_are_changed_by_name_and_group)
{
    TOUCH("s/g/a/1.csv", "s/g/b/1.csv", "s/h/a/1.csv", "s/h/a/2.csv");
    struct manifest *manifest =
        manifest_from("logvar: 1\noutcome: {metric: acc, scale: 100}\nprimary: p\nwindow: 1/2\n"
                      "discover: s/{group}/{arm}/{run}.csv\nexclude_runs: [{run: 2, why: bad}]\n"
                      "arms:\n  - {group: h, outcome: {metric: mcc}, primary: [q, r]}\n"
                      "  - {name: b, window: e3, exclude_runs: [1]}\n");
    const struct manifest_arm *arms = manifest->arms;
    ck_assert_uint_eq(manifest->n_arms, 3);
    ck_assert_str_eq(arms[0].outcome.metric, "acc");
    ck_assert_str_eq(arms[0].window.text, "1/2");
    ck_assert_uint_eq(arms[0].n_exclusions, 0);
    ck_assert_str_eq(arms[1].window.text, "e3");
    ck_assert_str_eq(arms[1].exclusions[0].run, "1");
    ck_assert_ptr_null(arms[1].exclusions[0].why);
    ck_assert_str_eq(arms[2].outcome.metric, "mcc");
    ck_assert_double_eq(arms[2].outcome.scale, 100);
    ck_assert_uint_eq(arms[2].primary.n_names, 2);
    ck_assert_uint_eq(arms[2].n_runs, 2);
    ck_assert_str_eq(arms[2].exclusions[0].why, "bad");
    manifest_free(manifest);
}
END_TEST

/* ---- arms ---- */

START_TEST(ids_are_as_short_as_they_can_be)
{
    TOUCH("i/run1.csv", "i/run2.csv", "i/run2.txt", "i/e1/m.csv", "i/e2/m.csv", "i/f/run3.csv.gz");
    static const struct {
        const char *arm, *runs;
    } cases[] = {
        {"{name: stem, runs: \"i/*.csv\"}", "/stem: run1=i/run1.csv run2=i/run2.csv\n"},
        {"{name: full, runs: \"i/run*\"}",
         "/full: run1.csv=i/run1.csv run2.csv=i/run2.csv run2.txt=i/run2.txt\n"},
        {"{name: wild, runs: \"i/e?/m.csv\"}", "/wild: e1=i/e1/m.csv e2=i/e2/m.csv\n"},
        {"{name: gz, runs: i/f/run3.csv.gz}", "/gz: run3=i/f/run3.csv.gz\n"},
        {"{name: path, runs: [i/e1/m.csv, i/e2/m.csv]}",
         "/path: i/e1/m.csv=i/e1/m.csv i/e2/m.csv=i/e2/m.csv\n"},
        {"{name: folder, group: g, runs: \"i/e[12]/\"}", "g/folder: e1=i/e1/m.csv e2=i/e2/m.csv\n"},
        {"{name: captured, runs: \"i/run{run}.*\"}",
         "/captured: 1=i/run1.csv 2=i/run2.csv+i/run2.txt\n"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[200];
        snprintf(text, sizeof text, HEAD "arms:\n- %s\n", cases[i].arm);
        assert_arms(text, cases[i].runs);
    }
}
END_TEST

START_TEST(a_path_listed_twice_is_one_run)
{
    TOUCH("t/1.csv", "t/2.csv");
    assert_arms(HEAD "arms: [{name: a, runs: [t/1.csv, \"t/*.csv\", ./t//2.csv]}]\n",
                "/a: 1=t/1.csv 2=t/2.csv\n");
}
END_TEST

START_TEST(the_outcome_may_stand_in_another_file)
{
    TOUCH("o/a/1/log.csv", "o/a/1/test.txt", "o/f/2.csv", "o/f/2_test.txt", "o/g/1/log.csv");
    struct manifest *manifest =
        manifest_from("logvar: 1\noutcome: {metric: acc}\n"
                      "arms:\n- {name: a, runs: o/a/1, outcome: {file: test.txt}}\n"
                      "- {name: f, runs: o/f/2.csv, outcome: {file: \"{run}_test.txt\"}}\n"
                      "- {name: gone, runs: o/g/1/, outcome: {file: no.txt}, logs: log.csv}\n");
    size_t skipped = strlen(unit_folder()) + 1;
    ck_assert_str_eq(manifest->arms[0].runs[0].outcome_path + skipped, "o/a/1/test.txt");
    ck_assert_uint_eq(manifest->arms[0].runs[0].n_files, 1);
    ck_assert(manifest->arms[0].runs[0].files[0].by_default);
    ck_assert_str_eq(manifest->arms[1].runs[0].outcome_path + skipped, "o/f/2_test.txt");
    ck_assert_str_eq(manifest->arms[2].runs[0].outcome_path + skipped, "o/g/1/no.txt");
    manifest_free(manifest);
}
END_TEST

/* ---- wide and table ---- */

START_TEST(wide_files_are_found_by_pattern)
{
    TOUCH("w/ant/sac/r.csv", "w/ant/td3/r.csv", "w/hop/sac/r.csv");
    struct manifest *manifest = manifest_from(
        "logvar: 1\noutcome: {metric: rew}\nwide:\n"
        "- {file: \"w/{group}/{arm}/r.csv\", index: s, runs: \"seed_{run}_*\"}\n"
        "- {file: w/hop/sac/r.csv, runs: \"{run}\", metric: x}\narms: [{name: sac, window: e1}]\n");
    ck_assert_uint_eq(manifest->n_wide, 4);
    ck_assert_str_eq(manifest->wide[0].arm, "sac");
    ck_assert_str_eq(manifest->wide[0].group, "ant");
    ck_assert_str_eq(manifest->wide[0].metric, "rew");
    ck_assert_str_eq(manifest->wide[2].group, "hop");
    ck_assert_str_eq(manifest->wide[3].arm, "r");
    ck_assert_str_eq(manifest->wide[3].group, "");
    ck_assert_ptr_null(manifest->wide[3].index);
    ck_assert_str_eq(manifest_settings(manifest, "sac", "hop")->window.text, "e1");
    ck_assert_str_eq(manifest_settings(manifest, "td3", "hop")->window.text, "1/3");
    manifest_free(manifest);
}
END_TEST

/* ---- faults on disk ---- */

static const struct {
    const char *text, *faults;
} faulty[] = {
    {HEAD "discover: f/{arm}/{seed}\n",
     "3:11 \"f/{arm}/{seed}\": a { that does not open {arm}, {group} or {run}; for the character "
     "itself write [{]\n"},
    {HEAD "discover: f/{run}\n",
     "3:11 {arm} is missing in \"f/{run}\"; for a single arm write arms: with name and runs\n"},
    {HEAD "discover: [\"f/{arm}/{arm}_{run}\", {prefix: x}]\n",
     "3:12 \"f/{arm}/{arm}_{run}\": {arm} stands twice; write * for the second one\n"
     "3:35 the key \"path\" is missing here (the path, with {arm}, {group} and {run})\n"},
    {HEAD "discover: f/{arm}/x{run}\n", "3:11 \"f/{arm}/x{run}\" matches no file or folder\n"},
    {HEAD "discover: f/{arm}/{run}.csv/\n", "3:11 \"f/{arm}/{run}.csv/\" matches no folder\n"},
    {HEAD "arms: [{name: a, runs: [f/a/1.csv, f/a/9.csv, \"f/b*\"]}, {runs: f/a}]\n",
     "3:36 \"f/a/9.csv\" matches nothing: there is no \"@f/a/9.csv\"\n"
     "3:47 \"f/b*\" matches no file or folder\n"
     "3:57 an arm needs a name\n"},
    {HEAD "arms: [{name: a, runs: f/a}, {name: a, runs: f/a, logs: [\"*.txt\", \"*.csv\"]}]\n",
     "3:30 a second arm \"a\"; the other is in line 3\n"
     "3:58 \"*.txt\" matches no file of any run\n"},
    {HEAD "arms: [{name: a, runs: \"f/a/*\"}, {name: b, group: g, runs: f/a/1.csv}]\n",
     "3:34 \"@f/a/1.csv\" belongs to two runs: a, run 1; and g/b, run 1; a file is the log of one "
     "run\n"},
    {HEAD "arms: [{name: a}, {window: e1}]\n",
     "3:8 the arm \"a\" has no runs\n"
     "3:19 the arm \"\" has no runs\n"
     "3:19 this arm has no runs, and no name or group of a discovered arm\n"},
    {HEAD "discover: f/{arm}/{run}.csv\narms: [{name: aa}, {name: a, group: g}]\n",
     "4:8 no discovered arm is called \"aa\"; did you mean \"a\"?\n"
     "4:20 no discovered arm is called \"a\" in the group \"g\"\n"},
    {HEAD "discover: f/{arm}/{run}.csv\nexclude_runs: [1, 9]\n"
          "arms: [{name: a, exclude_runs: [8]}]\n",
     "4:19 no arm has a run \"9\"\n5:33 the arm \"a\" has no run \"8\"\n"},
    {HEAD "arms: [{name: a, runs: \"f/{arm}\"}]\n",
     "3:24 {arm} cannot stand here; it belongs in discover\n"},
    {HEAD "table: {file: f}\n", "3:15 there is no file \"@f\"\n"},
    {HEAD "wide: {file: f, runs: \"{run}\"}\n", "3:14 \"@f\" is a folder; a file is wanted\n"},
    {HEAD "table: {file: f/a/1.csv}\narms: [{name: a, runs: f}]\n",
     "4:24 the arms of a table or database have no runs of their own; only settings stand here\n"},
    {"logvar: 1\narms: [{name: a, runs: f/a, outcome: {at: max}}]\n",
     "2:29 the arm \"a\" has no outcome.metric\n"},
};

/* @ stands for the test's folder. */
static char *with_folder(const char *text)
{
    struct strbuf all;
    strbuf_init(&all);
    for (; *text; text++)
        if (*text == '@')
            strbuf_printf(&all, "%s/", unit_folder());
        else
            strbuf_add_char(&all, *text);
    return all.text;
}

START_TEST(faults_on_disk_are_told_with_their_places)
{
    TOUCH("f/a/1.csv", "f/a/2.csv");
    char *wanted = with_folder(faulty[_i].faults);
    assert_faults(faulty[_i].text, true, wanted);
    free(wanted);
}
END_TEST

/* ---- real logs ---- */

START_TEST(real_runs_are_discovered)
{
    char *real = unit_shared_path("real/bert-finetune-50seeds/bert_output");
    if (!real)
        return;
    struct strbuf text;
    strbuf_init(&text);
    strbuf_printf(&text,
                  "logvar: 1\noutcome: {metric: test_acc, file: test_last_log.txt}\n"
                  "logs: raw_log.txt\ndiscover: \"%s/{arm}/{group}/SEED{run}/\"\n",
                  real);
    struct manifest *manifest = manifest_from(text.text);
    static const char *const groups[] = {"CoLA", "MRPC", "RTE", "STS-B"};
    ck_assert_uint_eq(manifest->n_arms, 12);
    for (size_t i = 0; i < 12; i++) {
        ck_assert_str_eq(manifest->arms[i].group, groups[i / 3]);
        ck_assert_uint_eq(manifest->arms[i].n_runs, 50);
        ck_assert_str_eq(manifest->arms[i].runs[49].id, "49");
        ck_assert_uint_eq(manifest->arms[i].runs[49].n_files, 1);
    }
    manifest_free(manifest);
    strbuf_done(&text);
    free(real);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {many_stars_are_no_trap,
                                  folders_are_found_by_their_path,
                                  files_of_one_run_are_joined_and_the_nearest_pattern_wins,
                                  a_file_with_its_own_pattern_is_not_counted_with_its_folder,
                                  the_default_files_of_a_folder_are_those_that_may_be_logs,
                                  logs_choose_the_files_of_a_folder,
                                  links_that_lead_back_are_not_followed,
                                  settings_of_discovered_arms_are_changed_by_name_and_group,
                                  ids_are_as_short_as_they_can_be,
                                  a_path_listed_twice_is_one_run,
                                  the_outcome_may_stand_in_another_file,
                                  wide_files_are_found_by_pattern,
                                  real_runs_are_discovered};
    Suite *suite = unit_suite("manifest_runs", tests, sizeof tests / sizeof *tests);
    TCase *loops = tcase_create("tables");
    tcase_add_loop_test(loops, a_component_matches_and_captures, 0,
                        sizeof components / sizeof *components);
    tcase_add_loop_test(loops, faults_on_disk_are_told_with_their_places, 0,
                        sizeof faulty / sizeof *faulty);
    suite_add_tcase(suite, loops);
    return unit_main(suite);
}
