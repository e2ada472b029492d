/* The sliders of the lesson: their values and what they are called. */
#include "views/lesson.h"

#include "base/num.h"

#include <math.h>

enum { VALUES_MAX = 24 };

static const struct slider {
    const char *label;
    size_t n_values;
    double values[VALUES_MAX];
} sliders[N_LESSON_SLIDERS] = {
    [SLIDER_RHO2] = {"rho^2",
                     19,
                     {0, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.65,
                      0.7, 0.75, 0.8, 0.85, 0.9}},
    [SLIDER_SIGNAL] = {"signal", 4, {SIGNAL_NONE, SIGNAL_ONE, SIGNAL_DIFFUSE, SIGNAL_SPREAD}},
    [SLIDER_CANDIDATES] = {"candidates", 9, {5, 10, 20, 50, 100, 200, 500, 1000, 2000}},
    [SLIDER_CORRELATION] = {"correlation",
                            11,
                            {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95}},
    [SLIDER_RUNS] = {"runs", 13, {8, 10, 12, 15, 20, 25, 30, 40, 50, 75, 100, 150, 200}},
    [SLIDER_EFFECT] = {"difference",
                       16,
                       {0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4,
                        1.5}},
};

size_t lesson_slider_positions(enum lesson_slider slider)
{
    return sliders[slider].n_values;
}

double lesson_slider_value(enum lesson_slider slider, size_t position)
{
    return sliders[slider].values[position];
}

size_t lesson_slider_position(enum lesson_slider slider, double value)
{
    size_t nearest = 0;
    for (size_t i = 1; i < sliders[slider].n_values; i++)
        if (fabs(sliders[slider].values[i] - value) < fabs(sliders[slider].values[nearest] - value))
            nearest = i;
    return nearest;
}

const char *lesson_slider_label(enum lesson_slider slider)
{
    return sliders[slider].label;
}

void lesson_slider_add(struct strbuf *out, enum lesson_slider slider, size_t position)
{
    static const char *const places[] = {[SIGNAL_NONE] = "nowhere",
                                         [SIGNAL_ONE] = "one candidate",
                                         [SIGNAL_DIFFUSE] = "one family",
                                         [SIGNAL_SPREAD] = "three families"};
    double value = lesson_slider_value(slider, position);
    char text[NUM_TEXT_MAX];
    if (slider == SLIDER_SIGNAL) {
        strbuf_puts(out, places[(int)value]);
        return;
    }
    if (slider == SLIDER_RHO2)
        num_write_fixed(text, 100 * value, 0);
    else if (slider == SLIDER_CORRELATION || slider == SLIDER_EFFECT)
        num_write_fixed(text, value, 2);
    else
        num_write_grouped(text, (unsigned long long)value);
    strbuf_puts(out, text);
    if (slider == SLIDER_RHO2)
        strbuf_puts(out, " %");
    else if (slider == SLIDER_EFFECT)
        strbuf_puts(out, " sd");
}
