#include "record/ledger.h"

#include "base/jsonout.h"
#include "base/mem.h"
#include "base/sha256.h"
#include "record/journal.h"
#include "record/place.h"

#include <stdlib.h>
#include <string.h>

/* `former`: what lines written by versions before 1.0 say. */
static const struct {
    const char *word, *title, *key, *former;
} kinds[N_LEDGER] = {
    [LEDGER_STATISTIC] = {.word = "statistic",
                          .title = "statistics tried",
                          .key = "statistics_tried"},
    [LEDGER_ADJUSTER] = {.word = "adjuster",
                         .title = "adjusters compared",
                         .key = "adjusters_compared",
                         .former = "selector"},
    [LEDGER_FAMILIES] = {.word = "families", .title = "sets of families", .key = "family_sets"},
    [LEDGER_CANDIDATES] = {
        .word = "candidates", .title = "looks at ranked candidates", .key = "candidate_looks"}};

const char *ledger_title(enum ledger_what what)
{
    return kinds[what].title;
}

const char *ledger_key(enum ledger_what what)
{
    return kinds[what].key;
}

/* ---- reading ---- */

static void add_entry(struct ledger *ledger, struct ledger_entry entry)
{
    ledger->entries =
        mem_grow(ledger->entries, ledger->n, &ledger->capacity, sizeof *ledger->entries);
    ledger->entries[ledger->n++] = entry;
}

static bool has_word(enum ledger_what what, const char *word)
{
    return !strcmp(word, kinds[what].word) ||
           (kinds[what].former && !strcmp(word, kinds[what].former));
}

static bool read_entry(struct ledger *ledger, const struct journal_line *line)
{
    const char *word = journal_field(line, "what");
    struct ledger_entry entry = {journal_field(line, "time"), journal_field(line, "arm"), N_LEDGER,
                                 journal_field(line, "detail")};
    for (int i = 0; word && i < N_LEDGER; i++)
        if (has_word((enum ledger_what)i, word))
            entry.what = (enum ledger_what)i;
    if (!entry.time || !entry.arm || !entry.detail || entry.what == N_LEDGER)
        return false;
    add_entry(ledger, entry);
    return true;
}

static int by_meaning(const void *left, const void *right)
{
    const struct ledger_entry *const *pa = left, *const *pb = right;
    const struct ledger_entry *a = *pa, *b = *pb;
    int order = (int)a->what - (int)b->what;
    order = order ? order : strcmp(a->arm, b->arm);
    order = order ? order : strcmp(a->detail, b->detail);
    return order ? order : (a > b) - (a < b);
}

/* A look in the explorer; one on the command line says what listed candidates, and is one thing. */
static bool is_each_counted(enum ledger_what what, const char *detail)
{
    return what == LEDGER_CANDIDATES && !*detail;
}

static bool same_thing(const struct ledger_entry *a, const struct ledger_entry *b)
{
    return a->what == b->what && !is_each_counted(a->what, a->detail) && !strcmp(a->arm, b->arm) &&
           !strcmp(a->detail, b->detail);
}

/* Two explorers at once may have noted the same thing as new: it is counted once. */
static void drop_repeated(struct ledger *ledger)
{
    size_t n = ledger->n, kept = 0;
    struct ledger_entry **sorted = mem_array(n + 1, sizeof *sorted);
    bool *repeated = mem_zeroed(n + 1, sizeof *repeated);
    for (size_t i = 0; i < n; i++)
        sorted[i] = &ledger->entries[i];
    if (n)
        qsort(sorted, n, sizeof *sorted, by_meaning);
    for (size_t i = 1; i < n; i++)
        repeated[sorted[i] - ledger->entries] = same_thing(sorted[i - 1], sorted[i]);
    for (size_t i = 0; i < n; i++)
        if (!repeated[i])
            ledger->entries[kept++] = ledger->entries[i];
    ledger->n = kept;
    free(sorted);
    free(repeated);
}

/* NULL, or what is wrong with the line. Lines from before 1.0 are bound to nothing, and so is a first one. */
static const char *take_line(struct ledger *ledger, const struct journal_line *line)
{
    const char *previous = journal_field(line, "previous");
    if (!read_entry(ledger, line))
        return "no entry of a ledger";
    return !previous || !strcmp(previous, ledger->head)
               ? NULL
               : "the lines before this one are not those it was added to";
}

