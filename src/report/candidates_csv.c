#include "report/candidates_csv.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "study/names.h"

#include <stdlib.h>
#include <string.h>

struct columns {
    size_t n_columns, capacity;
    const char **names;
    struct names index;
};

void csv_add_text(struct strbuf *out, const char *text)
{
    struct strbuf cell;
    strbuf_init(&cell);
    /* A leading tab has become a mark by then, so four characters remain to be defused. */
    text_add_visible(&cell, text);
    bool formula = cell.length && strchr("=+-@", cell.text[0]);
    bool quote = strpbrk(cell.text, ",\"\n\r;") != NULL ||
                 (cell.length && (cell.text[0] == ' ' || cell.text[cell.length - 1] == ' '));
    strbuf_puts(out, quote ? "\"" : "");
    strbuf_puts(out, formula ? "'" : "");
    for (const char *at = cell.text; *at; at++) {
        if (*at == '"')
            strbuf_add_char(out, '"');
        strbuf_add_char(out, *at);
    }
    strbuf_puts(out, quote ? "\"" : "");
    strbuf_done(&cell);
}

static void add_number(struct strbuf *out, double value)
{
    char text[NUM_TEXT_MAX];
    num_write(text, value);
    strbuf_puts(out, text);
}

static bool is_chosen(const struct candidates_choice *choice, size_t arm)
{
    return !choice->arms || choice->arms[arm];
}

static void take_columns(struct columns *columns, const struct arm *arm, size_t family)
{
    for (size_t i = 0; i < arm->n_candidates; i++) {
        const char *name = arm->candidates[i].name;
        if (arm->candidates[i].family != family ||
            names_add(&columns->index, name, columns->n_columns) != columns->n_columns)
            continue;
        columns->names = mem_grow(columns->names, columns->n_columns, &columns->capacity,
                                  sizeof *columns->names);
        columns->names[columns->n_columns++] = name;
    }
}

static void print_header(const struct columns *columns, struct strbuf *row, FILE *out)
{
    strbuf_puts(row, "arm,group,run,outcome");
    for (size_t c = 0; c < columns->n_columns; c++) {
        strbuf_add_char(row, ',');
        csv_add_text(row, columns->names[c]);
    }
    strbuf_add_char(row, '\n');
    fwrite(row->text, 1, row->length, out);
}

static void print_run(const struct arm *arm, size_t run, const size_t *candidates, size_t n_columns,
                      struct strbuf *row, FILE *out)
{
    strbuf_clear(row);
    csv_add_text(row, arm->name);
    strbuf_add_char(row, ',');
    csv_add_text(row, arm->group);
    strbuf_add_char(row, ',');
    csv_add_text(row, arm->runs[run]);
    strbuf_add_char(row, ',');
    add_number(row, arm->y[run]);
    for (size_t c = 0; c < n_columns; c++) {
        strbuf_add_char(row, ',');
        if (candidates[c] != ARM_NO_CANDIDATE)
            add_number(row, arm->x[candidates[c] * arm->n_runs + run]);
    }
    strbuf_add_char(row, '\n');
    fwrite(row->text, 1, row->length, out);
}

static void print_arm(const struct arm *arm, const struct columns *columns, struct strbuf *row,
                      FILE *out)
{
    size_t *candidates = mem_array(columns->n_columns + 1, sizeof *candidates);
    for (size_t c = 0; c < columns->n_columns; c++)
        candidates[c] = arm_find_candidate(arm, columns->names[c]);
    for (size_t r = 0; r < arm->n_runs; r++)
        print_run(arm, r, candidates, columns->n_columns, row, out);
    free(candidates);
}

void candidates_csv_print(const struct study *study, const struct candidates_choice *choice,
                          FILE *out)
{
    struct columns columns = {0};
    struct strbuf row;
    strbuf_init(&row);
    for (size_t f = 0; f < study->n_families; f++)
        for (size_t a = 0; a < study->n_arms; a++)
            if (choice->families >> f & 1 && is_chosen(choice, a))
                take_columns(&columns, &study->arms[a], f);
    print_header(&columns, &row, out);
    for (size_t a = 0; a < study->n_arms; a++)
        if (is_chosen(choice, a))
            print_arm(&study->arms[a], &columns, &row, out);
    strbuf_done(&row);
    free(columns.names);
    names_done(&columns.index);
}
