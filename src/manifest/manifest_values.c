#include "manifest/manifest_internal.h"

#include "base/num.h"
#include "logs/text_pattern.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

void reading_error(struct reading *reading, struct manifest_place place, const char *format, ...)
{
    char message[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    diags_add(reading->diags, DIAG_ERROR,
              (struct diag_place){reading->path, place.line, place.column}, "%s", message);
}

const char *reading_quote(struct reading *reading, const char *text)
{
    return node_quote(reading->arena, text);
}

const char *value_scalar(struct reading *reading, const struct node *value)
{
    if (value->kind != NODE_TEXT)
        reading_error(reading, value->place, "a single value is wanted here, not a %s",
                      value->kind == NODE_LIST ? "list" : "map");
    else if (!*value->text)
        reading_error(reading, value->place, "a value is missing here");
    else
        return value->text;
    return NULL;
}

bool value_number(struct reading *reading, const struct node *value, double *number)
{
    const char *text = value_scalar(reading, value);
    if (!text)
        return false;
    if (num_read(text, strlen(text), number) == NUM_FINITE)
        return true;
    reading_error(reading, value->place, "%s is not a number", reading_quote(reading, text));
    return false;
}

bool value_position(const char *text, char axis, double *position)
{
    double number;
    if (text[0] != axis || num_read(text + 1, strlen(text + 1), &number) != NUM_FINITE ||
        number <= 0 || strchr(" \t+", text[1]))
        return false;
    *position = number;
    return true;
}

void value_version(struct reading *reading, const struct node *value, void *field)
{
    (void)field;
    const char *text = value_scalar(reading, value);
    reading->has_version = true;
    if (text && strcmp(text, "1") != 0)
        reading_error(reading, value->place,
                      "this manifest is of version %s; this program reads version 1",
                      reading_quote(reading, text));
}

void value_text(struct reading *reading, const struct node *value, void *field)
{
    const char *text = value_scalar(reading, value);
    if (text)
        *(const char **)field = text;
}

/* A pattern with a fault is one of the manifest, not of every log. */
void value_line_pattern(struct reading *reading, const struct node *value, void *field)
{
    const char *text = value_scalar(reading, value);
    if (!text)
        return;
    *(const char **)field = text;
    if (reading->overlaying)
        return;
    struct diag_place place = {reading->path, value->place.line, value->place.column};
    text_pattern_free(text_pattern_new(text, place, reading->diags));
}

void value_optional_text(struct reading *reading, const struct node *value, void *field)
{
    if (value->kind == NODE_TEXT)
        *(const char **)field = value->text;
    else
        value_scalar(reading, value);
}

void value_node(struct reading *reading, const struct node *value, void *field)
{
    (void)reading;
    *(const struct node **)field = value;
}

void value_unfinished(struct reading *reading, const struct node *value, void *field)
{
    struct manifest_arm *arm = field;
    const char *text = value_scalar(reading, value);
    if (!text)
        return;
    bool random = !strcmp(text, "random");
    if (!random && strcmp(text, "ignore") != 0) {
        reading_error(reading, value->place, "%s is not one of random, ignore",
                      reading_quote(reading, text));
        return;
    }
    arm->unfinished = random ? UNFINISHED_RANDOM : UNFINISHED_IGNORE;
    arm->unfinished_place = value->place;
}

void value_short_runs(struct reading *reading, const struct node *value, void *field)
{
    const char *text = value_scalar(reading, value);
    if (!text)
        return;
    bool use = !strcmp(text, "use");
    if (use || !strcmp(text, "leave-out"))
        *(bool *)field = use;
    else
        reading_error(reading, value->place, "%s is not one of use, leave-out",
                      reading_quote(reading, text));
}

static size_t add_name(struct reading *reading, const struct node *item, const char **names,
                       struct manifest_place *places, size_t n)
{
    const char *text = value_scalar(reading, item);
    if (!text)
        return n;
    names[n] = text;
    places[n] = item->place;
    return n + 1;
}

void value_names(struct reading *reading, const struct node *value, void *field)
{
    struct manifest_names *names = field;
    size_t n_items = value->kind == NODE_LIST ? value->n_items : 1, n = 0;
    const char **texts = arena_alloc(reading->arena, n_items, sizeof *texts);
    struct manifest_place *places = arena_alloc(reading->arena, n_items, sizeof *places);
    if (value->kind == NODE_LIST)
        for (const struct node *item = value->first; item; item = item->next)
            n = add_name(reading, item, texts, places, n);
    else
        n = add_name(reading, value, texts, places, n);
    *names = (struct manifest_names){n, texts, places};
}