/* Up to the line whose digest is `until`; all for NULL. */
static bool read_all(struct ledger *ledger, const char *until, struct diags *diags)
{
    struct journal journal;
    bool fine = journal_read(&journal, ledger->path, diags), whole = fine;
    ledger->arena = journal.arena;
    ledger->exists = journal.exists;
    ledger->head = "";
    journal.arena = (struct arena){0};
    for (size_t i = 0; i < journal.n_lines && !(until && !strcmp(ledger->head, until)); i++) {
        const struct journal_line *line = &journal.lines[i];
        const char *problem = whole ? take_line(ledger, line) : NULL;
        if (!whole)
            read_entry(ledger, line);
        if (problem)
            diags_add(diags, DIAG_ERROR, (struct diag_place){ledger->path, line->number, 1}, "%s",
                      problem);
        fine = fine && !problem;
        char digest[SHA256_TEXT];
        sha256_hex(line->text, strlen(line->text), digest);
        ledger->head = arena_strdup(&ledger->arena, digest);
    }
    journal_done(&journal);
    drop_repeated(ledger);
    return fine;
}

static void open_until(struct ledger *ledger, const char *study_path, const char *until,
                       struct diags *diags)
{
    struct diags own;
    *ledger = (struct ledger){.path = place_study_file(study_path, "ledger.jsonl"), .head = ""};
    if (!ledger->path) {
        ledger->problem = "there is no home for it";
        return;
    }
    diags_init(&own);
    if (!read_all(ledger, until, diags ? diags : &own))
        ledger->problem = "its file is damaged";
    else if (!place_is_writable(ledger->path))
        ledger->problem = "its place cannot be written to";
    diags_done(&own);
}

void ledger_open(struct ledger *ledger, const char *study_path, struct diags *diags)
{
    open_until(ledger, study_path, NULL, diags);
}

bool ledger_open_at(struct ledger *ledger, const char *study_path, const char *head,
                    struct diags *diags)
{
    open_until(ledger, study_path, head, diags);
    ledger->exists = ledger->exists && *head;
    return !strcmp(ledger->head, head);
}

void ledger_done(struct ledger *ledger)
{
    arena_done(&ledger->arena);
    free(ledger->entries);
    free(ledger->path);
    *ledger = (struct ledger){0};
}

/* ---- adding ---- */

static void add_line(const struct ledger_entry *entry, char head[SHA256_TEXT], struct strbuf *lines)
{
    size_t start = lines->length;
    struct jsonout json;
    jsonout_init(&json, lines);
    jsonout_begin_line_object(&json, NULL);
    jsonout_string(&json, "time", entry->time);
    jsonout_string(&json, "arm", entry->arm);
    jsonout_string(&json, "what", kinds[entry->what].word);
    jsonout_string(&json, "detail", entry->detail);
    jsonout_string(&json, "previous", head);
    jsonout_end_object(&json);
    sha256_hex(lines->text + start, lines->length - start - 1, head);
}

struct ledger_addition {
    struct ledger *ledger;
    size_t first;
};

/* Bound to the last line there is now, which another process may have written. */
static bool make_lines(void *user, struct strbuf *lines, struct diags *diags)
{
    const struct ledger_addition *addition = user;
    struct ledger *ledger = addition->ledger;
    struct journal journal;
    char head[SHA256_TEXT] = "";
    bool fine = journal_read(&journal, ledger->path, diags);
    if (fine && journal.n_lines) {
        const char *text = journal.lines[journal.n_lines - 1].text;
        sha256_hex(text, strlen(text), head);
    }
    journal_done(&journal);
    for (size_t i = addition->first; fine && i < ledger->n; i++)
        add_line(&ledger->entries[i], head, lines);
    if (fine)
        ledger->head = arena_strdup(&ledger->arena, head);
    return fine;
}

/* Entries from `first` on go into the file, all or none. */
static void save(struct ledger *ledger, size_t first)
{
    struct diags diags;
    if (ledger->problem || first == ledger->n)
        return;
    diags_init(&diags);
    place_make_folders(ledger->path);
    if (journal_append_made(ledger->path, make_lines, &(struct ledger_addition){ledger, first},
                            &diags))
        ledger->exists = true;
    else
        ledger->problem = "its file cannot be written to";
    diags_done(&diags);
}

