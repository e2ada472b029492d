#include "study/arm_outcome.h"

#include "base/num.h"
#include "study/outcome.h"

#include <string.h>

struct arm_outcome arm_outcome_of(const struct manifest_outcome *rule, struct arena *arena)
{
    return (struct arm_outcome){
        .text = outcome_text(rule, arena),
        .metric = arena_strdup(arena, rule->metric),
        /* To reach a value sooner is better, whichever way the metric goes. */
        .higher_is_better = rule->at != OUTCOME_REACH && rule->higher_is_better,
        .scale = rule->scale,
        .unit = arena_strdup(arena, rule->unit ? rule->unit : "")};
}

static bool is_equal(const struct arm_outcome *a, const struct arm_outcome *b)
{
    return a->higher_is_better == b->higher_is_better && a->scale == b->scale &&
           !strcmp(a->text, b->text) && !strcmp(a->unit, b->unit);
}

/* "test_acc at last (higher is better, times 100, in pp)". */
static const char *describe(const struct arm_outcome *outcome, struct arena *arena)
{
    char scale[NUM_TEXT_MAX];
    num_write(scale, outcome->scale);
    return arena_printf(arena, "%s (%s is better%s%s%s%s)", outcome->text,
                        outcome->higher_is_better ? "higher" : "lower",
                        outcome->scale != 1 ? ", times " : "", outcome->scale != 1 ? scale : "",
                        *outcome->unit ? ", in " : "", outcome->unit);
}

static void warn(struct study_draft *draft, const struct arm *one, const struct arm *two,
                 struct manifest_place place)
{
    struct arena *arena = &draft->study->arena;
    diags_add(draft->diags, DIAG_WARNING,
              (struct diag_place){draft->study->path, place.line, place.column},
              "arms '%s' and '%s' are of one group and are not compared, since their outcomes "
              "differ: %s; %s",
              one->label, two->label, describe(&one->outcome, arena),
              describe(&two->outcome, arena));
}

void arm_outcome_number(struct study_draft *draft)
{
    struct study *study = draft->study;
    size_t n = 0, first_of_group = 0;
    for (size_t a = 0; a < study->n_arms; a++) {
        struct arm *arm = &study->arms[a];
        size_t same = 0;
        if (a && arm->group_index != arm[-1].group_index)
            first_of_group = a;
        while (same < a && !is_equal(&study->arms[same].outcome, &arm->outcome))
            same++;
        arm->outcome_index = same < a ? study->arms[same].outcome_index : n++;
        /* Once for every further outcome of a group. */
        size_t known = first_of_group;
        while (known < a && study->arms[known].outcome_index != arm->outcome_index)
            known++;
        if (known == a && a > first_of_group)
            warn(draft, &study->arms[first_of_group], arm, draft->settings[a]->outcome.place);
    }
}
