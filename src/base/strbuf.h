/* A growing string: always NUL-terminated, may hold any bytes. */
#ifndef LOGVAR_BASE_STRBUF_H
#define LOGVAR_BASE_STRBUF_H

#include <stdarg.h>
#include <stddef.h>

struct strbuf {
    char *text; /* never NULL after strbuf_init; owned */
    size_t length, capacity;
};

void strbuf_init(struct strbuf *buf);
void strbuf_done(struct strbuf *buf);
void strbuf_clear(struct strbuf *buf);
void strbuf_add(struct strbuf *buf, const char *bytes, size_t n);
void strbuf_add_char(struct strbuf *buf, char c);
void strbuf_add_repeated(struct strbuf *buf, char c, size_t n);
void strbuf_puts(struct strbuf *buf, const char *s);
void strbuf_printf(struct strbuf *buf, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void strbuf_vprintf(struct strbuf *buf, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
/* The text, now the caller's to free(); the buffer is empty again. */
char *strbuf_steal(struct strbuf *buf);

#endif
