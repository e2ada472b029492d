#include "manifest/manifest_discover.h"

#include "base/mem.h"
#include "base/text.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

static const char *const capture_names[N_CAPTURES] = {
    [CAPTURE_ARM] = "{arm}", [CAPTURE_GROUP] = "{group}", [CAPTURE_RUN] = "{run}"};

/* The closing bracket of a set, as the shell finds it: a ] that comes first is a member. */
static const char *set_end(const char *at, const char *end)
{
    const char *p = at + 1;
    p += p < end && (*p == '!' || *p == '^');
    p += p < end && *p == ']';
    while (p < end && *p != ']')
        p++;
    return p < end ? p + 1 : NULL;
}

static bool read_capture(const char *at, const char *end, struct pattern_token *token)
{
    for (size_t i = 0; i < N_CAPTURES; i++) {
        size_t n = strlen(capture_names[i]);
        if ((size_t)(end - at) >= n && !strncmp(at, capture_names[i], n)) {
            *token = (struct pattern_token){
                .kind = TOKEN_CAPTURE, .text = at, .length = n, .capture = (enum capture)i};
            return true;
        }
    }
    return false;
}

/* The next token; false for a { that opens no known capture. */
static bool read_token(const char *at, const char *end, struct pattern_token *token)
{
    const char *set = *at == '[' ? set_end(at, end) : NULL;
    if (*at == '{')
        return read_capture(at, end, token);
    if (*at == '*')
        *token = (struct pattern_token){.kind = TOKEN_STAR, .text = at, .length = strspn(at, "*")};
    else if (*at == '?')
        *token = (struct pattern_token){.kind = TOKEN_ANY, .text = at, .length = 1};
    else if (set)
        *token =
            (struct pattern_token){.kind = TOKEN_SET, .text = at, .length = (size_t)(set - at)};
    else {
        size_t n = 1;
        while (at + n < end && !strchr("*?[{", at[n]))
            n++;
        *token = (struct pattern_token){.kind = TOKEN_LITERAL, .text = at, .length = n};
    }
    return true;
}

static const char *add_token(struct arena *arena, struct pattern *pattern,
                             const struct pattern_token *token)
{
    if (token->kind == TOKEN_LITERAL)
        pattern->n_literal += token->length;
    if (token->kind != TOKEN_CAPTURE)
        return NULL;
    const char *name = capture_names[token->capture];
    if (pattern->captures & CAPTURE_BIT(token->capture))
        return arena_printf(arena, "%s stands twice; write * for the second one", name);
    pattern->captures |= CAPTURE_BIT(token->capture);
    return NULL;
}

static const char *compile_component(struct arena *arena, struct pattern *pattern, const char *at,
                                     const char *end)
{
    if (pattern->n_components == PATTERN_COMPONENTS_MAX)
        return "more than 64 folders deep";
    struct pattern_token *tokens = arena_alloc(arena, (size_t)(end - at), sizeof *tokens);
    size_t n = 0;
    while (at < end) {
        if (!read_token(at, end, &tokens[n]))
            return "a { that does not open {arm}, {group} or {run}; for the character itself "
                   "write [{]";
        const char *fault = add_token(arena, pattern, &tokens[n]);
        if (fault)
            return fault;
        at += tokens[n++].length;
    }
    pattern->components[pattern->n_components++] = (struct pattern_component){
        .n_tokens = n, .tokens = tokens, .literal = n == 1 && tokens[0].kind == TOKEN_LITERAL};
    return NULL;
}

