/* A component of a pattern becomes a regular expression, which PCRE2 matches:
 *     {arm}   (?<arm>.+?), where may_end lets it end
 *     *       (?>.*?REST), REST being what follows up to the next * or {}. The first place of REST will do,
 *             since what comes after it may begin with anything: many stars cost no backtracking.
 *     ?       any character; [set] one of the set
 * Names that are UTF-8 are matched as characters, others as bytes. All memory is the arena's. */
#include "manifest/manifest_discover.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include "base/mem.h"
#include "base/strbuf.h"
#include "base/text.h"

#include <ctype.h>
#include <pcre2.h>
#include <string.h>

/* Letters and digits, and every letter that is not ASCII: as characters or as bytes. */
#define WORD "[^\\x00-/:-@[-`{-\\x7F]"

static const struct {
    const char *text, *name, *expression;
} kinds[N_CAPTURES] = {
    [CAPTURE_ARM] = {"{arm}", "arm", "(?<arm>.+?)"},
    [CAPTURE_GROUP] = {"{group}", "group", "(?<group>.+?)"},
    [CAPTURE_RUN] = {"{run}", "run", "(?<run>.+?)"},
};

/* Where a * follows a capture, the capture ends between words: `{run}*` takes "12" of "12_final", not
 * "1". Two captures side by side meet where digits begin or end. */
static const char *may_end(char next)
{
    if (next == '{')
        return "(?:(?<=[0-9])(?![0-9])|(?<![0-9])(?=[0-9]))";
    return next == '*' ? "(?!(?<=" WORD ")" WORD ")" : "";
}

/* What is being written of a component. */
struct pattern_writer {
    struct arena *arena;
    struct pattern *pattern;
    const char *at, *end;
    struct strbuf out;
    size_t star; /* where the group of the last * opens, if it is open */
    bool is_open, literal;
};

static void add_quoted(struct strbuf *out, char c)
{
    if ((unsigned char)c < 0x80 && !isalnum((unsigned char)c))
        strbuf_add_char(out, '\\');
    strbuf_add_char(out, c);
}

static void close_star(struct pattern_writer *writer)
{
    if (writer->is_open)
        strbuf_add_char(&writer->out, ')');
    writer->is_open = false;
}

static void write_star(struct pattern_writer *writer)
{
    close_star(writer);
    writer->star = writer->out.length;
    writer->is_open = true;
    strbuf_puts(&writer->out, "(?>.*?");
    writer->at += strspn(writer->at, "*");
}

static const char *write_capture(struct pattern_writer *writer)
{
    size_t i = 0, left = (size_t)(writer->end - writer->at);
    while (i < N_CAPTURES && (left < strlen(kinds[i].text) ||
                              strncmp(writer->at, kinds[i].text, strlen(kinds[i].text)) != 0))
        i++;
    if (i == N_CAPTURES)
        return "a { that does not open {arm}, {group} or {run}; for the character itself write [{]";
    if (writer->pattern->captures & CAPTURE_BIT(i))
        return arena_printf(writer->arena, "%s stands twice; write * for the second one",
                            kinds[i].text);
    writer->pattern->captures |= CAPTURE_BIT(i);
    writer->at += strlen(kinds[i].text);
    close_star(writer);
    strbuf_puts(&writer->out, kinds[i].expression);
    strbuf_puts(&writer->out, may_end(writer->at < writer->end ? *writer->at : '\0'));
    return NULL;
}

/* The closing bracket of a set, as the shell finds it: a ] that comes first is a member. */
static const char *set_end(const char *at, const char *end)
{
    const char *p = at + 1;
    p += p < end && (*p == '!' || *p == '^');
    p += p < end && *p == ']';
    while (p < end && *p != ']')
        p++;
    return p < end ? p : NULL;
}

static void write_set(struct pattern_writer *writer, const char *bracket)
{
    const char *at = writer->at + 1;
    bool negated = *at == '!' || *at == '^';
    strbuf_puts(&writer->out, negated ? "[^" : "[");
    for (at += negated; at < bracket; at++) {
        at += *at == '\\' && at + 1 < bracket;
        if (*at == '-')
            strbuf_add_char(&writer->out, '-');
        else
            add_quoted(&writer->out, *at);
    }
    strbuf_add_char(&writer->out, ']');
    writer->at = bracket + 1;
}

