#include "tui/script.h"

#include "base/file.h"
#include "base/mem.h"
#include "base/num.h"
#include "tui/keymap.h"

#include <stdlib.h>
#include <string.h>

enum { SCRIPT_BYTES_MAX = 1 << 20, SIDE_MAX = 1000 };

/* What follows a word and a blank, or NULL if the line begins otherwise. */
static const char *after_word(const char *line, const char *word)
{
    size_t n = strlen(word);
    return !strncmp(line, word, n) && line[n] == ' ' ? line + n + 1 : NULL;
}

static bool read_size(const char *text, struct script_step *step)
{
    unsigned long long n_rows, n_columns;
    size_t n = strcspn(text, " ");
    if (!text[n] || !num_read_count(text, n, SIDE_MAX, &n_rows) ||
        !num_read_count(text + n + 1, strlen(text + n + 1), SIDE_MAX, &n_columns))
        return false;
    step->n_rows = (int)n_rows;
    step->n_columns = (int)n_columns;
    return true;
}

static bool read_step(const char *line, struct script_step *step)
{
    const char *rest;
    *step = (struct script_step){.kind = SCRIPT_PRESS};
    if (!strcmp(line, "wait")) {
        step->kind = SCRIPT_WAIT;
    } else if ((rest = after_word(line, "type"))) {
        step->kind = SCRIPT_TYPE;
        step->text = mem_strdup(rest);
    } else if ((rest = after_word(line, "save"))) {
        step->kind = SCRIPT_SAVE;
        step->text = mem_strdup(rest);
    } else if ((rest = after_word(line, "size"))) {
        step->kind = SCRIPT_SIZE;
        return read_size(rest, step);
    } else {
        return keymap_parse(line, &step->press);
    }
    return true;
}

static void read_line(struct script *script, char *line, struct diag_place place,
                      struct diags *diags)
{
    struct script_step step;
    if (!*line || (line[0] == '#' && line[1] == ' '))
        return;
    if (!read_step(line, &step)) {
        diags_add(diags, DIAG_ERROR, place, "neither a key nor a step: %s", line);
        return;
    }
    script->steps =
        mem_grow(script->steps, script->n_steps, &script->capacity, sizeof *script->steps);
    script->steps[script->n_steps++] = step;
}

bool script_load(struct script *script, const char *path, struct diags *diags)
{
    struct file_bytes bytes;
    size_t n_errors = diags->n_errors, number = 0;
    *script = (struct script){0};
    if (!file_read_text(path, SCRIPT_BYTES_MAX, &bytes, diags))
        return false;
    char *rest = bytes.bytes;
    for (char *line; (line = strsep(&rest, "\n"));)
        read_line(script, line, (struct diag_place){path, ++number, 1}, diags);
    file_bytes_done(&bytes);
    return diags->n_errors == n_errors;
}

void script_done(struct script *script)
{
    for (size_t i = 0; i < script->n_steps; i++)
        free(script->steps[i].text);
    free(script->steps);
    *script = (struct script){0};
}

const struct script_step *script_next(struct script *script)
{
    return script->next < script->n_steps ? &script->steps[script->next++] : NULL;
}
