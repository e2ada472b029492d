/* From what a terminal sends to presses: escape sequences that curses does not know, keys with Alt, and
 * pasted text never run as keys.
 *
 * Grammar: ECMA-48 (5th ed.), 5.4 control sequences and 5.6 control strings; SS3 as DEC's terminals
 * send it; "ESC [ [ A" as the Linux console sends function keys; bracketed paste as xterm's ctlseqs
 * describe it ("ESC [ 200 ~" text "ESC [ 201 ~"). A pure state machine: no terminal, no clock. */
#ifndef LOGVAR_TUI_DECODE_H
#define LOGVAR_TUI_DECODE_H

#include <stdbool.h>
#include <stdint.h>

enum decode_state {
    DECODE_PLAIN,
    DECODE_ESCAPE,        /* ESC, and nothing yet after it: Esc itself if nothing comes */
    DECODE_SEQUENCE,      /* after ESC [ */
    DECODE_LINUX_KEY,     /* after ESC [ [: one more character */
    DECODE_SINGLE_SHIFT,  /* after ESC O or ESC N: one more character */
    DECODE_STRING,        /* OSC, DCS, APC, PM, SOS: up to BEL or ESC \ */
    DECODE_STRING_ESCAPE, /* an ESC inside of one */
};

enum { DECODE_PARAMETERS_MAX = 8 };

/* All zero is the beginning. */
struct decode {
    enum decode_state state;
    bool pasting; /* between ESC [ 200 ~ and ESC [ 201 ~ */
    unsigned n_parameters;
    char parameters[DECODE_PARAMETERS_MAX]; /* of a sequence, as far as they matter */
};

enum decode_result {
    DECODE_NOTHING, /* swallowed, or more has to come */
    DECODE_PRESS,   /* the code is a press (27: Esc) */
    DECODE_PASTED,  /* the code is a character of pasted text */
};

/* One code that came from the terminal. In `*code` the code of the result, if there is one. */
enum decode_result decode_feed(struct decode *decode, uint32_t *code);
/* Nothing more is there at the moment: true if what was held back is the Esc key. Everything else goes
 * on when more comes: a slow line may cut a sequence in two. */
bool decode_rest(struct decode *decode);
/* Nothing came for this long. A sequence that was begun (Alt-[ looks like one) and a paste whose end was
 * lost are given up, so that no key is swallowed for good. */
void decode_quiet(struct decode *decode, long quiet_ms);

#endif
