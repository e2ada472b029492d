/* logvar init: numbers in paths, likely outcomes, texts as YAML. Whole trees: tests/cli/init.sh. */
#include "unit.h"

#include "init/choice.h"
#include "init/places.h"
#include "init/yaml_text.h"
#include "manifest/manifest_node.h"

#include <stdlib.h>
#include <string.h>

/* ---- which number counts the runs ---- */

/* Of each set of paths: "home|rest|run" of the first. */
static const struct {
    const char *paths[5], *first;
} trees[] = {
    {{"a/seed_1/log.csv", "a/seed_2/log.csv"}, "a/seed_{run}|log.csv|1"},
    {{"run_01.csv", "run_02.csv"}, "run_{run}.csv||01"},
    {{"x/lr0_s1.csv", "x/lr0_s2.csv", "x/lr1_s1.csv", "x/lr1_s2.csv"}, "x/lr0_s{run}.csv||1"},
    {{"e/1/log", "e/2/log", "e/3/log"}, "e/{run}|log|1"},
    {{"seed1/checkpoint-10/s.json", "seed1/checkpoint-20/s.json", "seed2/checkpoint-10/s.json",
      "seed2/checkpoint-20/s.json"},
     "seed{run}|checkpoint-*/s.json|1"},
    {{"r/checkpoint-10/s.json", "r/checkpoint-20/s.json"}, "r/checkpoint-{run}|s.json|10"},
    {{"20240101-120000_seed1/l", "20240102-120507_seed2/l"}, "*-*_seed{run}|l|1"},
    {{"20240101-120000.csv", "20240102-120507.csv"}, "{run}.csv||20240101-120000"},
    {{"m/00008ea0-21dd-442a-82ee-d12799249d0f.txt", "m/123ac41a-8f7b-42a1-853c-5a791dcaa7ae.txt"},
     "m/{run}.txt||00008ea0-21dd-442a-82ee-d12799249d0f"},
    {{"run_1/events.out.tfevents.1622966509.host.7.0",
      "run_2/events.out.tfevents.1622966599.host.7.1"},
     "run_{run}|events.out.tfevents.*.host.7.*|1"},
    /* A grid of rates, of which one has several seeds: the seed is the run, also where it is alone. */
    {{"g/lr__1.e-02/random_seed__42__2019-02-13-14-35-01.json",
      "g/lr__1.e-03/random_seed__42__2019-02-13-14-36-17.json",
      "g/lr__1.58e-03/random_seed__42__2019-02-15-16-57-33.json",
      "g/lr__1.58e-03/random_seed__43__2019-02-15-16-57-33.json",
      "g/lr__1.58e-03/random_seed__44__2019-02-15-16-57-34.json"},
     "g/lr__1.58e-03/random_seed__{run}__*-*-*-*-*-*.json||42"},
    {{"lr0.1/1.csv", "lr0.2/1.csv", "lr0.3/1.csv", "lr0.1/2.csv", "lr0.2/2.csv"},
     "lr0.1/{run}.csv||1"},
    {{"wandb/run-20240101_120000-abcdefgh/run-abcdefgh.wandb",
      "wandb/run-20240102_120000-zyxwvuts/run-zyxwvuts.wandb",
      "wandb/offline-run-20240103_120000-ab12cd34/run-ab12cd34.wandb",
      "wandb/offline-run-20240104_120000-qwertyui/run-qwertyui.wandb"},
     "wandb/*run-{run}|run-*.wandb|20240101_120000-abcdefgh"},
    {{"a*b/s1.csv", "a*b/s2.csv"}, "a[*]b/s{run}.csv||1"},
};

START_TEST(the_number_of_the_run_is_found)
{
    struct arena arena;
    arena_init(&arena);
    struct init_files files = {.arena = &arena, .base = ".", .root = "."};
    char *paths[5];
    while (files.n_paths < 5 && trees[_i].paths[files.n_paths]) {
        paths[files.n_paths] = arena_strdup(&arena, trees[_i].paths[files.n_paths]);
        files.n_paths++;
    }
    files.paths = paths;
    struct init_places places;
    init_places_find(&files, &places);
    ck_assert_uint_eq(places.n_places, files.n_paths);
    const struct init_place *first = &places.items[0];
    ck_assert_str_eq(arena_printf(&arena, "%s|%s|%s", first->home, first->rest, first->run),
                     trees[_i].first);
    init_places_done(&places);
    arena_done(&arena);
}
END_TEST

