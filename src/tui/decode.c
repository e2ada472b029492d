#include "tui/decode.h"

#include <string.h>

/* The longest pause within a sequence, and within a paste. */
enum { DECODE_SEQUENCE_MS = 100, DECODE_PASTE_MS = 2000 };
enum { ESCAPE = 27, BELL = 7, CANCEL = 24, SUBSTITUTE = 26 };

static enum decode_result plain(struct decode *decode, uint32_t code)
{
    if (code == ESCAPE) {
        decode->state = DECODE_ESCAPE;
        return DECODE_NOTHING;
    }
    return decode->pasting ? DECODE_PASTED : DECODE_PRESS;
}

/* What follows ESC at once: the beginning of a sequence, or a key that was pressed with Alt. */
static enum decode_result after_escape(struct decode *decode, uint32_t code)
{
    decode->state = DECODE_PLAIN;
    decode->n_parameters = 0;
    if (code == '[')
        decode->state = DECODE_SEQUENCE;
    else if (code == 'O' || code == 'N')
        decode->state = DECODE_SINGLE_SHIFT;
    else if (code && code < 0x80 && strchr("]PX^_", (int)code))
        decode->state = DECODE_STRING;
    else if (code == ESCAPE)
        decode->state = DECODE_ESCAPE;
    return DECODE_NOTHING;
}

static void end_sequence(struct decode *decode, uint32_t final)
{
    bool tilde = final == '~' && decode->n_parameters == 3;
    decode->state = DECODE_PLAIN;
    if (tilde && !memcmp(decode->parameters, "200", 3))
        decode->pasting = true;
    else if (tilde && !memcmp(decode->parameters, "201", 3))
        decode->pasting = false;
}

static enum decode_result in_sequence(struct decode *decode, uint32_t code)
{
    if (code == '[' && decode->n_parameters == 0) {
        decode->state = DECODE_LINUX_KEY;
    } else if (code >= 0x20 && code <= 0x3F) {
        if (decode->n_parameters < DECODE_PARAMETERS_MAX)
            decode->parameters[decode->n_parameters++] = (char)code;
    } else if (code >= 0x40 && code <= 0x7E) {
        end_sequence(decode, code);
    } else {
        /* No sequence goes on like this; what came is a key of its own. */
        decode->state = DECODE_PLAIN;
        return plain(decode, code);
    }
    return DECODE_NOTHING;
}

static enum decode_result in_string(struct decode *decode, uint32_t code)
{
    if (code == BELL || code == CANCEL || code == SUBSTITUTE)
        decode->state = DECODE_PLAIN;
    else if (code == ESCAPE)
        decode->state = DECODE_STRING_ESCAPE;
    return DECODE_NOTHING;
}

enum decode_result decode_feed(struct decode *decode, uint32_t *code)
{
    switch (decode->state) {
    case DECODE_PLAIN:
        return plain(decode, *code);
    case DECODE_ESCAPE:
        return after_escape(decode, *code);
    case DECODE_SEQUENCE:
        return in_sequence(decode, *code);
    case DECODE_STRING:
        return in_string(decode, *code);
    case DECODE_STRING_ESCAPE:
        decode->state = DECODE_PLAIN;
        return *code == '\\' ? DECODE_NOTHING : after_escape(decode, *code);
    case DECODE_LINUX_KEY:
    case DECODE_SINGLE_SHIFT:
        decode->state = DECODE_PLAIN;
        return DECODE_NOTHING;
    }
    return DECODE_NOTHING;
}

bool decode_rest(struct decode *decode)
{
    if (decode->state != DECODE_ESCAPE)
        return false;
    decode->state = DECODE_PLAIN;
    return !decode->pasting;
}

void decode_quiet(struct decode *decode, long quiet_ms)
{
    if (quiet_ms >= DECODE_SEQUENCE_MS)
        decode->state = DECODE_PLAIN;
    if (quiet_ms >= DECODE_PASTE_MS)
        decode->pasting = false;
}
