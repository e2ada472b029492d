/* Manifests from texts, and their faults as text, for the tests of manifests. */
#ifndef LOGVAR_TESTS_MANIFEST_UNIT_H
#define LOGVAR_TESTS_MANIFEST_UNIT_H

#include "unit.h"

#include "base/strbuf.h"
#include "manifest/manifest_internal.h"

#include <stdlib.h>
#include <string.h>

/* Every fault of a text as "line:column message" lines, in the order of the report. */
static inline char *manifest_faults(const char *text, size_t n, bool find_runs)
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

static inline void assert_faults(const char *text, bool find_runs, const char *wanted)
{
    char *got = manifest_faults(text, strlen(text), find_runs);
    ck_assert_msg(!strcmp(got, wanted), "manifest:\n%s\nwanted:\n%s\ngot:\n%s", text, wanted, got);
    free(got);
}

/* A manifest without faults, in the test's folder. */
static inline struct manifest *manifest_from(const char *text)
{
    struct diags diags;
    diags_init(&diags);
    char *path = unit_text_file("study.yaml", text);
    struct manifest *manifest = manifest_load(path, &diags);
    if (!manifest)
        diags_print(&diags, stderr);
    ck_assert_msg(manifest != NULL, "refused:\n%s", text);
    diags_done(&diags);
    free(path);
    return manifest;
}

#endif
