#include "record/journal.h"

#include "base/file.h"
#include "base/mem.h"
#include "logs/json.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { DEPTH_MAX = 8, PATH_MAX_BYTES = 256 };

/* Where the parser is in a line. */
struct journal_walk {
    struct arena *arena;
    struct json json;
    const char *start;
    struct strbuf path;
    size_t lengths[DEPTH_MAX + 1]; /* of the path, when each container was opened */
    size_t depth;
    struct journal_field *fields;
    size_t n_fields, capacity;
};

static void cut(struct journal_walk *walk, size_t length)
{
    walk->path.length = length;
    walk->path.text[length] = '\0';
}

static void take_key(struct journal_walk *walk)
{
    cut(walk, walk->lengths[walk->depth]);
    if (walk->path.length)
        strbuf_add_char(&walk->path, '.');
    strbuf_add(&walk->path, walk->json.text, walk->json.length);
}

static void take_value(struct journal_walk *walk, const char *text, size_t length)
{
    walk->fields = mem_grow(walk->fields, walk->n_fields, &walk->capacity, sizeof *walk->fields);
    walk->fields[walk->n_fields++] = (struct journal_field){
        arena_strdup(walk->arena, walk->path.text), arena_strndup(walk->arena, text, length)};
}

/* A number keeps its digits. */
static void take_number(struct journal_walk *walk)
{
    const char *end = walk->json.at, *first = end;
    while (first > walk->start && first[-1] && strchr("+-.eE0123456789", first[-1]))
        first--;
    take_value(walk, first, (size_t)(end - first));
}

/* A text with a NUL in it would hide what follows; a long path stands before every value. */
static bool is_plain(const struct journal_walk *walk, enum json_event event)
{
    bool is_text = event == JSON_KEY || event == JSON_STRING;
    return !(is_text && memchr(walk->json.text, '\0', walk->json.length)) &&
           walk->path.length <= PATH_MAX_BYTES;
}

/* false where containers are too deep, or what stands there is not plain. */
static bool take_event(struct journal_walk *walk, enum json_event event)
{
    if (!is_plain(walk, event))
        return false;
    if (event == JSON_OBJECT || event == JSON_ARRAY) {
        if (walk->depth == DEPTH_MAX)
            return false;
        walk->lengths[++walk->depth] = walk->path.length;
    } else if (event == JSON_OBJECT_END || event == JSON_ARRAY_END) {
        cut(walk, walk->lengths[walk->depth--]);
    } else if (event == JSON_KEY) {
        take_key(walk);
    } else if (event == JSON_STRING) {
        take_value(walk, walk->json.text, walk->json.length);
    } else if (event == JSON_NUMBER) {
        take_number(walk);
    } else {
        const char *word = event == JSON_TRUE ? "true" : event == JSON_FALSE ? "false" : "null";
        take_value(walk, word, strlen(word));
    }
    return true;
}

/* NULL, or what is wrong with the line. */
static const char *read_line(struct journal_walk *walk, const char *bytes, size_t n_bytes)
{
    walk->start = bytes;
    json_init(&walk->json, bytes, n_bytes);
    enum json_event event = json_next(&walk->json);
    bool ok = event == JSON_OBJECT;
    for (; ok && event != JSON_END && event != JSON_ERROR; event = json_next(&walk->json))
        ok = take_event(walk, event);
    const char *problem = event == JSON_ERROR         ? walk->json.error
                          : !ok                       ? "no entry of a journal"
                          : !json_at_end(&walk->json) ? "something follows the entry"
                                                      : NULL;
    json_done(&walk->json);
    return problem;
}

static void add_line(struct journal *journal, const char *path, size_t number, const char *bytes,
                     size_t n_bytes, struct diags *diags)
{
    struct journal_walk walk = {.arena = &journal->arena};
    strbuf_init(&walk.path);
    const char *problem = read_line(&walk, bytes, n_bytes);
    if (problem)
        diags_add(diags, DIAG_ERROR,
                  (struct diag_place){path, number, (size_t)(walk.json.at - bytes) + 1}, "%s",
                  problem);
    else {
        struct journal_field *fields = arena_alloc(&journal->arena, walk.n_fields, sizeof *fields);
        if (walk.n_fields)
            memcpy(fields, walk.fields, walk.n_fields * sizeof *fields);
        journal->lines =
            mem_grow(journal->lines, journal->n_lines, &journal->capacity, sizeof *journal->lines);
        journal->lines[journal->n_lines++] = (struct journal_line){
            number, arena_strndup(&journal->arena, bytes, n_bytes), walk.n_fields, fields};
    }
    free(walk.fields);
    strbuf_done(&walk.path);
}

