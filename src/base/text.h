/* Text from outside, made safe and measured for a terminal.
 *
 * Names and messages can come from logs and file names. Nothing of them reaches a terminal or a
 * report raw: control characters, escape sequences, bidirectional and zero-width controls and
 * bytes that are not UTF-8 become visible marks. */
#ifndef LOGVAR_BASE_TEXT_H
#define LOGVAR_BASE_TEXT_H

#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Decodes one code point of s[0..n). Returns the bytes used (1 to 4), or 0 at n == 0. What is not
 * well-formed UTF-8 (overlong forms and surrogates included) gives *code = TEXT_BAD and uses 1. */
enum { TEXT_BAD = 0xFFFFFFFF };
size_t text_decode(const char *s, size_t n, uint32_t *code);
size_t text_encode(uint32_t code, char bytes[4]);

/* Control characters, invisible ones and those that change the direction of what follows. */
bool text_is_hidden(uint32_t code);

/* Columns on a terminal of one visible code point: 0 (combining), 1 or 2. */
int text_code_width(uint32_t code);
/* Columns of a NUL-terminated string as text_add_visible would show it. */
size_t text_width(const char *s);

/* Appends s with every unsafe character as a mark: \n \t \r \e by name, \xNN for other control
 * bytes and for bytes that are not UTF-8, \u{NNNN} for invisible and bidirectional controls. */
void text_add_visible(struct strbuf *buf, const char *s);
/* The same, newly allocated. */
char *text_visible(const char *s);

/* Edit distance, for "did you mean"; the nearest of n words within 1/3 of its length, or NULL. */
size_t text_distance(const char *a, const char *b);
const char *text_nearest(const char *word, const char *const *words, size_t n_words);

/* Natural order, as strcmp: digits compare as numbers ("run2" before "run10"); 0 only for equal
 * strings. */
int text_natural(const char *a, const char *b);

/* Shell pattern match (* ? [set]) over the whole string; case matters; no path rules. */
bool text_glob(const char *pattern, const char *s);

#endif
