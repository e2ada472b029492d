#include "init/draft_parts.h"

#include "base/mem.h"
#include "init/yaml_text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void name_list_add(struct name_list *list, const char *name)
{
    for (size_t i = 0; i < list->n_names; i++)
        if (!strcmp(list->names[i], name))
            return;
    list->names = mem_grow(list->names, list->n_names, &list->capacity, sizeof *list->names);
    list->names[list->n_names++] = name;
}

void name_list_done(struct name_list *list)
{
    free(list->names);
    *list = (struct name_list){0};
}

static void add_comment(const struct init_draft *draft, const char *mark, const char *format,
                        va_list args)
{
    struct strbuf line;
    strbuf_init(&line);
    strbuf_vprintf(&line, format, args);
    strbuf_printf(draft->text, "# %s", mark);
    yaml_add_comment(draft->text, line.text);
    strbuf_add_char(draft->text, '\n');
    strbuf_done(&line);
}

void draft_comment(const struct init_draft *draft, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_comment(draft, "", format, args);
    va_end(args);
}

void draft_guess(const struct init_draft *draft, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    add_comment(draft, "? ", format, args);
    struct strbuf line;
    strbuf_init(&line);
    strbuf_vprintf(&line, format, again);
    diags_add(draft->diags, DIAG_NOTE, (struct diag_place){.file = draft->files->root}, "%s",
              line.text);
    strbuf_done(&line);
    va_end(again);
    va_end(args);
}

void draft_name_list(const struct init_draft *draft, const char *key, const struct name_list *list)
{
    struct strbuf *text = draft->text;
    size_t start = text->length;
    strbuf_printf(text, "%s[", key);
    size_t indent = strlen(key) + 3;
    for (size_t i = 0; i < list->n_names; i++) {
        size_t before = text->length;
        strbuf_puts(text, i ? ", " : "");
        yaml_add_text(text, list->names[i]);
        if (!i || text->length - start < 96)
            continue;
        /* Too long: the name goes to a line of its own. */
        char *name = mem_strndup(text->text + before + 2, text->length - before - 2);
        text->length = before;
        strbuf_puts(text, *key == '#' ? ",\n#" : ",\n");
        start = text->length - (*key == '#');
        strbuf_add_repeated(text, ' ', indent);
        strbuf_puts(text, name);
        free(name);
    }
    strbuf_puts(text, "]\n");
}

void draft_head(const struct init_draft *draft, const char *reader)
{
    struct strbuf *text = draft->text;
    draft_comment(draft, "Written by logvar init for %s. Lines with ? are guesses: confirm them.",
                  draft->files->root);
    draft_comment(draft, "All keys are in logvar-manifest(5); \"logvar check\" reads this file.");
    if (reader)
        draft_comment(draft, "The logs are read as %s.", reader);
    strbuf_puts(text, "logvar: 1\ntitle: ");
    yaml_add_text(text, draft->title);
    strbuf_puts(text, "\n\n");
}

void draft_primary(const struct init_draft *draft, const char *metric, const char *window)
{
    if (!metric)
        return;
    draft_comment(draft, "The statistic declared in advance, and the early part of training that");
    draft_comment(draft, "candidates may come from. Decide on both before looking at results.");
    strbuf_puts(draft->text, "primary: ");
    yaml_add_text(draft->text, arena_printf(draft->arena, "%s@%s", metric, window));
    strbuf_printf(draft->text, "\nwindow: %s\n\n", window);
}

void draft_tail(const struct init_draft *draft)
{
    strbuf_puts(draft->text, "\nanalysis: {folds: 5, splits: 1000, seed: 2026}\n");
}
