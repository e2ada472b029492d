#include "command/output.h"

#include "base/diag.h"
#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum exit_status to_stream(const char *name, FILE *stream, const char *bytes, size_t n_bytes)
{
    if (fwrite(bytes, 1, n_bytes, stream) == n_bytes && fflush(stream) == 0)
        return EXIT_DONE;
    diag_say(NULL, "cannot write to %s: %s", name, strerror(errno));
    return EXIT_INTERNAL;
}

/* A terminal, a pipe or /dev/null has no place next to it for a temporary file. */
static bool is_special(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && !S_ISREG(info.st_mode) && !S_ISDIR(info.st_mode);
}

static enum exit_status to_special(const char *path, const char *bytes, size_t n_bytes)
{
    FILE *stream = fopen(path, "wb");
    if (!stream) {
        diag_say(NULL, "cannot open %s: %s", path, strerror(errno));
        return EXIT_INTERNAL;
    }
    enum exit_status status = to_stream(path, stream, bytes, n_bytes);
    if (fclose(stream) != 0 && status == EXIT_DONE) {
        diag_say(NULL, "cannot write to %s: %s", path, strerror(errno));
        status = EXIT_INTERNAL;
    }
    return status;
}

static enum exit_status to_file(const char *path, const char *bytes, size_t n_bytes)
{
    struct diags diags;
    diags_init(&diags);
    bool ok = file_write(path, FILE_REPLACE, bytes, n_bytes, &diags);
    diags_print(&diags, stderr);
    diags_done(&diags);
    return ok ? EXIT_DONE : EXIT_INTERNAL;
}

enum exit_status output_write(const char *path, const char *bytes, size_t n_bytes)
{
    if (!path || !strcmp(path, "-"))
        return to_stream("standard output", stdout, bytes, n_bytes);
    return is_special(path) ? to_special(path, bytes, n_bytes) : to_file(path, bytes, n_bytes);
}