START_TEST(words_for_runs_stand_before_their_number)
{
    static const char *const yes[] = {"seed", "SEED", "a/run_", "x-trial-", "exp_s", "version_"};
    static const char *const no[] = {"bus", "v", "lr", "checkpoint-", "epoch", "", "seeds/"};
    for (size_t i = 0; i < sizeof yes / sizeof *yes; i++)
        ck_assert_msg(init_is_run_word(yes[i], strlen(yes[i])), "%s", yes[i]);
    for (size_t i = 0; i < sizeof no / sizeof *no; i++)
        ck_assert_msg(!init_is_run_word(no[i], strlen(no[i])), "%s", no[i]);
}
END_TEST

/* ---- outcomes ---- */

START_TEST(likely_outcomes_come_in_this_order)
{
    static const char *const metrics[] = {
        "test_acc",    "test_acc_and_f1",     "test_loss", "val_accuracy",
        "val_loss",    "rollout/ep_rew_mean", "r",         "train_loss",
        "best_val_acc"};
    for (size_t i = 1; i < sizeof metrics / sizeof *metrics; i++)
        ck_assert_msg(init_outcome_score(metrics[i - 1]) > init_outcome_score(metrics[i]),
                      "%s before %s", metrics[i - 1], metrics[i]);
    static const char *const never[] = {"lr",        "step",       "time/total_timesteps",
                                        "grad_norm", "train_time", "learning_rate",
                                        "rew_std",   "epoch"};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        ck_assert_msg(init_outcome_score(never[i]) <= 0, "%s", never[i]);
}
END_TEST

/* ---- YAML ---- */

START_TEST(any_text_survives_the_way_through_yaml)
{
    static const char *const texts[] = {"plain",
                                        "a/b_c.csv",
                                        "1/3",
                                        "val_loss@1/3",
                                        "a b",
                                        " a ",
                                        "",
                                        "- a",
                                        "a: b",
                                        "a #b",
                                        "[a]",
                                        "{run}",
                                        "*x",
                                        "&x",
                                        "!x",
                                        "%x",
                                        "@x",
                                        "`x",
                                        "'x'",
                                        "\"x\"",
                                        "back\\slash",
                                        "yes",
                                        "~",
                                        "null",
                                        "0x1F",
                                        "tab\there",
                                        "line\nbreak",
                                        "\x1b[31m",
                                        "caf\xC3\xA9",
                                        ("\xE2\x80\xAE"
                                         "bidi"),
                                        "\xF0\x9F\x98\x80",
                                        "?",
                                        "-",
                                        "...",
                                        "---",
                                        "a,b",
                                        "=",
                                        "<<"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct arena arena;
        struct diags diags;
        struct strbuf yaml;
        arena_init(&arena);
        diags_init(&diags);
        strbuf_init(&yaml);
        strbuf_puts(&yaml, "block: ");
        yaml_add_text(&yaml, texts[i]);
        strbuf_puts(&yaml, "\nflow: [");
        yaml_add_text(&yaml, texts[i]);
        strbuf_puts(&yaml, ", x]\n");
        const struct node *root = node_parse(&arena, "x", yaml.text, yaml.length, &diags);
        ck_assert_msg(root != NULL, "%s", yaml.text);
        ck_assert_str_eq(node_find(root, "block")->text, texts[i]);
        ck_assert_uint_eq(node_find(root, "flow")->n_items, 2);
        ck_assert_str_eq(node_find(root, "flow")->first->text, texts[i]);
        strbuf_done(&yaml);
        diags_done(&diags);
        arena_done(&arena);
    }
}
END_TEST

START_TEST(nothing_in_yaml_moves_a_terminal)
{
    struct strbuf yaml;
    strbuf_init(&yaml);
    yaml_add_text(&yaml, "a\x1b[31m\xE2\x80\xAE\x07");
    ck_assert_str_eq(yaml.text, "\"a\\u001B[31m\\u202E\\u0007\"");
    strbuf_done(&yaml);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        words_for_runs_stand_before_their_number, likely_outcomes_come_in_this_order,
        any_text_survives_the_way_through_yaml, nothing_in_yaml_moves_a_terminal};
    Suite *suite = unit_suite("init", tests, sizeof tests / sizeof *tests);
    TCase *loops = tcase_create("trees");
    tcase_add_loop_test(loops, the_number_of_the_run_is_found, 0, sizeof trees / sizeof *trees);
    suite_add_tcase(suite, loops);
    return unit_main(suite);
}
