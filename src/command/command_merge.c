#include "command/commands.h"

#include "jobs/jobs.h"

#include <stdio.h>
#include <stdlib.h>

static struct snapshot *join(const struct options *options, struct study *study,
                             struct record_facts **facts, struct diags *diags)
{
    *facts = command_record(study);
    struct exploratory_history history = record_history(*facts);
    return jobs_merge(study, &history, options->operands, options->n_operands, diags);
}

/* Only the parts say what is listed; what is noted by then belongs into the report. */
static enum exit_status merge(const struct options *options, struct study *study,
                              struct diags *diags)
{
    struct record_facts *facts;
    struct snapshot *snapshot = join(options, study, &facts, diags);
    if (snapshot && command_note_looks(study, &snapshot->request, NULL)) {
        snapshot_unref(snapshot);
        record_facts_free(facts);
        snapshot = join(options, study, &facts, diags);
    }
    enum exit_status status = snapshot ? command_deliver(options, snapshot, facts) : EXIT_DATA;
    snapshot_unref(snapshot);
    record_facts_free(facts);
    return status;
}

enum exit_status command_merge(const struct options *options)
{
    struct diags diags;
    diags_init(&diags);
    char *manifest = jobs_part_manifest(options->operands[0], &diags);
    struct study *study = manifest ? command_load(manifest, options, DIAG_WARNING) : NULL;
    enum exit_status status = study ? merge(options, study, &diags) : EXIT_DATA;
    diags_print(&diags, stderr);
    diags_done(&diags);
    study_unref(study);
    free(manifest);
    return status;
}