bool journal_read(struct journal *journal, const char *path, struct diags *diags)
{
    struct file_bytes file;
    *journal = (struct journal){0};
    arena_init(&journal->arena);
    if (access(path, F_OK) != 0 && (errno == ENOENT || errno == ENOTDIR))
        return true;
    journal->exists = true;
    if (!file_read(path, JOURNAL_BYTES_MAX, &file, diags))
        return false;
    size_t n_errors = diags->n_errors, number = 0;
    for (const char *at = file.bytes, *end = at + file.n_bytes; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        number++;
        if (!stop)
            diags_add(diags, DIAG_ERROR, (struct diag_place){path, number, 1},
                      "this line was cut off");
        else
            add_line(journal, path, number, at, (size_t)(stop - at), diags);
        at = stop ? stop + 1 : end;
    }
    file_bytes_done(&file);
    return diags->n_errors == n_errors;
}

void journal_done(struct journal *journal)
{
    arena_done(&journal->arena);
    free(journal->lines);
    *journal = (struct journal){0};
}

const char *journal_field(const struct journal_line *line, const char *path)
{
    for (size_t i = 0; i < line->n_fields; i++)
        if (!strcmp(line->fields[i].path, path))
            return line->fields[i].text;
    return NULL;
}

/* false with errno where somebody else keeps the file for too long. */
static bool wait_for_lock(int fd)
{
    const struct timespec pause = {0, 10 * 1000000L};
    for (int waited = 0; flock(fd, LOCK_EX | LOCK_NB) != 0; waited += 10) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            return false;
        if (waited >= JOURNAL_PATIENCE_MS)
            return false;
        nanosleep(&pause, NULL);
    }
    return true;
}

/* One write, so that a line is there whole or not at all as far as the system allows. */
static bool add_bytes(int fd, const struct strbuf *lines)
{
    struct stat info;
    if (fstat(fd, &info) != 0)
        return false;
    ssize_t n = write(fd, lines->text, lines->length);
    if (n == (ssize_t)lines->length)
        return fsync(fd) == 0 || errno == EINVAL;
    int kept = n < 0 ? errno : ENOSPC;
    if (n > 0 && ftruncate(fd, info.st_size) != 0)
        kept = errno;
    errno = kept;
    return false;
}

static void say_why(const char *path, struct diags *diags)
{
    diags_add(diags, DIAG_ERROR, (struct diag_place){.file = path}, "nothing can be added: %s",
              errno == EWOULDBLOCK ? "another process keeps it to itself" : strerror(errno));
}

bool journal_append_made(const char *path, journal_maker *make, void *user, struct diags *diags)
{
    struct strbuf lines;
    int fd = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (fd < 0 || !wait_for_lock(fd)) {
        say_why(path, diags);
        if (fd >= 0)
            close(fd);
        return false;
    }
    strbuf_init(&lines);
    bool made = make(user, &lines, diags), ok = made && add_bytes(fd, &lines);
    if (made && !ok)
        say_why(path, diags);
    strbuf_done(&lines);
    close(fd);
    return ok;
}

static bool copy_lines(void *user, struct strbuf *lines, struct diags *diags)
{
    const struct strbuf *given = user;
    (void)diags;
    strbuf_add(lines, given->text, given->length);
    return true;
}

bool journal_append(const char *path, const struct strbuf *lines, struct diags *diags)
{
    return journal_append_made(path, copy_lines, (void *)lines, diags);
}

void journal_now(char text[JOURNAL_TIME])
{
    struct timespec now;
    struct tm utc = {0};
    clock_gettime(CLOCK_REALTIME, &now);
    gmtime_r(&now.tv_sec, &utc);
    snprintf(text, JOURNAL_TIME, "%04u-%02u-%02uT%02u:%02u:%02u.%06uZ",
             (unsigned)(utc.tm_year + 1900) % 10000, (unsigned)(utc.tm_mon + 1) % 100,
             (unsigned)utc.tm_mday % 100, (unsigned)utc.tm_hour % 100, (unsigned)utc.tm_min % 100,
             (unsigned)utc.tm_sec % 100, (unsigned)(now.tv_nsec / 1000) % 1000000);
}
