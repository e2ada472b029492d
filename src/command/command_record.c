/* register and ledger: what was declared, and what was looked at. */
#include "command/commands.h"

#include "base/text.h"
#include "command/output.h"
#include "record/register.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- register ---- */

static void add_entry(const struct registration *entry, struct strbuf *out)
{
    strbuf_puts(out, entry->time);
    strbuf_puts(out, " registered with logvar ");
    text_add_visible(out, entry->version);
    strbuf_puts(out, "\n  manifest's meaning  ");
    text_add_visible(out, entry->meaning);
    strbuf_printf(out, "\n  %zu runs known, with their outcomes  ", entry->n_runs);
    text_add_visible(out, entry->runs_sha256);
    strbuf_add_char(out, '\n');
    if (entry->n_unfinished)
        strbuf_printf(out, "  %zu unfinished runs known\n", entry->n_unfinished);
    for (size_t i = 0; i < entry->n_items; i++) {
        const struct declared_item *item = &entry->items[i];
        strbuf_puts(out, "  ");
        text_add_visible(out, item->name);
        strbuf_puts(out, *item->arm ? " of " : "");
        text_add_visible(out, item->arm);
        strbuf_puts(out, ": ");
        text_add_visible(out, item->value);
        strbuf_add_char(out, '\n');
    }
}

static void add_changes(const struct registration *then, const struct registration *now,
                        struct strbuf *out)
{
    struct strbuf names;
    strbuf_init(&names);
    if (registration_changes(then, now, &names)) {
        strbuf_puts(out, "  changed from the one before: ");
        text_add_visible(out, names.text);
        strbuf_add_char(out, '\n');
    }
    strbuf_done(&names);
}

static enum exit_status show(const struct options *options, const char *path, struct diags *diags)
{
    struct registrations all;
    struct strbuf out;
    strbuf_init(&out);
    bool fine = registrations_read(&all, path, diags);
    for (size_t i = 0; i < all.n; i++) {
        add_entry(&all.items[i], &out);
        if (i)
            add_changes(&all.items[i - 1], &all.items[i], &out);
    }
    if (fine && !all.n)
        strbuf_puts(&out, "not registered\n");
    enum exit_status status = output_write(options->output, out.text, out.length);
    strbuf_done(&out);
    registrations_done(&all);
    return fine ? status : EXIT_DATA;
}

static bool is_damaged(const char *path)
{
    struct registrations all;
    struct diags ignored;
    diags_init(&ignored);
    bool damaged = !registrations_read(&all, path, &ignored);
    registrations_done(&all);
    diags_done(&ignored);
    return damaged;
}

static enum exit_status add(const struct options *options, const struct study *study,
                            const char *path, struct diags *diags)
{
    if (!register_study(study, path, diags))
        return is_damaged(path) ? EXIT_DATA : EXIT_INTERNAL;
    struct record_facts *facts = record_facts_new(study, diags);
    struct strbuf out;
    strbuf_init(&out);
    text_add_visible(&out, path);
    strbuf_puts(&out, ": ");
    record_add_sentence(facts, &out);
    strbuf_puts(&out, "\nA local record is evidence of the order of things, not proof; a copy that "
                      "others keep makes it stronger.\n");
    enum exit_status status = output_write(options->output, out.text, out.length);
    strbuf_done(&out);
    record_facts_free(facts);
    return status;
}

enum exit_status command_register(const struct options *options)
{
    struct study *study = command_load(options->operands[0], options, DIAG_WARNING);
    if (!study)
        return EXIT_DATA;
    char *path = register_path(study->path);
    struct diags diags;
    diags_init(&diags);
    enum exit_status status =
        options->show ? show(options, path, &diags) : add(options, study, path, &diags);
    diags_print(&diags, stderr);
    diags_done(&diags);
    free(path);
    study_unref(study);
    return status;
}

/* ---- ledger ---- */

static void add_details(const struct ledger *ledger, const char *arm, enum ledger_what what,
                        struct strbuf *out)
{
    strbuf_printf(out, "  %s: %zu", ledger_title(what), ledger_count(ledger, arm, what));
    for (size_t i = 0, n = 0; i < ledger->n && what != LEDGER_CANDIDATES; i++) {
        const struct ledger_entry *entry = &ledger->entries[i];
        if (entry->what != what || strcmp(entry->arm, arm) != 0)
            continue;
        strbuf_puts(out, n++ ? "; " : " (");
        text_add_visible(out, *entry->detail ? entry->detail : "none");
    }
    bool named = what != LEDGER_CANDIDATES && ledger_count(ledger, arm, what);
    strbuf_puts(out, named ? ")\n" : "\n");
}

static void add_ledger(const struct ledger *ledger, const struct study *study, struct strbuf *out)
{
    if (ledger->problem)
        strbuf_printf(out, "no ledger could be kept: %s\n", ledger->problem);
    if (!ledger->exists && !ledger->problem)
        strbuf_puts(out, "looks unknown on this machine: there is no ledger of this study here\n");
    if (*ledger->head)
        strbuf_printf(out, "head %s\n", ledger->head);
    for (size_t i = 0; i < study->n_arms && ledger->n; i++) {
        text_add_visible(out, study->arms[i].label);
        strbuf_add_char(out, '\n');
        for (int w = 0; w < N_LEDGER; w++)
            add_details(ledger, study->arms[i].label, (enum ledger_what)w, out);
    }
}

enum exit_status command_ledger(const struct options *options)
{
    struct study *study = command_load(options->operands[0], options, DIAG_WARNING);
    if (!study)
        return EXIT_DATA;
    struct ledger ledger;
    struct diags diags;
    struct strbuf out;
    diags_init(&diags);
    strbuf_init(&out);
    ledger_open(&ledger, study->path, &diags);
    bool damaged = diags.n_errors > 0;
    add_ledger(&ledger, study, &out);
    diags_print(&diags, stderr);
    enum exit_status status = output_write(options->output, out.text, out.length);
    strbuf_done(&out);
    diags_done(&diags);
    ledger_done(&ledger);
    study_unref(study);
    return damaged ? EXIT_DATA : status;
}
