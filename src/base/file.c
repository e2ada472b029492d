#include "base/file.h"

#include "base/mem.h"
#include "base/portable.h"
#include "base/strbuf.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool fail(struct diags *diags, const char *path, const char *what)
{
    if (diags)
        diags_add(diags, DIAG_ERROR, (struct diag_place){.file = path}, "%s", what);
    return false;
}

/* "cannot be opened: Permission denied" */
static bool fail_to(struct diags *diags, const char *path, const char *what)
{
    int why = errno;
    if (diags)
        diags_add(diags, DIAG_ERROR, (struct diag_place){.file = path}, "%s: %s", what,
                  strerror(why));
    return false;
}

static void fail_too_large(struct diags *diags, const char *path, unsigned long long n_bytes,
                           size_t max_bytes)
{
    if (diags)
        diags_add(diags, DIAG_ERROR, (struct diag_place){.file = path},
                  "has %llu bytes; at most %zu are read", n_bytes, max_bytes);
}

/* Reads until the end: the size that fstat gives may be stale for a log that grows. */
static bool read_all(int fd, size_t expected, size_t max_bytes, struct file_bytes *out)
{
    size_t capacity = expected + 1, used = 0;
    char *bytes = mem_alloc(capacity + 1);
    mem_prefer_huge_pages(bytes, capacity + 1);
    for (;;) {
        if (used == capacity) {
            capacity *= 2;
            bytes = mem_resize(bytes, capacity + 1, 1);
        }
        ssize_t n = read(fd, bytes + used, capacity - used);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            bytes[used] = '\0';
            *out = (struct file_bytes){bytes, used};
            return n == 0;
        }
        used += (size_t)n;
        if (used > max_bytes)
            break;
    }
    free(bytes);
    errno = EFBIG;
    return false;
}

bool file_read(const char *path, size_t max_bytes, struct file_bytes *out, struct diags *diags)
{
    *out = (struct file_bytes){0};
    /* Non-blocking, so that opening a named pipe returns at once. */
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0)
        return fail_to(diags, path, "cannot be opened");
    struct stat info;
    bool ok = false;
    if (fstat(fd, &info) != 0)
        fail_to(diags, path, "cannot be read");
    else if (!S_ISREG(info.st_mode))
        fail(diags, path, S_ISDIR(info.st_mode) ? "is a folder, not a file" : "not a regular file");
    else if ((unsigned long long)info.st_size > max_bytes)
        fail_too_large(diags, path, (unsigned long long)info.st_size, max_bytes);
    else if (!(ok = read_all(fd, (size_t)info.st_size, max_bytes, out)))
        fail_to(diags, path, "cannot be read");
    close(fd);
    if (!ok)
        file_bytes_done(out);
    return ok;
}

bool file_read_text(const char *path, size_t max_bytes, struct file_bytes *out, struct diags *diags)
{
    if (!file_read(path, max_bytes, out, diags))
        return false;
    if (!memchr(out->bytes, '\0', out->n_bytes))
        return true;
    file_bytes_done(out);
    return fail(diags, path, "a NUL character; this is not a text file");
}

void file_bytes_done(struct file_bytes *bytes)
{
    free(bytes->bytes);
    *bytes = (struct file_bytes){0};
}

static bool write_all(int fd, const char *bytes, size_t n)
{
    while (n) {
        ssize_t written = write(fd, bytes, n);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return false;
        bytes += written;
        n -= (size_t)written;
    }
    return fsync(fd) == 0;
}

/* A link refuses to replace, a rename replaces: both are one step that cannot half happen. */
static bool take_name(const char *temporary, const char *path, enum file_write_mode mode)
{
    if (mode == FILE_REPLACE)
        return rename(temporary, path) == 0;
    if (link(temporary, path) != 0)
        return false;
    unlink(temporary);
    return true;
}

/* A file that is replaced keeps its mode; a new one has what the mask leaves. */
static mode_t mode_for(const char *path)
{
    struct stat info;
    mode_t mask = umask(0);
    umask(mask);
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) ? info.st_mode & 0777 : 0666 & ~mask;
}

bool file_write(const char *path, enum file_write_mode mode, const char *bytes, size_t n_bytes,
                struct diags *diags)
{
    struct strbuf temporary;
    strbuf_init(&temporary);
    strbuf_printf(&temporary, "%s.XXXXXX", path);
    int fd = portable_temporary(temporary.text);
    bool ok = fd >= 0;
    if (ok) {
        ok = fchmod(fd, mode_for(path)) == 0 && write_all(fd, bytes, n_bytes);
        ok = close(fd) == 0 && ok && take_name(temporary.text, path, mode);
        if (!ok) {
            int kept = errno;
            unlink(temporary.text);
            errno = kept;
        }
    }
    if (!ok && errno == EEXIST)
        fail(diags, path, "exists already; not overwritten");
    else if (!ok)
        fail_to(diags, path, "cannot be written");
    strbuf_done(&temporary);
    return ok;
}

char *file_join(const char *folder, const char *path)
{
    struct strbuf joined;
    strbuf_init(&joined);
    if (path[0] != '/' && strcmp(folder, ".") != 0 && folder[0]) {
        strbuf_puts(&joined, folder);
        if (joined.text[joined.length - 1] != '/')
            strbuf_add_char(&joined, '/');
    }
    strbuf_puts(&joined, path);
    return joined.text;
}

char *file_folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return mem_strdup(".");
    return slash == path ? mem_strdup("/") : mem_strndup(path, (size_t)(slash - path));
}

char *file_real_path(const char *path)
{
    char *real = realpath(path, NULL);
    if (!real && errno == ENOMEM)
        mem_exhausted();
    return real;
}
