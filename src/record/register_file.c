/* The register as lines of JSON. */
#include "record/register.h"

#include "base/jsonout.h"
#include "base/mem.h"
#include "record/journal.h"
#include "record/ledger.h"

#include <stdlib.h>
#include <string.h>

/* ---- writing ---- */

static void write_items(struct jsonout *json, const struct registration *registration)
{
    jsonout_begin_array(json, "declared");
    for (size_t i = 0; i < registration->n_items; i++) {
        const struct declared_item *item = &registration->items[i];
        jsonout_begin_object(json, NULL);
        jsonout_string(json, "arm", item->arm);
        jsonout_string(json, "name", item->name);
        jsonout_string(json, "value", item->value);
        jsonout_end_object(json);
    }
    jsonout_end_array(json);
}

static void write_runs(struct jsonout *json, const struct registration *registration)
{
    jsonout_begin_array(json, "runs");
    for (size_t i = 0; i < registration->n_runs; i++) {
        jsonout_begin_object(json, NULL);
        jsonout_string(json, "arm", registration->runs[i].arm);
        jsonout_string(json, "run", registration->runs[i].run);
        jsonout_string(json, "mark", registration->runs[i].mark);
        jsonout_end_object(json);
    }
    jsonout_end_array(json);
}

static void write_line(struct strbuf *out, const struct registration *registration,
                       const char *previous)
{
    struct jsonout json;
    jsonout_init(&json, out);
    jsonout_begin_line_object(&json, NULL);
    jsonout_count(&json, "logvar_register", 1);
    jsonout_string(&json, "time", registration->time);
    jsonout_string(&json, "version", registration->version);
    jsonout_string(&json, "previous", previous);
    jsonout_string(&json, "manifest_meaning_sha256", registration->meaning);
    jsonout_string(&json, "runs_sha256", registration->runs_sha256);
    write_items(&json, registration);
    jsonout_count(&json, "unfinished_runs", registration->n_unfinished);
    write_runs(&json, registration);
    jsonout_end_object(&json);
}

/* ---- reading ---- */

static bool is_at(const struct journal_field *field, const char *path)
{
    return !strcmp(field->path, path);
}

static size_t count_fields(const struct journal_line *line, const char *path)
{
    size_t n = 0;
    for (size_t i = 0; i < line->n_fields; i++)
        n += is_at(&line->fields[i], path);
    return n;
}

/* The fields of a list of objects with these three members, in any order; stored row by row at
 * `table`. false if any row is not whole. */
static bool read_rows(const struct journal_line *line, const char *const paths[3], size_t n_rows,
                      const char *(*table)[3])
{
    for (int c = 0; c < 3; c++) {
        size_t n = 0;
        if (count_fields(line, paths[c]) != n_rows)
            return false;
        for (size_t i = 0; i < line->n_fields; i++)
            if (is_at(&line->fields[i], paths[c]))
                table[n++][c] = line->fields[i].text;
    }
    return true;
}

/* NULL, or what is missing. */
static const char *read_registration(struct arena *arena, const struct journal_line *line,
                                     struct registration *out)
{
    static const char *const items[] = {"declared.arm", "declared.name", "declared.value"};
    static const char *const runs[] = {"runs.arm", "runs.run", "runs.mark"};
    const char *format = journal_field(line, "logvar_register");
    if (!format)
        return "no registration";
    if (strcmp(format, "1") != 0)
        return "a registration of a later version of logvar";
    *out = (struct registration){.time = journal_field(line, "time"),
                                 .version = journal_field(line, "version"),
                                 .meaning = journal_field(line, "manifest_meaning_sha256"),
                                 .runs_sha256 = journal_field(line, "runs_sha256"),
                                 .n_items = count_fields(line, items[0]),
                                 .n_runs = count_fields(line, runs[0]),
                                 .line = line->number};
    /* Lines of before there was such a number have none. */
    const char *unfinished = journal_field(line, "unfinished_runs");
    out->n_unfinished = unfinished ? strtoul(unfinished, NULL, 10) : 0;
    if (!out->time || !out->version || !out->meaning || !out->runs_sha256)
        return "a registration without its time, version or SHA-256";
    const char *(*table)[3] = arena_alloc(arena, out->n_items + out->n_runs, sizeof *table);
    if (!read_rows(line, items, out->n_items, table) ||
        !read_rows(line, runs, out->n_runs, table + out->n_items))
        return "what was declared, or the list of runs, is incomplete";
    struct declared_item *found = arena_alloc(arena, out->n_items, sizeof *found);
    struct known_run *known = arena_alloc(arena, out->n_runs, sizeof *known);
    for (size_t i = 0; i < out->n_items; i++)
        found[i] = (struct declared_item){table[i][0], table[i][1], table[i][2]};
    for (size_t i = 0; i < out->n_runs; i++) {
        const char *const *row = table[out->n_items + i];
        known[i] = (struct known_run){row[0], row[1], row[2]};
    }
    out->items = found;
    out->runs = known;
    return NULL;
}

