#include "report/condition.h"

#include "base/num.h"
#include "base/text.h"
#include "report/rows.h"

#include <math.h>
#include <string.h>

static const struct {
    const char *name;
    unsigned sections;
} subjects[] = {
    {"arm", 1u << SECTION_ARMS | 1u << SECTION_VARIABILITY},
    {"pair", 1u << SECTION_PAIRS},
    {"more", 1u << SECTION_MORE},
    {"budget", 1u << SECTION_BUDGET},
    {"coverage", 1u << SECTION_COVERAGE},
    {"null", 1u << SECTION_NULL},
    {"family", 1u << SECTION_FAMILIES},
};
enum { N_SUBJECTS = sizeof subjects / sizeof *subjects };

/* Cuts the text up to the next point off *text. */
static void take_part(const char **text, size_t *left, char part[40])
{
    size_t n = 0;
    while (n < *left && (*text)[n] != '.')
        n++;
    size_t kept = n < 39 ? n : 39;
    memcpy(part, *text, kept);
    part[kept] = '\0';
    n += n < *left;
    *text += n;
    *left -= n;
}

static bool find_subject(const char *part, struct condition *condition, struct strbuf *problem)
{
    const char *names[N_SUBJECTS];
    for (size_t i = 0; i < N_SUBJECTS; i++) {
        names[i] = subjects[i].name;
        if (!strcmp(part, names[i]))
            condition->sections = subjects[i].sections;
    }
    if (condition->sections)
        return true;
    const char *nearest = text_nearest(part, names, N_SUBJECTS);
    strbuf_printf(problem,
                  "a condition begins with arm, pair, more, budget, coverage, null or family, "
                  "not \"%s\"",
                  part);
    if (nearest)
        strbuf_printf(problem, "; did you mean %s?", nearest);
    return false;
}

/* The sections of the subject that have such a figure. */
static unsigned sections_with(const struct condition *condition, const char *name)
{
    unsigned found = 0;
    for (int s = 0; s < N_SECTIONS; s++)
        if ((condition->sections >> s & 1) && rows_has_figure((enum section)s, name))
            found |= 1u << s;
    return found;
}

static bool no_figure(const struct condition *condition, struct strbuf *problem)
{
    enum { MAX = 64 };
    const char *names[MAX];
    size_t n = 0;
    for (int s = 0; s < N_SECTIONS; s++)
        if (condition->sections >> s & 1)
            n += rows_figures((enum section)s, names + n, MAX - n);
    const char *nearest = text_nearest(condition->figure, names, n);
    strbuf_printf(problem, "there is no figure \"%s\"", condition->figure);
    if (nearest)
        strbuf_printf(problem, "; did you mean %s?", nearest);
    strbuf_puts(problem, " (known:");
    for (size_t i = 0; i < n; i++)
        strbuf_printf(problem, "%s %s", i ? "," : "", names[i]);
    strbuf_add_char(problem, ')');
    return false;
}

static bool find_rows(const char *part, struct condition *condition)
{
    if (adjuster_parse(part, &condition->adjuster))
        condition->rows = condition->adjuster.kind == ADJUSTER_RAW ? CONDITION_RAW : CONDITION_ONE;
    else if (!strcmp(part, "adjusted"))
        condition->rows = CONDITION_ADJUSTED;
    return condition->rows != CONDITION_ALL;
}

/* "null.raw_rejection" and "null.raw.rejection" are one figure: words that make up a figure's name
 * go before an adjuster's. */
static bool read_figure(const char *text, size_t length, struct condition *condition,
                        struct strbuf *problem)
{
    for (int attempt = 0; attempt < 2; attempt++) {
        size_t n = length < sizeof condition->figure - 1 ? length : sizeof condition->figure - 1;
        memcpy(condition->figure, text, n);
        condition->figure[n] = '\0';
        for (char *p = condition->figure; *p; p++)
            *p = *p == '.' ? '_' : *p;
        unsigned sections = sections_with(condition, condition->figure);
        if (sections) {
            condition->sections = sections;
            return true;
        }
        char part[40];
        const char *rest = text;
        size_t left = length;
        take_part(&rest, &left, part);
        if (attempt || !left || !find_rows(part, condition))
            break;
        text = rest;
        length = left;
    }
    return no_figure(condition, problem);
}

