#include "unit.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];
static pid_t owner;

static int remove_one(const char *path, const struct stat *info, int type, struct FTW *ftw)
{
    (void)info, (void)type, (void)ftw;
    return remove(path);
}

static void remove_folder(void)
{
    /* Check forks; only the parent tidies up. */
    if (getpid() == owner)
        nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void make_folder(void)
{
    strcpy(folder, "/tmp/logvar-unit-XXXXXX");
    if (!mkdtemp(folder)) {
        perror("mkdtemp");
        exit(99);
    }
    owner = getpid();
    atexit(remove_folder);
}

const char *unit_folder(void)
{
    return folder;
}

Suite *unit_suite(const char *name, const TTest *const *tests, unsigned n_tests)
{
    Suite *suite = suite_create(name);
    TCase *tcase = tcase_create(name);
    tcase_set_timeout(tcase, 60);
    for (unsigned i = 0; i < n_tests; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
    return suite;
}

int unit_main(Suite *suite)
{
    make_folder();
    SRunner *runner = srunner_create(suite);
    /* Standard output belongs to TAP when the build runs the tests; by hand, say it readably. */
    srunner_run_all(runner, getenv("CK_TAP_LOG_FILE_NAME") ? CK_SILENT : CK_NORMAL);
    int n_failed = srunner_ntests_failed(runner);
    srunner_free(runner);
    return n_failed ? EXIT_FAILURE : EXIT_SUCCESS;
}

static char *joined(const char *a, const char *b)
{
    size_t n = strlen(a) + strlen(b) + 2;
    char *path = malloc(n);
    if (path)
        snprintf(path, n, "%s/%s", a, b);
    return path;
}

char *unit_source_path(const char *relative)
{
    const char *source = getenv("LOGVAR_SRCDIR");
    return joined(source ? source : ".", relative);
}

char *unit_shared_path(const char *relative)
{
    const char *shared = getenv("LOGVAR_SHARED");
    char *path = joined(shared ? shared : "../shared", relative);
    if (access(path, R_OK) == 0)
        return path;
    free(path);
    return NULL;
}

char *unit_file(const char *name, const void *bytes, unsigned long n_bytes)
{
    char *path = joined(folder, name);
    for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
    FILE *out = fopen(path, "wb");
    ck_assert_ptr_nonnull(out);
    ck_assert_uint_eq(fwrite(bytes, 1, n_bytes, out), n_bytes);
    ck_assert_int_eq(fclose(out), 0);
    return path;
}

char *unit_text_file(const char *name, const char *text)
{
    return unit_file(name, text, strlen(text));
}
