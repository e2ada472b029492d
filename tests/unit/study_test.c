#include "study_test.h"

#include "unit.h"

#include "logs/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *said;

static char folder[64] = "test";

void study_folder(const char *name)
{
    snprintf(folder, sizeof folder, "%s", name);
}

static char *in_folder(const char *name, const void *bytes, size_t n_bytes)
{
    char relative[300];
    snprintf(relative, sizeof relative, "%s/%s", folder, name);
    return unit_file(relative, bytes, n_bytes);
}

void study_file(const char *name, const void *bytes, size_t n_bytes)
{
    free(in_folder(name, bytes, n_bytes));
}

void study_text(const char *name, const char *text)
{
    study_file(name, text, strlen(text));
}

void study_log(const char *arm, int run, const char *text)
{
    char name[200];
    snprintf(name, sizeof name, "%s/run_%02d.csv", arm, run);
    study_text(name, text);
}

/* Paths are different in every run of the tests: only what follows the folder is kept. */
static void remember(const struct diags *diags)
{
    size_t size;
    char *text = NULL;
    FILE *out = open_memstream(&text, &size);
    diags_print(diags, out);
    fclose(out);
    free(said);
    said = calloc(1, size + 1);
    char path[200];
    snprintf(path, sizeof path, "%s/%s/", unit_folder(), folder);
    size_t n = strlen(path);
    char *to = said;
    for (const char *at = text; *at;) {
        if (!strncmp(at, path, n))
            at += n;
        else
            *to++ = *at++;
    }
    free(text);
}

struct study *study_of(const char *manifest)
{
    return study_within(manifest, 0);
}

struct study *study_within(const char *manifest, size_t n_numbers_max)
{
    char *path = in_folder("study.yaml", manifest, strlen(manifest));
    struct diags diags;
    diags_init(&diags);
    struct study_load_options options = {.n_threads = 2, .n_numbers_max = n_numbers_max};
    struct study *study = study_load(path, &options, &diags);
    ck_assert_msg((study == NULL) == (diags.n_errors > 0), "a study and errors, or neither");
    remember(&diags);
    diags_done(&diags);
    free(path);
    return study;
}

const char *study_said(void)
{
    return said ? said : "";
}

void study_assert_said(const char *text)
{
    ck_assert_msg(strstr(study_said(), text) != NULL, "'%s' is not in:\n%s", text, study_said());
}

const struct arm *study_arm(const struct study *study, const char *label)
{
    ck_assert_msg(study != NULL, "no study:\n%s", study_said());
    for (size_t a = 0; a < study->n_arms; a++)
        if (!strcmp(study->arms[a].label, label))
            return &study->arms[a];
    ck_abort_msg("no arm %s", label);
    return NULL;
}

bool study_has(const struct arm *arm, const char *candidate)
{
    return arm_find_candidate(arm, candidate) != ARM_NO_CANDIDATE;
}

double study_value(const struct arm *arm, const char *candidate, size_t run)
{
    size_t j = arm_find_candidate(arm, candidate);
    ck_assert_msg(j != ARM_NO_CANDIDATE, "%s has no candidate %s (%s)", arm->label, candidate,
                  study_dropped(arm, candidate));
    return arm->x[j * arm->n_runs + run];
}

const char *study_dropped(const struct arm *arm, const char *name)
{
    for (size_t i = 0; i < arm->n_dropped; i++)
        if (!strcmp(arm->dropped[i].name, name))
            return arm->dropped[i].reason;
    return "";
}

struct log *study_read_log(const char *text)
{
    static const struct reader_options options = {0};
    struct diags diags;
    diags_init(&diags);
    char *path = unit_text_file("single.csv", text);
    struct log *log = reader_read_file(path, "single.csv", &options, &diags);
    ck_assert_ptr_nonnull(log);
    diags_done(&diags);
    free(path);
    return log;
}
