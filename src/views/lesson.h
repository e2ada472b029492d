/* The lesson: its six steps, its sliders, and the simulated studies that it shows. All of its state
 * but what is drawn where (view_lesson.c). The screen's thread only; the lab has threads of its own,
 * begun when the lesson is first looked at. */
#ifndef LOGVAR_VIEWS_LESSON_H
#define LOGVAR_VIEWS_LESSON_H

#include "simulate/lab.h"
#include "base/strbuf.h"

#include <stdbool.h>
#include <stddef.h>

enum lesson_slider {
    SLIDER_RHO2,
    SLIDER_SIGNAL,
    SLIDER_CANDIDATES,
    SLIDER_CORRELATION,
    SLIDER_RUNS,
    SLIDER_EFFECT,
    N_LESSON_SLIDERS
};

enum {
    LESSON_STEPS = 6,
    LESSON_FREE = LESSON_STEPS, /* free play: every slider, no task */
    LESSON_REPEATS = 400,
    LESSON_THREADS = 2,
    LESSON_NONE = -1
};

struct lesson;
/* One idea, one action asked of the learner, one thing to see, one sentence why. */
struct lesson_step {
    const char *title, *idea, *task, *see, *why;
    unsigned sliders;          /* bit mask: those that matter here */
    enum lesson_slider cursor; /* the one to begin with */
    unsigned adjusters;        /* bit mask over enum experiment_adjuster */
    int compared;              /* whose intervals are drawn next to the raw ones; LESSON_NONE */
    bool hidden;               /* nothing is shown before an adjuster was declared */
    double start[N_LESSON_SLIDERS]; /* values, as in lesson_slider_value */
    bool (*is_done)(const struct lesson *lesson);
};
/* Indexed 0 .. LESSON_FREE. */
const struct lesson_step *lesson_step(size_t step);

struct lesson {
    size_t step;                       /* 0 .. LESSON_FREE */
    size_t returned;                   /* the step that free play was entered from */
    unsigned done;                     /* bit mask over the steps whose task was done */
    size_t position[N_LESSON_SLIDERS]; /* of each slider, from 0 */
    enum lesson_slider cursor;
    int compared;              /* enum experiment_adjuster, or LESSON_NONE */
    int declared;              /* the same; LESSON_NONE before it was declared */
    int grabbed;               /* the slider that the pointer holds, or LESSON_NONE */
    size_t n_draws;            /* other seeds asked for within this step */
    struct lab *lab;           /* NULL until lesson_start */
    struct lab_result *result; /* newest figures, or NULL */
    struct experiment_summary raw, summaries[N_EXPERIMENT_ADJUSTERS]; /* of the result */
};

void lesson_init(struct lesson *lesson);
void lesson_done(struct lesson *lesson);
/* Begins to compute. */
void lesson_start(struct lesson *lesson);
/* Takes the newest figures if there are any. */
void lesson_take(struct lesson *lesson);
/* What the sliders say now. */
struct experiment_setting lesson_setting(const struct lesson *lesson);
/* The figures answer the present setting. */
bool lesson_is_current(const struct lesson *lesson);
/* Nothing may be seen yet. */
bool lesson_is_hidden(const struct lesson *lesson);
/* Theory is about fixed. */
bool lesson_shows_theory(const struct lesson *lesson);
/* Why the compared adjuster would be exploratory: "" if it is not. */
const char *lesson_exploratory(const struct lesson *lesson);

/* What the learner does. Each returns false if it means nothing now. */
bool lesson_go(struct lesson *lesson, size_t step);
bool lesson_choose(struct lesson *lesson, int direction);
bool lesson_move(struct lesson *lesson, long by);
/* Chooses a slider of the step, and moves it to a share (0 .. 1) of its way. */
bool lesson_put(struct lesson *lesson, enum lesson_slider slider, double share);
/* Which slider stands in the i-th line of them; LESSON_NONE. */
int lesson_slider_at(const struct lesson *lesson, int i);
bool lesson_compare_next(struct lesson *lesson);
bool lesson_declare(struct lesson *lesson);
void lesson_draw_again(struct lesson *lesson);
void lesson_reset(struct lesson *lesson);
void lesson_toggle_free(struct lesson *lesson);

/* ---- words (lesson_words.c) ---- */
void lesson_add_status(const struct lesson *lesson, struct strbuf *line);
void lesson_add_explanation(const struct lesson *lesson, struct strbuf *text);

/* ---- sliders (lesson_sliders.c) ---- */
size_t lesson_slider_positions(enum lesson_slider slider);
double lesson_slider_value(enum lesson_slider slider, size_t position);
/* The nearest position. */
size_t lesson_slider_position(enum lesson_slider slider, double value);
const char *lesson_slider_label(enum lesson_slider slider);
/* "25 %", "one candidate", "1,000". */
void lesson_slider_add(struct strbuf *out, enum lesson_slider slider, size_t position);

/* ---- progress, kept from session to session: "step 3", "done 1 2" ---- */
void lesson_write(const struct lesson *lesson, struct strbuf *out);
void lesson_read(struct lesson *lesson, const char *text);

#endif
