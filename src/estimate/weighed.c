/* The models of average by name. */
#include "estimate/results.h"

const char *weighed_model_key(enum weighed_model model)
{
    static const char *const keys[] = {
        [WEIGHED_NOTHING] = "nothing",     [WEIGHED_STATISTIC] = "statistic",
        [WEIGHED_CANDIDATE] = "candidate", [WEIGHED_COMPONENT] = "component",
        [WEIGHED_FAMILY] = "family",       [WEIGHED_ALL] = "all",
        [WEIGHED_OTHERS] = "others"};
    return keys[model];
}

static void add_statistic(const struct adjuster_result *result, struct strbuf *out)
{
    for (size_t i = 0; i < result->n_statistic; i++)
        strbuf_printf(out, "%s%s", i ? " + " : "", result->statistic_names[i]);
}

void model_weight_name(const struct study *study, const struct arm *arm,
                       const struct adjuster_result *result, const struct model_weight *weight,
                       struct strbuf *out)
{
    switch (weight->model) {
    case WEIGHED_NOTHING:
        strbuf_puts(out, "nothing");
        break;
    case WEIGHED_STATISTIC:
        add_statistic(result, out);
        break;
    case WEIGHED_CANDIDATE:
        strbuf_puts(out, arm->candidates[weight->which].name);
        break;
    case WEIGHED_COMPONENT:
        strbuf_printf(out, "first component of %s", study->families[weight->which].name);
        break;
    case WEIGHED_FAMILY:
        strbuf_printf(out, "ridge on %s", study->families[weight->which].name);
        break;
    case WEIGHED_ALL:
        strbuf_puts(out, "ridge on all candidates");
        break;
    case WEIGHED_OTHERS:
        strbuf_puts(out, "other candidates");
    }
}
