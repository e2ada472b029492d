/* The main of a harness where libFuzzer is not linked: runs it over files and folders of files,
 * one TAP line each. Without arguments the folder is corpus/NAME beside fuzz_NAME.c. An input that
 * crashes, or takes more than a minute, ends the program, which the build counts as an error. */
#include "fuzz.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SECONDS_MAX = 60 };
static unsigned n_inputs;

static void replay_file(const char *path)
{
    FILE *in = fopen(path, "rb");
    struct stat info;
    if (!in || fstat(fileno(in), &info) != 0) {
        printf("not ok %u - %s cannot be read\n", ++n_inputs, path);
        exit(EXIT_FAILURE);
    }
    /* Exactly as large as the input, so that a sanitizer sees one byte too many. */
    size_t n = (size_t)info.st_size;
    uint8_t *bytes = malloc(n ? n : 1);
    n = bytes ? fread(bytes, 1, n, in) : 0;
    fclose(in);
    fprintf(stderr, "%s\n", path);
    alarm(SECONDS_MAX);
    LLVMFuzzerTestOneInput(bytes, n);
    alarm(0);
    free(bytes);
    const char *slash = strrchr(path, '/');
    printf("ok %u - %s\n", ++n_inputs, slash ? slash + 1 : path);
    fflush(stdout);
}

static int is_input(const struct dirent *item)
{
    return item->d_name[0] != '.';
}

static void replay(const char *path)
{
    struct dirent **items;
    int n = scandir(path, &items, is_input, alphasort);
    if (n < 0) {
        replay_file(path);
        return;
    }
    for (int i = 0; i < n; i++) {
        char *full = NULL;
        if (asprintf(&full, "%s/%s", path, items[i]->d_name) < 0)
            abort();
        replay(full);
        free(full);
        free(items[i]);
    }
    free(items);
}

static void replay_corpus(const char *program)
{
    const char *name = strrchr(program, '/'), *source = getenv("LOGVAR_SRCDIR");
    name = name ? name + 1 : program;
    name += strncmp(name, "fuzz_", 5) ? 0 : 5;
    char *folder = NULL;
    if (asprintf(&folder, "%s/tests/fuzz/corpus/%s", source ? source : ".", name) < 0)
        abort();
    replay(folder);
    free(folder);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        replay(argv[i]);
    if (argc == 1)
        replay_corpus(argv[0]);
    printf("1..%u\n", n_inputs);
    return n_inputs ? EXIT_SUCCESS : EXIT_FAILURE;
}
