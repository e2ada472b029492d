#include "mlflow/mlflow_open.h"

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

enum { BUSY_WAIT_MS = 2000 };

static void look(const char *path, const char *suffix, off_t *size, struct timespec *modified)
{
    struct strbuf name;
    struct stat info;
    strbuf_init(&name);
    strbuf_printf(&name, "%s%s", path, suffix);
    bool exists = stat(name.text, &info) == 0;
    *size = exists ? info.st_size : -1;
    *modified = exists ? portable_modified(&info) : (struct timespec){0};
    strbuf_done(&name);
}

static struct mlflow_looks look_at(const char *path)
{
    struct mlflow_looks looks;
    look(path, "", &looks.size[0], &looks.modified[0]);
    look(path, "-wal", &looks.size[1], &looks.modified[1]);
    return looks;
}

/* The file's header says so in its bytes 18 and 19 (versions of the format for writing, reading).
 */
static bool in_wal_mode(const char *path)
{
    unsigned char header[20];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t n = fd >= 0 ? pread(fd, header, sizeof header, 0) : -1;
    if (fd >= 0)
        close(fd);
    return n == sizeof header && header[19] == 2;
}

static enum mlflow_way choose_way(const struct mlflow_file *file)
{
    off_t index;
    struct timespec modified;
    if (!in_wal_mode(file->path))
        return MLFLOW_LOCKED;
    look(file->path, "-shm", &index, &modified);
    return file->looks.size[1] < 0 ? MLFLOW_ALONE : index < 0 ? MLFLOW_PRIVATE : MLFLOW_SHARED;
}

/* The path as a URI, in which ? # and % mean something. */
static void add_uri(struct strbuf *uri, const char *path, const char *query)
{
    strbuf_puts(uri, "file://");
    for (const char *p = path; *p; p++)
        if (strchr("?#%", *p))
            strbuf_printf(uri, "%%%02X", (unsigned char)*p);
        else
            strbuf_add_char(uri, *p);
    strbuf_puts(uri, query);
}

/* "unix-none" takes no locks and has no shared memory: SQLite then keeps the index of the WAL in
 * its own, if nobody else is to use the file. */
static bool open_database(struct mlflow_file *file)
{
    struct strbuf uri;
    strbuf_init(&uri);
    add_uri(&uri, file->path, file->way == MLFLOW_ALONE ? "?immutable=1" : "");
    int code = sqlite3_open_v2(uri.text, &file->database,
                               SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI,
                               file->way == MLFLOW_PRIVATE ? "unix-none" : NULL);
    strbuf_done(&uri);
    return code == SQLITE_OK;
}

/* One transaction gives one state of the file, but where it would keep a training run from logging
 * every statement has its own. */
static bool begin(struct mlflow_file *file)
{
    sqlite3 *database = file->database;
    int64_t n_bytes =
        (int64_t)file->looks.size[0] + (file->looks.size[1] > 0 ? (int64_t)file->looks.size[1] : 0);
    sqlite3_busy_timeout(database, BUSY_WAIT_MS);
    mlflow_guard_set(&file->guard, database, n_bytes);
    sqlite3_db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    if (file->way == MLFLOW_PRIVATE)
        sqlite3_exec(database, "PRAGMA locking_mode = EXCLUSIVE", NULL, NULL, NULL);
    const char *first = file->way == MLFLOW_LOCKED ? "SELECT count(*) FROM sqlite_master"
                                                   : "BEGIN; SELECT count(*) FROM sqlite_master";
    return sqlite3_exec(database, first, NULL, NULL, NULL) == SQLITE_OK;
}

bool mlflow_file_open(struct mlflow_file *file, const char *shown, struct diags *diags)
{
    *file = (struct mlflow_file){.path = file_real_path(shown)};
    if (!file->path) {
        diags_add(diags, DIAG_ERROR, (struct diag_place){.file = shown}, "cannot be opened: %s",
                  strerror(errno));
        return false;
    }
    file->looks = look_at(file->path);
    file->way = choose_way(file);
    if (open_database(file) && begin(file))
        return true;
    mlflow_file_report(file, shown, "cannot be read", diags);
    return false;
}

void mlflow_file_close(struct mlflow_file *file)
{
    sqlite3_close(file->database);
    free(file->path);
}

bool mlflow_file_changed(const struct mlflow_file *file)
{
    if (file->way != MLFLOW_ALONE && file->way != MLFLOW_PRIVATE)
        return false;
    struct mlflow_looks now = look_at(file->path);
    for (int i = 0; i < 2; i++)
        if (now.size[i] != file->looks.size[i] ||
            now.modified[i].tv_sec != file->looks.modified[i].tv_sec ||
            now.modified[i].tv_nsec != file->looks.modified[i].tv_nsec)
            return true;
    return false;
}

static const char *remedy(int code)
{
    switch (code & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        return " (another program writes to it; try again when it has finished)";
    case SQLITE_READONLY:
        return " (a program that wrote to it was interrupted, and logvar repairs nothing; opening "
               "it "
               "once with MLflow or sqlite3 does)";
    case SQLITE_CORRUPT:
        return " (a backup, or sqlite3's command .recover, may help)";
    default:
        return "";
    }
}

void mlflow_file_report(const struct mlflow_file *file, const char *shown, const char *what,
                        struct diags *diags)
{
    int code = sqlite3_extended_errcode(file->database);
    if ((code & 0xff) == SQLITE_NOMEM)
        mem_exhausted();
    diags_add(diags, DIAG_ERROR, (struct diag_place){.file = shown}, "%s: %s%s", what,
              mlflow_guard_is_spent(&file->guard)
                  ? "the file is damaged: its rows do not come to an end"
                  : sqlite3_errmsg(file->database),
              remedy(code));
}