bool condition_parse(const char *text, struct condition *condition, struct strbuf *problem)
{
    *condition = (struct condition){.text = text};
    size_t length = strcspn(text, "<>");
    const char *sign = text + length;
    if (!*sign) {
        strbuf_printf(problem, "\"%s\" has none of < <= > >=", text);
        return false;
    }
    condition->less = *sign == '<';
    condition->or_equal = sign[1] == '=';
    const char *number = sign + 1 + condition->or_equal;
    if (num_read(number, strlen(number), &condition->bound) != NUM_FINITE) {
        strbuf_printf(problem, "\"%s\" is not a number", number);
        return false;
    }
    while (length && text[length - 1] == ' ')
        length--;
    char subject[40];
    take_part(&text, &length, subject);
    return find_subject(subject, condition, problem) &&
           read_figure(text, length, condition, problem);
}

struct judge {
    const struct condition *condition;
    struct strbuf *out;
    size_t n_rows, n_failing;
};

/* The figure that a condition without an adjuster means: of a pair, what its claim says. */
static bool is_meant(const struct condition *condition, const struct row *row, const char *figure)
{
    char claim[sizeof condition->figure + sizeof ROWS_CLAIM];
    snprintf(claim, sizeof claim, ROWS_CLAIM "%s", condition->figure);
    bool has_claim = condition->rows == CONDITION_ALL && row->section == SECTION_PAIRS &&
                     rows_has_figure(SECTION_PAIRS, claim);
    return !strcmp(figure, has_claim ? claim : condition->figure);
}

static bool concerns(const struct condition *condition, const struct row *row, const char *figure)
{
    char name[ADJUSTER_NAME_MAX];
    if (!(condition->sections >> row->section & 1) || !is_meant(condition, row, figure))
        return false;
    bool raw = !strcmp(row->adjuster, "raw");
    switch (condition->rows) {
    case CONDITION_ALL:
        return raw || row->section != SECTION_MORE;
    case CONDITION_RAW:
        return raw;
    case CONDITION_ADJUSTED:
        return !raw;
    case CONDITION_ONE:
        break;
    }
    adjuster_name(condition->adjuster, name);
    return !strcmp(row->adjuster, name);
}

static bool holds(const struct condition *condition, double value)
{
    if (condition->or_equal && value == condition->bound)
        return true;
    return condition->less ? value < condition->bound : value > condition->bound;
}

static void add_failing(struct judge *judge, const struct row *row, double value)
{
    struct strbuf *out = judge->out;
    char number[NUM_TEXT_MAX];
    strbuf_printf(out, "%s: ", judge->condition->text);
    text_add_visible(out, row->arm->label);
    if (row->versus) {
        strbuf_puts(out, " - ");
        text_add_visible(out, row->versus->name);
    }
    strbuf_printf(out, "%s%s", *row->adjuster ? ", " : "", row->adjuster);
    if (*row->family) {
        strbuf_puts(out, ", ");
        text_add_visible(out, row->family);
    }
    if (row->section == SECTION_BUDGET || row->section == SECTION_COVERAGE)
        strbuf_printf(out, ", %zu runs", row->n);
    num_write(number, value);
    strbuf_printf(out, ": %s\n", isfinite(value) ? number : estimate_status_text(row->status));
    judge->n_failing++;
}

static void judge_row(void *user, const struct row *row, const char *figure, double value)
{
    struct judge *judge = user;
    if (!concerns(judge->condition, row, figure))
        return;
    judge->n_rows++;
    if (!isfinite(value) || holds(judge->condition, value))
        add_failing(judge, row, value);
}

size_t condition_judge(const struct condition *condition, const struct snapshot *snapshot,
                       struct strbuf *out, size_t *n_rows)
{
    struct judge judge = {.condition = condition, .out = out};
    rows_visit(snapshot, judge_row, &judge);
    *n_rows = judge.n_rows;
    return judge.n_failing;
}
