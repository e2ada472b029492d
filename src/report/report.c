#include "report/report.h"

#include "report/json_report.h"
#include "report/text_report.h"

#include <string.h>

static const struct report_format formats[] = {
    {"text", ".txt", "to be read", text_report_write},
    {"json", ".json", "every figure, unscaled and unrounded", json_report_write},
};

_Static_assert(sizeof formats / sizeof *formats <= REPORT_FORMATS_MAX,
               "callers keep arrays of this size");

const struct report_format *report_formats(size_t *n_formats)
{
    *n_formats = sizeof formats / sizeof *formats;
    return formats;
}

const struct report_format *report_format_find(const char *name)
{
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(name, formats[i].name))
            return &formats[i];
    return NULL;
}
