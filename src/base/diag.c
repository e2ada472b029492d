#include "base/diag.h"

#include "base/mem.h"
#include "base/strbuf.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

void diags_init(struct diags *diags)
{
    *diags = (struct diags){0};
}

void diags_done(struct diags *diags)
{
    for (size_t i = 0; i < diags->n_items; i++) {
        free(diags->items[i].file);
        free(diags->items[i].message);
    }
    free(diags->items);
    diags_init(diags);
}

static void keep(struct diags *diags, struct diag item)
{
    diags->items = mem_grow(diags->items, diags->n_items, &diags->capacity, sizeof *diags->items);
    diags->items[diags->n_items++] = item;
}

void diags_vadd(struct diags *diags, enum diag_severity severity, struct diag_place place,
                const char *format, va_list args)
{
    if (severity == DIAG_ERROR)
        diags->n_errors++;
    if (diags->n_items >= DIAGS_KEPT_MAX) {
        diags->n_unkept++;
        return;
    }
    struct strbuf message;
    strbuf_init(&message);
    strbuf_vprintf(&message, format, args);
    keep(diags, (struct diag){.severity = severity,
                              .file = place.file ? mem_strdup(place.file) : NULL,
                              .line = place.line,
                              .column = place.column,
                              .message = message.text});
}

void diags_add(struct diags *diags, enum diag_severity severity, struct diag_place place,
               const char *format, ...)
{
    va_list args;
    va_start(args, format);
    diags_vadd(diags, severity, place, format, args);
    va_end(args);
}

static bool same(const struct diag *a, const struct diag *b)
{
    return a->severity == b->severity && a->line == b->line && a->column == b->column &&
           !strcmp(a->file ? a->file : "", b->file ? b->file : "") &&
           !strcmp(a->message, b->message);
}

static bool is_said(const struct diags *diags, const struct diag *item)
{
    for (size_t i = 0; i < diags->n_items; i++)
        if (same(&diags->items[i], item))
            return true;
    return false;
}

void diags_append(struct diags *to, struct diags *from)
{
    to->n_errors += from->n_errors;
    to->n_unkept += from->n_unkept;
    for (size_t i = 0; i < from->n_items; i++) {
        struct diag *item = &from->items[i];
        bool again = item->severity == DIAG_WARNING && is_said(to, item);
        if (!again && to->n_items < DIAGS_KEPT_MAX) {
            keep(to, *item);
            continue;
        }
        free(item->file);
        free(item->message);
        to->n_unkept += !again;
    }
    free(from->items);
    diags_init(from);
}

void diags_left_out(struct diags *diags, const char *path, const char *why)
{
    struct diags one;
    diags_init(&one);
    diags_add(&one, DIAG_WARNING, (struct diag_place){.file = path}, "left out: %s", why);
    diags_append(diags, &one);
}

static void print_one(const struct diag *diag, FILE *out)
{
    static const char *const words[] = {"note", "warning", "error"};
    struct strbuf line;
    strbuf_init(&line);
    if (diag->file) {
        text_add_visible(&line, diag->file);
        if (diag->line)
            strbuf_printf(&line, ":%zu", diag->line);
        if (diag->line && diag->column)
            strbuf_printf(&line, ":%zu", diag->column);
        strbuf_puts(&line, ": ");
    } else {
        strbuf_puts(&line, "logvar: ");
    }
    strbuf_printf(&line, "%s: ", words[diag->severity]);
    text_add_visible(&line, diag->message);
    fprintf(out, "%s\n", line.text);
    strbuf_done(&line);
}

size_t diags_print_from(const struct diags *diags, enum diag_severity least, FILE *out)
{
    size_t n_passed = 0;
    for (size_t i = 0; i < diags->n_items; i++) {
        bool shown = diags->items[i].severity >= least;
        n_passed += !shown;
        if (shown)
            print_one(&diags->items[i], out);
    }
    if (diags->n_unkept)
        fprintf(out, "logvar: %zu more like these are not shown\n", diags->n_unkept);
    return n_passed;
}

void diags_print(const struct diags *diags, FILE *out)
{
    diags_print_from(diags, DIAG_NOTE, out);
}

void diag_say(const char *file, const char *format, ...)
{
    struct diags one;
    va_list args;
    diags_init(&one);
    va_start(args, format);
    diags_vadd(&one, DIAG_ERROR, (struct diag_place){.file = file}, format, args);
    va_end(args);
    diags_print(&one, stderr);
    diags_done(&one);
}
