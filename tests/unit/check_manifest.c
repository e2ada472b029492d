/* Manifests: what a text means, and what is said about a text that means nothing. */
#include "unit.h"

#include "base/mem.h"
#include "base/strbuf.h"
#include "ingest/manifest_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Every fault as "line:column message" lines, in the order of the report. */
static char *faults_of(const char *text, size_t n, bool find_runs)
{
    struct diags diags;
    diags_init(&diags);
    char *path = unit_file("faults.yaml", text, n);
    struct manifest *manifest = manifest_load_bytes(path, text, n, find_runs, &diags);
    ck_assert_msg((manifest == NULL) == (diags.n_errors > 0), "NULL exactly when there are errors");
    struct strbuf lines;
    strbuf_init(&lines);
    for (size_t i = 0; i < diags.n_items; i++)
        strbuf_printf(&lines, "%zu:%zu %s\n", diags.items[i].line, diags.items[i].column,
                      diags.items[i].message);
    manifest_free(manifest);
    diags_done(&diags);
    free(path);
    return lines.text;
}

static void assert_faults(const char *text, const char *wanted)
{
    char *got = faults_of(text, strlen(text), true);
    ck_assert_msg(!strcmp(got, wanted), "manifest:\n%s\nwanted:\n%s\ngot:\n%s", text, wanted, got);
    free(got);
}

static struct manifest *load(const char *name, const char *text)
{
    struct diags diags;
    diags_init(&diags);
    char *path = unit_text_file(name, text);
    struct manifest *manifest = manifest_load(path, &diags);
    if (!manifest)
        diags_print(&diags, stderr);
    ck_assert_ptr_nonnull(manifest);
    diags_done(&diags);
    free(path);
    return manifest;
}

START_TEST(an_unknown_key_names_the_nearest)
{
    assert_faults("logvar: 1\noutcom: {metric: a}\ndiscover: x\n",
                  "1:1 the key \"outcome\" is missing (the one number that a run ends with, for "
                  "example outcome: {metric: test_acc})\n"
                  "2:1 unknown key \"outcom\"; did you mean \"outcome\"?\n"
                  "3:11 {arm} is missing in \"x\"; for a single arm write arms: with name and runs\n"
                  "3:11 {run} is missing in \"x\"\n");
}
END_TEST

START_TEST(runs_are_discovered)
{
    free(unit_text_file("tree/a/SEED10/log.csv", "x"));
    free(unit_text_file("tree/a/SEED2/log.csv", "x"));
    free(unit_text_file("tree/b/SEED1/log.csv", "x"));
    struct manifest *manifest =
        load("m.yaml", "logvar: 1\noutcome: {metric: acc}\ndiscover: tree/{arm}/SEED{run}/\n");
    ck_assert_uint_eq(manifest->n_arms, 2);
    ck_assert_str_eq(manifest->arms[0].name, "a");
    ck_assert_uint_eq(manifest->arms[0].n_runs, 2);
    ck_assert_str_eq(manifest->arms[0].runs[0].id, "2");
    ck_assert_str_eq(manifest->arms[0].runs[1].id, "10");
    ck_assert_str_eq(manifest->arms[0].runs[1].files[0].name, "log.csv");
    manifest_free(manifest);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {an_unknown_key_names_the_nearest, runs_are_discovered};
    return unit_main(unit_suite("manifest", tests, sizeof tests / sizeof *tests));
}