const char *pattern_compile(struct arena *arena, const char *text, struct pattern *pattern)
{
    size_t length = strlen(text);
    *pattern = (struct pattern){.text = text, .absolute = text[0] == '/'};
    if (length > PATTERN_TEXT_MAX)
        return "a path of more than 4,096 characters";
    pattern->folders_only = length && text[length - 1] == '/';
    for (const char *at = text; *at;) {
        size_t n = strcspn(at, "/");
        bool here = n == 0 || (n == 1 && *at == '.');
        const char *fault = here ? NULL : compile_component(arena, pattern, at, at + n);
        if (fault)
            return fault;
        at += n + (at[n] == '/');
    }
    return NULL;
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Letters, digits, and every byte of a letter that is not ASCII. */
static bool is_word(char c)
{
    return is_digit(c) || ((c | 32) >= 'a' && (c | 32) <= 'z') || (unsigned char)c >= 0x80;
}

/* Where a * follows a capture, the capture ends between words: `{run}*` takes "12" of
 * "12_final", not "1". Two captures side by side meet where digits begin or end. */
static bool may_end(const struct pattern_token *next, char last, char after)
{
    if (after && next && next->kind == TOKEN_CAPTURE)
        return is_digit(last) != is_digit(after);
    if (after && next && next->kind == TOKEN_STAR)
        return !(is_word(last) && is_word(after));
    return true;
}

struct pattern_attempt {
    const struct pattern_component *component;
    const char *name;
    size_t length;
    /* (token, position) pairs known to fail: without it a*a*a*a… takes exponential time. */
    unsigned char *failed;
    size_t start[N_CAPTURES], end[N_CAPTURES];
};

static bool match_from(struct pattern_attempt *attempt, size_t i, size_t at);

static bool match_one(struct pattern_attempt *attempt, const struct pattern_token *token, size_t at,
                      size_t *used)
{
    const char *s = attempt->name + at;
    uint32_t code;
    if (token->kind == TOKEN_LITERAL) {
        *used = token->length;
        return attempt->length - at >= token->length && !memcmp(s, token->text, token->length);
    }
    *used = text_decode(s, attempt->length - at, &code);
    if (!*used || token->kind == TOKEN_ANY)
        return *used > 0;
    char one[5] = {0};
    char *set = mem_strndup(token->text, token->length);
    memcpy(one, s, *used);
    bool matches = fnmatch(set, one, 0) == 0;
    free(set);
    return matches;
}

static bool match_span(struct pattern_attempt *attempt, size_t i, size_t at)
{
    const struct pattern_token *token = &attempt->component->tokens[i];
    const struct pattern_token *next = i + 1 < attempt->component->n_tokens ? token + 1 : NULL;
    bool capture = token->kind == TOKEN_CAPTURE;
    for (size_t end = at + capture; end <= attempt->length; end++) {
        if (capture && !may_end(next, attempt->name[end - 1], attempt->name[end]))
            continue;
        if (capture) {
            attempt->start[token->capture] = at;
            attempt->end[token->capture] = end;
        }
        if (match_from(attempt, i + 1, end))
            return true;
    }
    return false;
}

static bool match_from(struct pattern_attempt *attempt, size_t i, size_t at)
{
    if (i == attempt->component->n_tokens)
        return at == attempt->length;
    unsigned char *failed = &attempt->failed[i * (attempt->length + 1) + at];
    if (*failed)
        return false;
    const struct pattern_token *token = &attempt->component->tokens[i];
    size_t used = 0;
    bool span = token->kind == TOKEN_STAR || token->kind == TOKEN_CAPTURE;
    bool ok = span ? match_span(attempt, i, at)
                   : match_one(attempt, token, at, &used) && match_from(attempt, i + 1, at + used);
    *failed = !ok;
    return ok;
}

bool component_match(const struct pattern_component *component, struct arena *arena,
                     const char *name, const char *captures[N_CAPTURES])
{
    const struct pattern_token *first = component->tokens;
    if (name[0] == '.' && (first->kind != TOKEN_LITERAL || first->text[0] != '.'))
        return false;
    struct pattern_attempt attempt = {.component = component, .name = name, .length = strlen(name)};
    attempt.failed = mem_zeroed(component->n_tokens, attempt.length + 1);
    bool ok = match_from(&attempt, 0, 0);
    free(attempt.failed);
    for (size_t i = 0; ok && arena && i < component->n_tokens; i++)
        if (component->tokens[i].kind == TOKEN_CAPTURE) {
            enum capture c = component->tokens[i].capture;
            captures[c] =
                arena_strndup(arena, name + attempt.start[c], attempt.end[c] - attempt.start[c]);
        }
    return ok;
}
