#include "views/lesson.h"

#include "estimate/exploratory.h"

#include <stdlib.h>
#include <string.h>

enum { FAMILIES = 5 };

/* ---- figures ---- */

struct experiment_setting lesson_setting(const struct lesson *lesson)
{
    const struct lesson_step *step = lesson_step(lesson->step);
    double value[N_LESSON_SLIDERS];
    for (int i = 0; i < N_LESSON_SLIDERS; i++)
        value[i] = lesson_slider_value((enum lesson_slider)i, lesson->position[i]);
    struct experiment_setting setting = experiment_defaults();
    struct simulation *simulation = &setting.simulation;
    simulation->n_families = FAMILIES;
    simulation->rho2 = value[SLIDER_RHO2];
    simulation->signal = (enum signal_place)value[SLIDER_SIGNAL];
    simulation->n_candidates = (size_t)value[SLIDER_CANDIDATES];
    simulation->correlation = value[SLIDER_CORRELATION];
    simulation->n_runs = (size_t)value[SLIDER_RUNS];
    simulation->effect = value[SLIDER_EFFECT];
    simulation->seed += lesson->n_draws;
    setting.adjusters = step->adjusters;
    setting.compared = lesson->compared == LESSON_NONE ? 0 : 1u << lesson->compared;
    return setting;
}

static void submit(struct lesson *lesson)
{
    struct experiment_setting setting = lesson_setting(lesson);
    if (lesson->lab)
        lab_submit(lesson->lab, &setting, LESSON_REPEATS);
}

void lesson_start(struct lesson *lesson)
{
    if (lesson->lab)
        return;
    lesson->lab = lab_new(LESSON_THREADS);
    submit(lesson);
}

void lesson_take(struct lesson *lesson)
{
    struct lab_result *result = lesson->lab ? lab_take(lesson->lab) : NULL;
    double work[LESSON_REPEATS];
    if (!result)
        return;
    free(lesson->result);
    lesson->result = result;
    experiment_summarise_raw(result->repeats, result->n_done, &lesson->raw);
    for (int i = 0; i < N_EXPERIMENT_ADJUSTERS; i++)
        experiment_summarise(result->repeats, result->n_done, (enum experiment_adjuster)i, work,
                             &lesson->summaries[i]);
}

bool lesson_is_current(const struct lesson *lesson)
{
    struct experiment_setting setting = lesson_setting(lesson);
    return lesson->result && experiment_equal(&lesson->result->setting, &setting);
}

bool lesson_is_hidden(const struct lesson *lesson)
{
    return lesson_step(lesson->step)->hidden && lesson->declared == LESSON_NONE;
}

bool lesson_shows_theory(const struct lesson *lesson)
{
    return lesson_step(lesson->step)->adjusters >> EXPERIMENT_FIXED & 1 &&
           !lesson_is_hidden(lesson);
}

const char *lesson_exploratory(const struct lesson *lesson)
{
    if (!lesson_step(lesson->step)->hidden || lesson->compared == LESSON_NONE)
        return "";
    struct adjuster adjuster = experiment_adjuster((enum experiment_adjuster)lesson->compared);
    if (adjuster_traits(adjuster.kind)->selects)
        return exploratory_sentence(EXPLORATORY_ADJUSTER);
    if (lesson->declared != LESSON_NONE && lesson->compared != lesson->declared)
        return "picked after outcomes were seen";
    return "";
}

/* ---- what the learner does ---- */

static void after_change(struct lesson *lesson)
{
    const struct lesson_step *step = lesson_step(lesson->step);
    if (step->is_done && step->is_done(lesson))
        lesson->done |= 1u << lesson->step;
    submit(lesson);
}

static bool has_slider(const struct lesson *lesson, size_t slider)
{
    return lesson_step(lesson->step)->sliders >> slider & 1;
}

/* Everything as the step begins, its task not yet done in this round. */
void lesson_reset(struct lesson *lesson)
{
    const struct lesson_step *step = lesson_step(lesson->step);
    for (int i = 0; i < N_LESSON_SLIDERS; i++)
        lesson->position[i] = lesson_slider_position((enum lesson_slider)i, step->start[i]);
    lesson->cursor = step->cursor;
    lesson->grabbed = LESSON_NONE;
    lesson->compared = step->compared;
    lesson->declared = LESSON_NONE;
    lesson->n_draws = 0;
    submit(lesson);
}