/* Every line is bound to the one before. */
static const char *check_chain(const struct journal_line *line, const struct journal_line *before)
{
    char digest[SHA256_TEXT] = "";
    const char *previous = journal_field(line, "previous");
    if (before)
        sha256_hex(before->text, strlen(before->text), digest);
    return previous && !strcmp(previous, digest)
               ? NULL
               : "the lines before this one are not those it was added to";
}

bool registrations_read(struct registrations *all, const char *path, struct diags *diags)
{
    struct journal journal;
    bool fine = journal_read(&journal, path, diags);
    *all = (struct registrations){.arena = journal.arena, .exists = journal.exists};
    journal.arena = (struct arena){0}; /* the fields live on in ours */
    all->items = mem_array(journal.n_lines + 1, sizeof *all->items);
    for (size_t i = 0; i < journal.n_lines; i++) {
        const struct journal_line *line = &journal.lines[i];
        const char *problem = read_registration(&all->arena, line, &all->items[all->n]);
        if (!problem) {
            char digest[SHA256_TEXT];
            sha256_hex(line->text, strlen(line->text), digest);
            all->items[all->n].digest = arena_strdup(&all->arena, digest);
            all->n++;
            problem = fine ? check_chain(line, i ? line - 1 : NULL) : NULL;
        }
        if (problem)
            diags_add(diags, DIAG_ERROR, (struct diag_place){path, line->number, 1}, "%s", problem);
        fine = fine && !problem;
    }
    journal_done(&journal);
    return fine;
}

void registrations_done(struct registrations *all)
{
    arena_done(&all->arena);
    free(all->items);
    *all = (struct registrations){0};
}

static void last_digest(const char *path, char digest[SHA256_TEXT])
{
    struct journal journal;
    struct diags ignored;
    diags_init(&ignored);
    digest[0] = '\0';
    if (journal_read(&journal, path, &ignored) && journal.n_lines) {
        const char *text = journal.lines[journal.n_lines - 1].text;
        sha256_hex(text, strlen(text), digest);
    }
    journal_done(&journal);
    diags_done(&ignored);
}

/* Orders the registration after what was looked at before. */
static void come_after_looks(struct registration *made, const struct study *study,
                             struct arena *arena)
{
    struct ledger ledger;
    ledger_open(&ledger, study->path, NULL);
    const char *look = ledger_first_look(&ledger);
    if (look && strcmp(made->time, look) < 0)
        made->time = arena_strdup(arena, look);
    ledger_done(&ledger);
}

struct registering {
    const struct study *study;
    const char *path;
};

/* The line is bound to the last one, so the file must not grow meanwhile. */
static bool make_line(void *user, struct strbuf *line, struct diags *diags)
{
    const struct registering *registering = user;
    struct registrations all;
    bool fine = registrations_read(&all, registering->path, diags);
    registrations_done(&all);
    if (!fine) {
        diags_add(diags, DIAG_ERROR, (struct diag_place){.file = registering->path},
                  "the register is damaged; nothing was added to it");
        return false;
    }
    struct arena arena;
    char previous[SHA256_TEXT];
    arena_init(&arena);
    struct registration *made = registration_of(registering->study, &arena);
    come_after_looks(made, registering->study, &arena);
    last_digest(registering->path, previous);
    write_line(line, made, previous);
    arena_done(&arena);
    return true;
}

bool register_study(const struct study *study, const char *path, struct diags *diags)
{
    return journal_append_made(path, make_line, &(struct registering){study, path}, diags);
}
