/* The six steps of the lesson, and free play. Texts are short: they must fit next to the plots on a
 * screen of 80x24. */
#include "views/lesson.h"

static double value(const struct lesson *lesson, enum lesson_slider slider)
{
    return lesson_slider_value(slider, lesson->position[slider]);
}

static bool drew_twice(const struct lesson *lesson)
{
    return lesson->n_draws >= 2;
}

static bool explains_most(const struct lesson *lesson)
{
    return value(lesson, SLIDER_RHO2) > 0.59;
}

static bool theory_is_negative(const struct lesson *lesson)
{
    struct experiment_setting setting = lesson_setting(lesson);
    return experiment_theory(&setting.simulation) < 0;
}

static bool searches_many(const struct lesson *lesson)
{
    return value(lesson, SLIDER_CANDIDATES) >= 1000;
}

static bool signal_is_nowhere(const struct lesson *lesson)
{
    return (enum signal_place)value(lesson, SLIDER_SIGNAL) == SIGNAL_NONE;
}

static bool has_declared(const struct lesson *lesson)
{
    return lesson->declared != LESSON_NONE;
}

#define S(slider) (1u << SLIDER_##slider)
#define A(adjuster) (1u << EXPERIMENT_##adjuster)

/* rho^2, signal, candidates, correlation, runs, difference */
static const struct lesson_step steps[LESSON_STEPS + 1] = {
    {.title = "The luck of the seeds",
     .idea =
         "Two models, some runs of each. Each stick is the 95 % interval of one whole study; the "
         "line through them is the true difference.",
     .task = "Press Space for other seeds, twice.",
     .see = "The sticks jump about the truth; 5 in 100 miss it (x).",
     .why =
         "Each run ends where its seed takes it, so the difference of means is itself a matter of "
         "luck. More runs make sticks shorter, slowly (Right).",
     .sliders = S(RUNS) | S(EFFECT),
     .cursor = SLIDER_RUNS,
     .compared = LESSON_NONE,
     .start = {0.25, SIGNAL_ONE, 10, 0.5, 20, 0.5},
     .is_done = drew_twice},
    {.title = "One good covariate",
     .idea =
         "A number from early in the log goes with the outcome and explains rho^2 of its variance. "
         "Subtract what it tells: VR is the share of the variance that goes.",
     .task = "Raise rho^2 to 60 % or more (Right).",
     .see = "The adjusted stick of each pair shrinks; its centre, the difference, stays.",
     .why = "Only the spread is adjusted, the difference is not, so short sticks miss more often: "
            "read the count. They need the average log; the result is the raw stick.",
     .sliders = S(RHO2) | S(RUNS),
     .cursor = SLIDER_RHO2,
     .adjusters = A(FIXED),
     .compared = EXPERIMENT_FIXED,
     .start = {0.1, SIGNAL_ONE, 10, 0.5, 50, 0.5},
     .is_done = explains_most},
    {.title = "What a slope costs",
     .idea = "The slope theta is not known: for each fifth of the runs it is estimated from the "
             "n_train "
             "others. That costs about 1/n_train of the variance.",
     .task = "Lower the runs (Left) until theory is below zero.",
     .see = "VR goes with rho^2 - 1/n_train, a bit below it where runs are few; adjusted sticks "
            "grow longer than raw ones.",
     .why = "An adjustment pays for itself only when rho^2 > 1/n_train. Below that, even a true "
            "covariate costs more than it gives.",
     .sliders = S(RHO2) | S(RUNS),
     .cursor = SLIDER_RUNS,
     .adjusters = A(FIXED),
     .compared = EXPERIMENT_FIXED,
     .start = {0.05, SIGNAL_ONE, 10, 0.5, 100, 0.5},
     .is_done = theory_is_negative},
    {.title = "What looks best",
     .idea = "Here no candidate knows anything. Of many, one still looks best.",
     .task = "Raise the candidates to 1,000 (Right).",
     .see = "post hoc, judged on the runs that chose it, shows a gain that is not there. best is "
            "chosen "
            "without the runs it is judged on: a loss.",
     .why = "The best of many is best by luck; only runs that had no part in the choice can tell "
            "what it "
            "is worth.",
     .sliders = S(CANDIDATES) | S(RUNS),
     .cursor = SLIDER_CANDIDATES,
     .adjusters = A(BEST) | A(POSTHOC),
     .compared = EXPERIMENT_POSTHOC,
     .start = {0, SIGNAL_NONE, 5, 0.5, 50, 0.5},
     .is_done = searches_many},
    {.title = "Components, shrinkage",
     .idea = "Each candidate of a family holds a part of the signal. Its first component, pca 1, "
             "gathers "
             "them, blind to outcomes. Shrinking keeps of a found slope what beats chance.",
     .task = "Set the signal to nowhere (Left).",
     .see = "With signal, pca 1 leads. Without, best loses much; shrunk, almost nothing.",
     .why = "Averages calm noise; shrinkage takes back what luck alone would show.",
     .sliders = S(SIGNAL) | S(RHO2) | S(RUNS),
     .cursor = SLIDER_SIGNAL,
     .adjusters = A(BEST) | A(BEST_SHRUNK) | A(PCA1),
     .compared = EXPERIMENT_BEST_SHRUNK,
     .start = {0.4, SIGNAL_DIFFUSE, 200, 0.5, 50, 0.5},
     .is_done = signal_is_nowhere},
    {.title = "Choose before looking",
     .idea =
         "A real study is run once. Its outcomes are hidden now, as they are before the runs end.",
     .task = "a picks an adjuster, d declares it.",
     .see = "Outcomes appear. Pick another one now (a): it is marked exploratory, however good it "
            "looks.",
     .why = "Declare before any outcome is seen: the outcome, the window, the statistic or "
            "adjuster, the "
            "families. What is picked afterwards has searched, as in step 4: say so.",
     .adjusters = EXPERIMENT_ALL,
     .compared = EXPERIMENT_FIXED,
     .hidden = true,
     .start = {0.4, SIGNAL_SPREAD, 200, 0.5, 50, 0.5},
     .is_done = has_declared},
    {.title = "Free play",
     .idea = "Every slider is yours; a chooses whose intervals are drawn.",
     .task = "",
     .see = "theory is what fixed can give; where the signal is decides who finds more.",
     .why = "p goes back to the lesson.",
     .sliders = (1u << N_LESSON_SLIDERS) - 1,
     .cursor = SLIDER_RHO2,
     .adjusters = EXPERIMENT_ALL,
     .compared = EXPERIMENT_FIXED,
     .start = {0.25, SIGNAL_ONE, 200, 0.5, 50, 0.5}},
};

const struct lesson_step *lesson_step(size_t step)
{
    return &steps[step];
}