void lesson_init(struct lesson *lesson)
{
    *lesson = (struct lesson){0};
    lesson_reset(lesson);
}

void lesson_done(struct lesson *lesson)
{
    lab_free(lesson->lab);
    free(lesson->result);
}

bool lesson_go(struct lesson *lesson, size_t step)
{
    if (step > LESSON_FREE)
        return false;
    lesson->step = step;
    lesson_reset(lesson);
    return true;
}

bool lesson_choose(struct lesson *lesson, int direction)
{
    for (int i = (int)lesson->cursor + direction; i >= 0 && i < N_LESSON_SLIDERS; i += direction)
        if (has_slider(lesson, (size_t)i)) {
            lesson->cursor = (enum lesson_slider)i;
            return true;
        }
    return false;
}

bool lesson_move(struct lesson *lesson, long by)
{
    if (!has_slider(lesson, lesson->cursor))
        return false;
    long last = (long)lesson_slider_positions(lesson->cursor) - 1;
    long to = (long)lesson->position[lesson->cursor] + by;
    to = to < 0 ? 0 : to > last ? last : to;
    if ((size_t)to == lesson->position[lesson->cursor])
        return false;
    lesson->position[lesson->cursor] = (size_t)to;
    after_change(lesson);
    return true;
}

bool lesson_put(struct lesson *lesson, enum lesson_slider slider, double share)
{
    if (!has_slider(lesson, slider))
        return false;
    double last = (double)lesson_slider_positions(slider) - 1;
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    lesson->cursor = slider;
    return lesson_move(lesson, (long)(share * last + 0.5) - (long)lesson->position[slider]);
}

int lesson_slider_at(const struct lesson *lesson, int i)
{
    for (int slider = 0; slider < N_LESSON_SLIDERS; slider++)
        if (has_slider(lesson, (size_t)slider) && i-- == 0)
            return slider;
    return LESSON_NONE;
}

bool lesson_compare_next(struct lesson *lesson)
{
    unsigned adjusters = lesson_step(lesson->step)->adjusters;
    if (lesson->compared == LESSON_NONE || !(adjusters & (adjusters - 1)))
        return false;
    do
        lesson->compared = (lesson->compared + 1) % N_EXPERIMENT_ADJUSTERS;
    while (!(adjusters >> lesson->compared & 1));
    after_change(lesson);
    return true;
}

bool lesson_declare(struct lesson *lesson)
{
    if (!lesson_is_hidden(lesson))
        return false;
    lesson->declared = lesson->compared;
    after_change(lesson);
    return true;
}

void lesson_draw_again(struct lesson *lesson)
{
    lesson->n_draws++;
    after_change(lesson);
}

void lesson_toggle_free(struct lesson *lesson)
{
    if (lesson->step == LESSON_FREE) {
        lesson_go(lesson, lesson->returned);
    } else {
        lesson->returned = lesson->step; /* the sliders stay where they are */
        lesson->step = LESSON_FREE;
        lesson->declared = LESSON_NONE;
        if (lesson->compared == LESSON_NONE)
            lesson->compared = EXPERIMENT_FIXED;
        submit(lesson);
    }
}

/* ---- progress ---- */

void lesson_write(const struct lesson *lesson, struct strbuf *out)
{
    size_t step = lesson->step == LESSON_FREE ? lesson->returned : lesson->step;
    strbuf_printf(out, "logvar-lesson 1\nstep %zu\ndone", step + 1);
    for (size_t i = 0; i < LESSON_STEPS; i++)
        if (lesson->done >> i & 1)
            strbuf_printf(out, " %zu", i + 1);
    strbuf_puts(out, "\n");
}

void lesson_read(struct lesson *lesson, const char *text)
{
    static const char header[] = "logvar-lesson 1\nstep ";
    if (strncmp(text, header, sizeof header - 1) != 0)
        return;
    text += sizeof header - 1;
    unsigned step = (unsigned)*text - '1';
    const char *done = strstr(text, "\ndone");
    for (done = done ? done + 5 : ""; *done && *done != '\n'; done++)
        if (*done >= '1' && *done < '1' + LESSON_STEPS)
            lesson->done |= 1u << (*done - '1');
    if (step < LESSON_STEPS)
        lesson_go(lesson, step);
}
