#include "record/facts.h"

#include "base/mem.h"
#include "record/register.h"

#include <stdlib.h>
#include <string.h>

/* ---- runs, then and now ---- */

static int by_identity(const void *a, const void *b)
{
    const struct known_run *const *x = a, *const *y = b;
    int order = strcmp((*x)->arm, (*y)->arm);
    return order ? order : strcmp((*x)->run, (*y)->run);
}

static const struct known_run **sorted(const struct registration *registration)
{
    const struct known_run **runs = mem_array(registration->n_runs + 1, sizeof *runs);
    for (size_t i = 0; i < registration->n_runs; i++)
        runs[i] = &registration->runs[i];
    if (registration->n_runs)
        qsort(runs, registration->n_runs, sizeof *runs, by_identity);
    return runs;
}

static void count_after(struct record_facts *facts, const struct known_run *run)
{
    facts->n_after++;
    for (size_t i = 0; i < facts->n_arms; i++)
        if (!strcmp(facts->arms[i].label, run->arm))
            facts->arms[i].n_after++;
}

static void compare_runs(struct record_facts *facts, const struct registration *then,
                         const struct registration *now)
{
    const struct known_run **before = sorted(then), **present = sorted(now);
    for (size_t i = 0, j = 0; i < then->n_runs || j < now->n_runs;) {
        int order = i == then->n_runs  ? 1
                    : j == now->n_runs ? -1
                                       : by_identity(&before[i], &present[j]);
        if (order < 0)
            facts->n_gone++;
        else if (order > 0)
            count_after(facts, present[j]);
        else
            facts->n_altered += strcmp(before[i]->mark, present[j]->mark) != 0;
        i += order <= 0;
        j += order >= 0;
    }
    free(before);
    free(present);
}

/* ---- the two files ---- */

/* How many registrations there were when `head` was the last one's. */
static size_t count_until(const struct registrations *all, const char *head)
{
    size_t n = all->n;
    while (n && strcmp(all->items[n - 1].digest, head) != 0)
        n--;
    return n;
}

static void use_until(struct registrations *all, const char *path, const char *head,
                      struct diags *diags)
{
    size_t n = count_until(all, head);
    if (n || !*head)
        all->n = n;
    else
        diags_add(diags, DIAG_ERROR, (struct diag_place){.file = path},
                  "the register's head in the report is none of this register");
}

/* head NULL: as it is now. */
static void read_register(struct record_facts *facts, const struct study *study, const char *head,
                          struct diags *diags)
{
    struct registrations all;
    char *path = register_path(study->path);
    facts->register_path = arena_strdup(&facts->arena, path);
    bool fine = registrations_read(&all, path, diags);
    if (head)
        use_until(&all, path, head, diags);
    free(path);
    facts->register_head = all.n ? arena_strdup(&facts->arena, all.items[all.n - 1].digest) : "";
    facts->n_registrations = all.n;
    facts->state = !fine ? REGISTER_DAMAGED : all.n ? REGISTER_KEPT : REGISTER_NONE;
    const struct registration *then = all.n ? &all.items[all.n - 1] : &(struct registration){0};
    const struct registration *now = registration_of(study, &facts->arena);
    struct strbuf changes;
    strbuf_init(&changes);
    facts->n_runs = now->n_runs;
    compare_runs(facts, then, now);
    if (all.n) {
        facts->time = arena_strdup(&facts->arena, then->time);
        registration_changes(then, now, &changes);
    }
    facts->changes = arena_strdup(&facts->arena, changes.text);
    strbuf_done(&changes);
    registrations_done(&all);
}

static void open_ledger(struct ledger *ledger, const struct study *study, const char *head,
                        struct diags *diags)
{
    if (head && ledger_open_at(ledger, study->path, head, diags))
        return;
    if (head) {
        const char *file = ledger->exists ? ledger->path : study->path;
        diags_add(diags, DIAG_ERROR, (struct diag_place){.file = file}, "%s",
                  ledger->exists ? "the ledger's head in the report is none of this ledger"
                                 : "there is no ledger of this study on this machine: what was "
                                   "looked at cannot be checked here");
        ledger_done(ledger);
    }
    ledger_open(ledger, study->path, diags);
}

