/* Files of a whole study: the input is a manifest, a line with a dot, then the text of its only table,
 * wide file and log, whatever the manifest calls it. What `check`, `candidates` and `init` make of it
 * is made as well. The study may look for files in its own folder alone. */
#include "fuzz.h"
#include "support.h"

#include "base/file.h"
#include "init/init.h"
#include "report/candidates_csv.h"
#include "report/check.h"
#include "study/study.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char *const names[] = {"study/a/run_1.csv", "study/a/run_2.csv", "study/b/run_1.csv",
                                    "study/b/run_2.csv", "study/table.csv"};
enum { N_NAMES = sizeof names / sizeof *names };

static void make_folders(void)
{
    static bool made;
    if (made)
        return;
    made = true;
    static const char *const folders[] = {"study", "study/a", "study/b"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char *path = file_join(fuzz_folder(), folders[i]);
        if (mkdir(path, 0777) != 0)
            abort();
        free(path);
    }
}

/* No way out of the folder: neither an absolute path nor one that goes up. */
static void keep_inside(char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool starts = i == 0 || !(text[i - 1] == '*' || text[i - 1] == '}' || text[i - 1] == ']' ||
                                  text[i - 1] == '?' || (text[i - 1] | 32) - 'a' + 0u < 26);
        if ((text[i] == '/' && starts) || (text[i] == '.' && i && text[i - 1] == '.') ||
            text[i] == '\\')
            text[i] = '_';
    }
}

static void try_init(void)
{
    char *folder = file_join(fuzz_folder(), "study");
    const char *const folders[] = {folder};
    struct strbuf text;
    struct diags diags;
    strbuf_init(&text);
    diags_init(&diags);
    if (!init_manifest(&(struct init_request){1, folders, NULL}, &text, &diags) && !diags.n_errors)
        abort();
    diags_done(&diags);
    strbuf_done(&text);
    free(folder);
}

static void print_study(const struct study *study, struct strbuf *out)
{
    char *bytes = NULL;
    size_t n_bytes = 0;
    FILE *memory = open_memstream(&bytes, &n_bytes);
    check_write(study, out);
    if (!memory)
        abort();
    candidates_csv_print(study, &(struct candidates_choice){.families = ~UINT64_C(0)}, memory);
    fclose(memory);
    free(bytes);
}

static void try_study(const char *path)
{
    struct diags diags;
    struct strbuf out;
    diags_init(&diags);
    strbuf_init(&out);
    struct study_load_options options = {.n_threads = 1, .n_numbers_max = 1 << 20};
    struct study *study = study_load(path, &options, &diags);
    if ((study == NULL) != (diags.n_errors > 0))
        abort();
    if (study)
        print_study(study, &out);
    study_unref(study);
    strbuf_done(&out);
    diags_done(&diags);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
    static const char end[] = "\n.\n";
    make_folders();
    const uint8_t *stop = n_bytes ? memmem(bytes, n_bytes, end, sizeof end - 1) : NULL;
    size_t n_manifest = stop ? (size_t)(stop - bytes) + 1 : n_bytes;
    size_t skip = stop ? n_manifest + 2 : n_bytes;
    char *manifest = malloc(n_manifest + 1);
    memcpy(manifest, bytes, n_manifest);
    keep_inside(manifest, n_manifest);
    char *path = fuzz_file("study/study.yaml", manifest, n_manifest);
    free(manifest);
    /* Each run's file a byte shorter than the one before, so that not all are the same. */
    for (size_t i = 0; i < N_NAMES; i++) {
        size_t n = n_bytes - skip;
        free(fuzz_file(names[i], bytes + skip, n - (i < n ? i : n)));
    }
    try_study(path);
    try_init();
    free(path);
    return 0;
}