static bool is_known(const struct ledger *ledger, const char *arm, enum ledger_what what,
                     const char *detail)
{
    for (size_t i = 0; i < ledger->n; i++)
        if (ledger->entries[i].what == what && !strcmp(ledger->entries[i].arm, arm) &&
            !strcmp(ledger->entries[i].detail, detail))
            return true;
    return false;
}

static void note(struct ledger *ledger, const char *arm, enum ledger_what what, const char *detail)
{
    char now[JOURNAL_TIME];
    if (!is_each_counted(what, detail) && is_known(ledger, arm, what, detail))
        return;
    journal_now(now);
    add_entry(ledger, (struct ledger_entry){arena_strdup(&ledger->arena, now),
                                            arena_strdup(&ledger->arena, arm), what,
                                            arena_strdup(&ledger->arena, detail)});
}

static void note_statistic(struct ledger *ledger, const struct arm *arm,
                           const struct request *request)
{
    struct strbuf names;
    strbuf_init(&names);
    size_t n = request->n_statistic ? request->n_statistic : arm->n_statistic;
    for (size_t i = 0; i < n; i++)
        strbuf_printf(&names, "%s%s", i ? " + " : "",
                      request->n_statistic ? request->statistic[i] : arm->statistic[i]);
    note(ledger, arm->label, LEDGER_STATISTIC, names.text);
    strbuf_done(&names);
}

static void note_families(struct ledger *ledger, const struct study *study, const struct arm *arm,
                          const struct request *request)
{
    struct strbuf names;
    strbuf_init(&names);
    for (size_t f = 0; f < study->n_families; f++)
        if (study->families[f].n_candidates && (request->families >> f & 1))
            strbuf_printf(&names, "%s%s", names.length ? ", " : "", study->families[f].name);
    note(ledger, arm->label, LEDGER_FAMILIES, names.text);
    strbuf_done(&names);
}

static void note_arm(struct ledger *ledger, const struct study *study, const struct arm *arm,
                     const struct request *request)
{
    bool uses_families = false;
    for (size_t a = 0; a < request->n_adjusters; a++) {
        const struct adjuster_traits *traits = adjuster_traits(request->adjusters[a].kind);
        char name[ADJUSTER_NAME_MAX];
        adjuster_name(request->adjusters[a], name);
        note(ledger, arm->label, LEDGER_ADJUSTER, name);
        uses_families |= traits->uses_families;
        if (traits->uses_statistic)
            note_statistic(ledger, arm, request);
    }
    if (uses_families)
        note_families(ledger, study, arm, request);
}

void ledger_note_request(struct ledger *ledger, const struct study *study,
                         const struct request *request)
{
    size_t first = ledger->n;
    for (size_t i = 0; i < request->n_arms; i++)
        note_arm(ledger, study, &study->arms[request->arms[i]], request);
    save(ledger, first);
}

void ledger_note_listed(struct ledger *ledger, const struct study *study, const size_t *arms,
                        size_t n_arms, const char *detail)
{
    size_t first = ledger->n;
    for (size_t i = 0; i < n_arms; i++)
        note(ledger, study->arms[arms[i]].label, LEDGER_CANDIDATES, detail);
    save(ledger, first);
}

void ledger_note_candidates(struct ledger *ledger, const struct study *study, const size_t *arms,
                            size_t n_arms)
{
    ledger_note_listed(ledger, study, arms, n_arms, "");
}

/* ---- counting ---- */

size_t ledger_count(const struct ledger *ledger, const char *arm, enum ledger_what what)
{
    size_t n = 0;
    for (size_t i = 0; i < ledger->n; i++)
        n += ledger->entries[i].what == what && !strcmp(ledger->entries[i].arm, arm);
    return n;
}

const char *ledger_first_look(const struct ledger *ledger)
{
    const char *first = NULL;
    for (size_t i = 0; i < ledger->n; i++)
        if (ledger->entries[i].what == LEDGER_CANDIDATES &&
            (!first || strcmp(ledger->entries[i].time, first) < 0))
            first = ledger->entries[i].time;
    return first;
}
