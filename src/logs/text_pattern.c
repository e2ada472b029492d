#define PCRE2_CODE_UNIT_WIDTH 8
#include "logs/text_pattern.h"

#include "base/mem.h"

#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

/* Past these a pattern does not match but runs away. */
enum { MATCH_STEPS_MAX = 1000000, MATCH_HEAP_KIB_MAX = 16384 };

struct text_pattern {
    pcre2_code *code;
    pcre2_match_data *match;
    pcre2_match_context *context;
    /* Named captures: entries of entry_bytes each, two bytes of number, then the name. */
    const unsigned char *names;
    uint32_t n_names, entry_bytes;
    bool has_metric_and_value;
};

static const char *name_at(const struct text_pattern *p, uint32_t i, uint32_t *number)
{
    const unsigned char *entry = p->names + (size_t)i * p->entry_bytes;
    *number = (uint32_t)entry[0] << 8 | entry[1];
    return (const char *)entry + 2;
}

static bool has_name(const struct text_pattern *p, const char *name)
{
    uint32_t number;
    for (uint32_t i = 0; i < p->n_names; i++)
        if (!strcmp(name_at(p, i, &number), name))
            return true;
    return false;
}

static bool is_axis(const char *name)
{
    return !strcmp(name, "step") || !strcmp(name, "epoch");
}

static bool captures_metric(const struct text_pattern *p)
{
    uint32_t number;
    for (uint32_t i = 0; i < p->n_names; i++)
        if (!is_axis(name_at(p, i, &number)))
            return p->has_metric_and_value || !has_name(p, "metric");
    return false;
}

static void report(struct diags *diags, struct diag_place place, int error, size_t offset)
{
    char message[200] = "";
    pcre2_get_error_message(error, (PCRE2_UCHAR *)message, sizeof message);
    diags_add(diags, DIAG_ERROR, place, "pattern: %s (at its character %zu)", message, offset + 1);
}

struct text_pattern *text_pattern_new(const char *pattern, struct diag_place place,
                                      struct diags *diags)
{
    int error;
    size_t offset;
    pcre2_code *code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
                                     PCRE2_ANCHORED | PCRE2_DUPNAMES, &error, &offset, NULL);
    if (!code && error == PCRE2_ERROR_HEAP_FAILED)
        mem_exhausted();
    if (!code) {
        report(diags, place, error, offset);
        return NULL;
    }
    pcre2_jit_compile(code, PCRE2_JIT_COMPLETE); /* without it matching is slower, no more */
    struct text_pattern *p = mem_zeroed(1, sizeof *p);
    p->code = code;
    p->match = pcre2_match_data_create_from_pattern(code, NULL);
    p->context = pcre2_match_context_create(NULL);
    if (!p->match || !p->context)
        mem_exhausted();
    pcre2_set_match_limit(p->context, MATCH_STEPS_MAX);
    pcre2_set_heap_limit(p->context, MATCH_HEAP_KIB_MAX);
    pcre2_pattern_info(code, PCRE2_INFO_NAMETABLE, &p->names);
    pcre2_pattern_info(code, PCRE2_INFO_NAMECOUNT, &p->n_names);
    pcre2_pattern_info(code, PCRE2_INFO_NAMEENTRYSIZE, &p->entry_bytes);
    p->has_metric_and_value = has_name(p, "metric") && has_name(p, "value");
    if (captures_metric(p))
        return p;
    diags_add(
        diags, DIAG_ERROR, place,
        "pattern: it captures no metric; name one, as in (?<val_loss>[-+.0-9eE]+), or capture "
        "both metric and value");
    text_pattern_free(p);
    return NULL;
}

void text_pattern_free(struct text_pattern *p)
{
    if (!p)
        return;
    pcre2_match_data_free(p->match);
    pcre2_match_context_free(p->context);
    pcre2_code_free(p->code);
    free(p);
}

struct capture {
    const char *text;
    size_t length;
};

static struct capture captured(const struct text_pattern *p, const char *text, uint32_t number)
{
    const size_t *ends = pcre2_get_ovector_pointer(p->match);
    if (number >= pcre2_get_ovector_count(p->match) || ends[2 * number] == PCRE2_UNSET ||
        ends[2 * number + 1] < ends[2 * number])
        return (struct capture){NULL, 0};
    return (struct capture){text + ends[2 * number], ends[2 * number + 1] - ends[2 * number]};
}

static void add_captures(const struct text_pattern *p, const char *text, struct field_set *fields)
{
    struct capture metric = {NULL, 0}, value = {NULL, 0};
    for (uint32_t i = 0; i < p->n_names; i++) {
        uint32_t number;
        const char *name = name_at(p, i, &number);
        struct capture one = captured(p, text, number);
        if (!one.text)
            continue;
        if (p->has_metric_and_value && !strcmp(name, "metric"))
            metric = one;
        else if (p->has_metric_and_value && !strcmp(name, "value"))
            value = one;
        else
            field_text(fields, name, strlen(name), one.text, one.length);
    }
    if (metric.text && value.text)
        field_text(fields, metric.text, metric.length, value.text, value.length);
}

enum text_match text_pattern_match(struct text_pattern *p, const char *text, size_t length,
                                   struct field_set *fields)
{
    int found = pcre2_match(p->code, (PCRE2_SPTR)text, length, 0, 0, p->match, p->context);
    if (found == PCRE2_ERROR_NOMATCH)
        return TEXT_NO_MATCH;
    if (found == PCRE2_ERROR_NOMEMORY)
        mem_exhausted();
    if (found < 0)
        return TEXT_GAVE_UP;
    add_captures(p, text, fields);
    return TEXT_MATCH;
}
