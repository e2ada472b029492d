#include "tui/theme.h"

#include <stdlib.h>

/* Palette: Okabe and Ito's colour-blind safe set, as near as the 256-colour cube and the eight basic
 * colours come. Basic colours: 0 black 1 red 2 green 3 yellow 4 blue 5 magenta 6 cyan 7 white; the
 * eight-colour terminal's yellow stands for orange. All are mid-tones, to be read on dark and on light
 * backgrounds. */
enum { NONE = THEME_DEFAULT_COLOR };
static const struct {
    int many, few;       /* foreground with 256 colours, with 8 or 16 */
    unsigned attributes; /* with colour */
    unsigned plain;      /* without */
} looks[N_STYLES] = {
    [STYLE_TEXT] = {NONE, NONE, 0, 0},
    [STYLE_DIM] = {244, NONE, 0, THEME_FAINT},
    [STYLE_TITLE] = {NONE, NONE, THEME_BOLD, THEME_BOLD},
    [STYLE_BORDER] = {242, NONE, 0, THEME_FAINT},
    [STYLE_HEADING] = {NONE, NONE, 0, 0},
    [STYLE_KEY] = {33, 6, THEME_BOLD, THEME_BOLD},
    [STYLE_CURSOR] = {NONE, NONE, THEME_REVERSE, THEME_REVERSE},
    [STYLE_CURSOR_IDLE] = {NONE, NONE, THEME_UNDERLINE, THEME_UNDERLINE},
    [STYLE_GAIN] = {33, 4, 0, 0},
    [STYLE_LOSS] = {172, 3, 0, 0},
    [STYLE_WARNING] = {172, 3, THEME_BOLD, THEME_BOLD},
    [STYLE_ERROR] = {203, 1, THEME_BOLD, THEME_BOLD},
    [STYLE_SERIES_1] = {33, 4, 0, 0},
    [STYLE_SERIES_2] = {172, 3, 0, 0},
    [STYLE_SERIES_3] = {36, 2, 0, 0},
    [STYLE_SERIES_4] = {169, 5, 0, 0},
    [STYLE_SERIES_5] = {73, 6, 0, 0},
    [STYLE_SERIES_6] = {166, 1, 0, 0},
    [STYLE_SERIES_7] = {143, 3, THEME_BOLD, 0},
    [STYLE_SERIES_8] = {244, 7, 0, 0},
};

struct theme_look theme_look(enum style style, int n_colors)
{
    if (n_colors < 8)
        return (struct theme_look){NONE, looks[style].plain};
    struct theme_look look = {n_colors >= 256 ? looks[style].many : looks[style].few,
                              looks[style].attributes};
    /* Few colours have no grey that is safe on both backgrounds: faint says secondary there. */
    if (n_colors < 256 && look.foreground == NONE)
        look.attributes |= looks[style].plain;
    return look;
}

bool theme_wants_color(enum color_mode mode)
{
    const char *no_color = getenv("NO_COLOR");
    if (mode == COLOR_AUTO)
        return !(no_color && *no_color);
    return mode == COLOR_ALWAYS;
}