static const char *write_next(struct pattern_writer *writer)
{
    const char *bracket = *writer->at == '[' ? set_end(writer->at, writer->end) : NULL;
    bool literal = !bracket && !strchr("*?{", *writer->at);
    writer->literal &= literal;
    writer->pattern->n_literal += literal;
    if (*writer->at == '{')
        return write_capture(writer);
    if (bracket)
        write_set(writer, bracket);
    else if (*writer->at == '*')
        write_star(writer);
    else if (literal)
        add_quoted(&writer->out, *writer->at++);
    else
        strbuf_add_char(&writer->out, *writer->at++ == '?' ? '.' : '?');
    return NULL;
}

/* The last * meets the end of the name, not the first place where the rest stands. */
static void write_end(struct pattern_writer *writer)
{
    if (writer->is_open)
        writer->out.text[writer->star + 2] = ':';
    close_star(writer);
    strbuf_puts(&writer->out, "\\z");
}

static void *take(size_t n_bytes, void *arena)
{
    return arena_alloc(arena, 1, n_bytes);
}

static void leave(void *memory, void *arena)
{
    (void)memory, (void)arena;
}

static const char *compile_expression(struct arena *arena, const char *expression, uint32_t options,
                                      pcre2_code **code)
{
    int error;
    size_t offset;
    char message[200] = "";
    pcre2_general_context *memory = pcre2_general_context_create(take, leave, arena);
    pcre2_compile_context *context = pcre2_compile_context_create(memory);
    *code = pcre2_compile((PCRE2_SPTR)expression, PCRE2_ZERO_TERMINATED,
                          PCRE2_ANCHORED | PCRE2_DOTALL | options, &error, &offset, context);
    if (*code)
        return NULL;
    pcre2_get_error_message(error, (PCRE2_UCHAR *)message, sizeof message);
    return arena_strdup(arena, message);
}

static const char *compile_component(struct arena *arena, struct pattern *pattern, const char *at,
                                     const char *end)
{
    const char *fault = NULL;
    struct pattern_writer writer = {
        .arena = arena, .pattern = pattern, .at = at, .end = end, .literal = true};
    if (pattern->n_components == PATTERN_COMPONENTS_MAX)
        return "more than 64 folders deep";
    strbuf_init(&writer.out);
    while (!fault && writer.at < end)
        fault = write_next(&writer);
    write_end(&writer);
    struct pattern_component *component = &pattern->components[pattern->n_components++];
    *component = (struct pattern_component){
        .text = at, .length = (size_t)(end - at), .literal = writer.literal};
    if (!fault && !writer.literal)
        fault = compile_expression(arena, writer.out.text, 0, &component->bytes);
    if (!fault && !writer.literal) /* a pattern that is not UTF-8 matches bytes only */
        compile_expression(arena, writer.out.text, PCRE2_UTF, &component->characters);
    strbuf_done(&writer.out);
    return fault;
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

/* ---- one name ---- */

static void take_captures(const pcre2_code *code, struct arena *arena, const char *name,
                          const size_t *ends, const char *captures[N_CAPTURES])
{
    for (size_t i = 0; i < N_CAPTURES; i++) {
        int n = pcre2_substring_number_from_name(code, (PCRE2_SPTR)kinds[i].name);
        if (n > 0)
            captures[i] = arena_strndup(arena, name + ends[2 * n], ends[2 * n + 1] - ends[2 * n]);
    }
}

static int match_by(const pcre2_code *code, const char *name, size_t length,
                    pcre2_match_data *match)
{
    int found = pcre2_match(code, (PCRE2_SPTR)name, length, 0, 0, match, NULL);
    if (found == PCRE2_ERROR_NOMEMORY)
        mem_exhausted();
    return found;
}

bool component_match(const struct pattern_component *component, struct arena *arena,
                     const char *name, const char *captures[N_CAPTURES])
{
    size_t length = strlen(name);
    if (component->literal)
        return length == component->length && !memcmp(name, component->text, length);
    if (name[0] == '.' && component->text[0] != '.')
        return false;
    pcre2_match_data *match = pcre2_match_data_create(N_CAPTURES + 1, NULL);
    if (!match)
        mem_exhausted();
    const pcre2_code *code = component->characters;
    int found = code ? match_by(code, name, length, match) : PCRE2_ERROR_UTF8_ERR1;
    if (found <= PCRE2_ERROR_UTF8_ERR1 && found >= PCRE2_ERROR_UTF8_ERR21) {
        code = component->bytes;
        found = match_by(code, name, length, match);
    }
    if (found > 0 && arena)
        take_captures(code, arena, name, pcre2_get_ovector_pointer(match), captures);
    pcre2_match_data_free(match);
    return found > 0;
}
