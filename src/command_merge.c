#include "commands.h"

#include "jobs/jobs.h"

#include <stdio.h>
#include <stdlib.h>

static struct snapshot *merge(const struct options *options, struct diags *diags)
{
    char *manifest = jobs_part_manifest(options->operands[0], diags);
    struct study *study = manifest ? command_load(manifest, options, DIAG_WARNING) : NULL;
    struct snapshot *snapshot =
        study ? jobs_merge(study, options->operands, options->n_operands, diags) : NULL;
    study_unref(study);
    free(manifest);
    return snapshot;
}

enum exit_status command_merge(const struct options *options)
{
    struct diags diags;
    diags_init(&diags);
    struct snapshot *snapshot = merge(options, &diags);
    diags_print(&diags, stderr);
    diags_done(&diags);
    enum exit_status status = snapshot ? command_deliver(options, snapshot) : EXIT_DATA;
    snapshot_unref(snapshot);
    return status;
}