static void read_ledger(struct record_facts *facts, const struct study *study, const char *head,
                        struct diags *diags)
{
    struct ledger ledger;
    open_ledger(&ledger, study, head, diags);
    facts->ledger_known = ledger.exists;
    facts->ledger_head = arena_strdup(&facts->arena, ledger.head);
    const char *look = ledger_first_look(&ledger);
    facts->ledger_kept = !ledger.problem;
    facts->ledger_problem = ledger.problem; /* a literal */
    facts->first_look = look ? arena_strdup(&facts->arena, look) : NULL;
    for (size_t i = 0; i < facts->n_arms; i++)
        for (int w = 0; w < N_LEDGER; w++)
            facts->arms[i].counts[w] =
                ledger_count(&ledger, facts->arms[i].label, (enum ledger_what)w);
    ledger_done(&ledger);
}

static struct record_facts *facts_new(const struct study *study, const char *register_head,
                                      const char *ledger_head, struct diags *diags)
{
    struct record_facts *facts = mem_zeroed(1, sizeof *facts);
    arena_init(&facts->arena);
    facts->n_arms = study->n_arms;
    facts->arms = arena_alloc(&facts->arena, study->n_arms, sizeof *facts->arms);
    for (size_t i = 0; i < study->n_arms; i++)
        facts->arms[i].label = arena_strdup(&facts->arena, study->arms[i].label);
    read_register(facts, study, register_head, diags);
    read_ledger(facts, study, ledger_head, diags);
    return facts;
}

struct record_facts *record_facts_new(const struct study *study, struct diags *diags)
{
    return facts_new(study, NULL, NULL, diags);
}

struct record_facts *record_facts_at(const struct study *study, const char *register_head,
                                     const char *ledger_head, struct diags *diags)
{
    return facts_new(study, register_head, ledger_head, diags);
}

void record_facts_free(struct record_facts *facts)
{
    if (!facts)
        return;
    arena_done(&facts->arena);
    free(facts);
}

struct exploratory_history record_history(const struct record_facts *facts)
{
    if (!facts)
        return (struct exploratory_history){0};
    bool changed = facts->state == REGISTER_DAMAGED || facts->n_altered || *facts->changes;
    /* Of times recorded by one clock the earlier one was first. */
    bool first = facts->state == REGISTER_KEPT && !changed &&
                 (!facts->first_look || strcmp(facts->time, facts->first_look) < 0);
    return (struct exploratory_history){.viewed_candidates = facts->first_look != NULL,
                                        .registered_first = first,
                                        .registered_otherwise = changed,
                                        .runs_left_out = facts->n_gone > 0};
}

/* ---- words ---- */

void record_add_time(const char *time, struct strbuf *out)
{
    if (strlen(time) < 16)
        strbuf_puts(out, time);
    else
        strbuf_printf(out, "%.10s %.5s UTC", time, time + 11);
}

static void add_changes(const struct record_facts *facts, struct strbuf *out)
{
    if (*facts->changes)
        strbuf_printf(out, ", changed since: %s", facts->changes);
    if (facts->n_altered)
        strbuf_printf(out, ", %zu known outcome%s changed since", facts->n_altered,
                      facts->n_altered == 1 ? "" : "s");
    if (facts->n_gone)
        strbuf_printf(out, ", %zu run%s known then left out now", facts->n_gone,
                      facts->n_gone == 1 ? "" : "s");
    if (!*facts->changes && !facts->n_altered && !facts->n_gone)
        strbuf_puts(out, ", nothing changed since");
}

void record_add_sentence(const struct record_facts *facts, struct strbuf *out)
{
    if (facts->state == REGISTER_DAMAGED) {
        strbuf_puts(out, "the register is damaged and shows nothing");
        return;
    }
    if (facts->state == REGISTER_NONE) {
        strbuf_puts(out, "not registered");
        return;
    }
    strbuf_puts(out, "registered ");
    record_add_time(facts->time, out);
    strbuf_printf(out, ", %zu of %zu runs came after", facts->n_after, facts->n_runs);
    add_changes(facts, out);
    if (facts->n_runs && !facts->n_after)
        strbuf_printf(
            out, "; all %zu outcomes were known at registration: this is not a preregistration",
            facts->n_runs);
}
