#include "logs/lines.h"

#include <string.h>

void lines_init(struct lines *lines, const char *bytes, size_t n_bytes)
{
    *lines = (struct lines){.at = bytes, .end = bytes + n_bytes};
    if (n_bytes >= 3 && !memcmp(bytes, "\xEF\xBB\xBF", 3))
        lines->at += 3;
}

bool lines_next(struct lines *lines)
{
    if (lines->at == lines->end)
        return false;
    const char *at = lines->at, *stop;
    if (!lines->lf || lines->lf < at) {
        lines->lf = memchr(at, '\n', (size_t)(lines->end - at));
        if (!lines->lf)
            lines->lf = lines->end;
    }
    stop = memchr(at, '\r', (size_t)(lines->lf - at));
    if (!stop)
        stop = lines->lf;
    lines->text = at;
    lines->length = (size_t)(stop - at);
    lines->truncated = stop == lines->end;
    lines->number++;
    bool is_cr = stop < lines->end && *stop == '\r';
    bool is_crlf = is_cr && stop + 1 == lines->lf && lines->lf < lines->end;
    lines->returned = is_cr && !is_crlf;
    lines->at = stop + (stop < lines->end) + is_crlf;
    return true;
}
