/* Manifests for MLflow's database. */
#include "init/draft_parts.h"
#include "init/yaml_text.h"

bool draft_mlflow(const struct init_draft *draft, const struct init_mlflow *mlflow)
{
    const struct init_kinds *kinds = &mlflow->kinds;
    const struct init_layout *layout = &kinds->items[0].layout;
    const struct init_scope all = {.group = ""};
    struct init_outcome outcome = init_choose_outcome(kinds, &all, draft->arena);
    if (!outcome.metric)
        return false;
    struct metric_list metrics = draft_list_metrics(draft, kinds);
    draft_head(draft, "MLflow's database");
    draft_outcome(draft, &outcome);
    draft_primary(draft, init_choose_primary(kinds, &all, &outcome, draft->arena), outcome.window);
    draft_exclude(draft, &metrics);
    draft_families(draft, &metrics);
    draft_comment(draft, "Arms found: %zu, with %zu runs in the first.", layout->n_arms,
                  layout->arms[0].n_runs);
    draft_guess(draft,
                "experiments are the arms; where a parameter or tag tells the arms apart, write "
                "arm: param NAME or arm: tag NAME");
    if (mlflow->single)
        draft_guess(draft, "the experiment %s has one run only, and an arm needs two",
                    mlflow->single);
    if (mlflow->n_databases > 1)
        draft_guess(draft, "there are %zu databases; this is the first that has runs",
                    mlflow->n_databases);
    strbuf_puts(draft->text, "mlflow: {file: ");
    yaml_add_text(draft->text, mlflow->file);
    strbuf_puts(draft->text, ", arm: experiment}\n");
    draft_tail(draft);
    return true;
}
