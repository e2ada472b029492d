/* What the lesson says of its figures: one line, and the whole step again with figures. */
#include "views/lesson.h"

#include "views/lesson_plots.h"
#include "views/view.h"

void lesson_add_status(const struct lesson *lesson, struct strbuf *line)
{
    struct experiment_setting setting = lesson_setting(lesson);
    const char *why = lesson_exploratory(lesson);
    if (*why) {
        strbuf_printf(line, "! exploratory: %s", why);
        return;
    }
    if (lesson_is_hidden(lesson)) {
        strbuf_printf(line, "about to declare: %s",
                      lesson_adjuster_name((enum experiment_adjuster)lesson->compared));
        return;
    }
    if (!lesson_shows_theory(lesson)) {
        strbuf_printf(line, "%zu runs of each model; the true difference is ",
                      setting.simulation.n_runs);
        view_add_number(line, setting.simulation.effect, 2);
        strbuf_puts(line, " sd");
        return;
    }
    strbuf_puts(line, "theory: rho^2 of the declared statistic ");
    view_add_number(line, 100 * simulation_statistic_rho2(&setting.simulation), 1);
    strbuf_puts(line, " % - 1/n_train ");
    view_add_number(line, 100 / experiment_n_train(setting.simulation.n_runs), 1);
    strbuf_puts(line, " % = ");
    view_add_percent(line, experiment_theory(&setting.simulation), 1);
    strbuf_puts(line, " %");
}

static void add_figures(const struct lesson *lesson, enum experiment_adjuster adjuster,
                        struct strbuf *text)
{
    const struct experiment_summary *one = &lesson->summaries[adjuster];
    if (!one->n_done)
        return;
    strbuf_printf(text, "%s: VR over %zu studies, mean ", lesson_adjuster_name(adjuster),
                  one->n_done);
    view_add_percent(text, one->mean, 1);
    strbuf_puts(text, " % (Monte Carlo error ");
    view_add_number(text, 100 * one->se, 1);
    strbuf_puts(text, "), middle half ");
    view_add_percent(text, one->q25, 1);
    strbuf_puts(text, " to ");
    view_add_percent(text, one->q75, 1);
    strbuf_puts(text, " %, below zero in ");
    view_add_number(text, 100 * one->negative_share, 0);
    strbuf_puts(text, " % of them.\n");
}

void lesson_add_explanation(const struct lesson *lesson, struct strbuf *text)
{
    const struct lesson_step *step = lesson_step(lesson->step);
    strbuf_printf(text, "# %s\n%s\n", step->title, step->idea);
    if (*step->task)
        strbuf_printf(text, "To do: %s\n", step->task);
    strbuf_printf(text, "See: %s\n%s%s\n\n# In figures\n", step->see, step->is_done ? "Why: " : "",
                  step->why);
    lesson_add_status(lesson, text);
    strbuf_puts(text, ".\n");
    for (int i = 0; i < N_EXPERIMENT_ADJUSTERS && !lesson_is_hidden(lesson); i++)
        if (step->adjusters >> i & 1)
            add_figures(lesson, (enum experiment_adjuster)i, text);
    strbuf_puts(
        text,
        "Every study is simulated with known truth and computed by what computes real ones. "
        "An interval covers if the true difference lies in it. The adjusted one is that which one "
        "would have if the average log were known, not the result.\n");
}
