#include "report/report.h"

#include "report/csv_report.h"
#include "report/html_report.h"
#include "report/json_report.h"
#include "report/latex_report.h"
#include "report/markdown_report.h"
#include "report/text_report.h"

#include <string.h>

static const struct report_format formats[] = {
    {"text", ".txt", "to be read", text_report_write},
    {"markdown", ".md", "for a README or an issue", markdown_report_write},
    {"latex", ".tex", "tables for a paper", latex_report_write},
    {"html", ".html", "one page that needs nothing else", html_report_write},
    {"csv", ".csv", "one figure per row, unscaled and unrounded", csv_report_write},
    {"json", ".json", "every figure, unscaled and unrounded", json_report_write},
};

_Static_assert(sizeof formats / sizeof *formats <= REPORT_FORMATS_MAX,
               "callers keep arrays of this size");

const struct report_format *report_formats(size_t *n_formats)
{
    *n_formats = sizeof formats / sizeof *formats;
    return formats;
}

const struct report_format *report_format_of_suffix(const char *suffix)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(suffix, formats[i].suffix + 1))
            return &formats[i];
    return NULL;
}

const struct report_format *report_format_find(const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(name, formats[i].name))
            return &formats[i];
    return NULL;
}
