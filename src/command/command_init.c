/* logvar init: a manifest for folders of logs. */
#include "command/commands.h"

#include "base/file.h"
#include "init/init.h"
#include "command/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static enum exit_status write_manifest(const struct options *options, const struct strbuf *text)
{
    if (!options->output || !strcmp(options->output, "-") || options->force)
        return output_write(options->output, text->text, text->length);
    struct diags diags;
    diags_init(&diags);
    bool ok = file_write(options->output, FILE_KEEP_EXISTING, text->text, text->length, &diags);
    diags_print(&diags, stderr);
    diags_done(&diags);
    return ok ? EXIT_DONE : EXIT_INTERNAL;
}

/* Said before the work is done; the writing itself refuses too. */
static bool can_be_written(const struct options *options)
{
    struct diags diags;
    struct diag_place place = {.file = options->output};
    if (!options->output || !strcmp(options->output, "-"))
        return true;
    diags_init(&diags);
    char *folder = file_folder(options->output);
    if (!options->force && access(options->output, F_OK) == 0)
        diags_add(&diags, DIAG_ERROR, place, "exists already; --force replaces it");
    else if (access(folder, W_OK | X_OK) != 0)
        diags_add(&diags, DIAG_ERROR, place, "cannot be written: %s", strerror(errno));
    diags_print(&diags, stderr);
    bool can = !diags.n_errors;
    diags_done(&diags);
    free(folder);
    return can;
}

enum exit_status command_init(const struct options *options)
{
    if (!can_be_written(options))
        return EXIT_INTERNAL;
    bool to_file = options->output && strcmp(options->output, "-") != 0;
    struct init_request request = {.n_folders = options->n_operands,
                                   .folders = options->operands,
                                   .output = to_file ? options->output : NULL};
    struct strbuf text;
    struct diags diags;
    strbuf_init(&text);
    diags_init(&diags);
    bool ok = init_manifest(&request, &text, &diags);
    diags_print(&diags, stderr);
    enum exit_status status = ok ? write_manifest(options, &text) : EXIT_DATA;
    diags_done(&diags);
    strbuf_done(&text);
    return status;
}
