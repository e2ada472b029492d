#include "record/ledger.h"

#include "base/jsonout.h"
#include "base/mem.h"
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

static bool same_thing(const struct ledger_entry *a, const struct ledger_entry *b)
{
    return a->what == b->what && a->what != LEDGER_CANDIDATES && !strcmp(a->arm, b->arm) &&
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

static bool read_all(struct ledger *ledger, struct diags *diags)
{
    struct journal journal;
    bool fine = journal_read(&journal, ledger->path, diags);
    ledger->arena = journal.arena;
    journal.arena = (struct arena){0};
    for (size_t i = 0; i < journal.n_lines; i++)
        if (!read_entry(ledger, &journal.lines[i])) {
            diags_add(diags, DIAG_ERROR,
                      (struct diag_place){ledger->path, journal.lines[i].number, 1},
                      "no entry of a ledger");
            fine = false;
        }
    journal_done(&journal);
    drop_repeated(ledger);
    return fine;
}

void ledger_open(struct ledger *ledger, const char *study_path, struct diags *diags)
{
    struct diags own;
    *ledger = (struct ledger){.path = place_study_file(study_path, "ledger.jsonl")};
    if (!ledger->path) {
        ledger->problem = "there is no home for it";
        return;
    }
    diags_init(&own);
    if (!read_all(ledger, diags ? diags : &own))
        ledger->problem = "its file is damaged";
    else if (!place_is_writable(ledger->path))
        ledger->problem = "its place cannot be written to";
    diags_done(&own);
}

void ledger_done(struct ledger *ledger)
{
    arena_done(&ledger->arena);
    free(ledger->entries);
    free(ledger->path);
    *ledger = (struct ledger){0};
}

/* ---- adding ---- */

/* Entries from `first` on go into the file, all or none. */
static void save(struct ledger *ledger, size_t first)
{
    struct strbuf lines;
    struct diags diags;
    if (ledger->problem || first == ledger->n)
        return;
    strbuf_init(&lines);
    diags_init(&diags);
    for (size_t i = first; i < ledger->n; i++) {
        struct jsonout json;
        jsonout_init(&json, &lines);
        jsonout_begin_line_object(&json, NULL);
        jsonout_string(&json, "time", ledger->entries[i].time);
        jsonout_string(&json, "arm", ledger->entries[i].arm);
        jsonout_string(&json, "what", kinds[ledger->entries[i].what].word);
        jsonout_string(&json, "detail", ledger->entries[i].detail);
        jsonout_end_object(&json);
    }
    place_make_folders(ledger->path);
    if (!journal_append(ledger->path, &lines, &diags))
        ledger->problem = "its file cannot be written to";
    diags_done(&diags);
    strbuf_done(&lines);
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
    if (what != LEDGER_CANDIDATES && is_known(ledger, arm, what, detail))
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

void ledger_note_candidates(struct ledger *ledger, const struct study *study, const size_t *arms,
                            size_t n_arms)
{
    size_t first = ledger->n;
    for (size_t i = 0; i < n_arms; i++)
        note(ledger, study->arms[arms[i]].label, LEDGER_CANDIDATES, "");
    save(ledger, first);
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
