/* logvar init: a manifest for folders of logs. */
#include "commands.h"

#include "base/file.h"
#include "init/init.h"
#include "output.h"

#include <stdio.h>
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
static bool is_in_the_way(const struct options *options)
{
    if (!options->output || !strcmp(options->output, "-") || options->force ||
        access(options->output, F_OK) != 0)
        return false;
    struct diags diags;
    diags_init(&diags);
    diags_add(&diags, DIAG_ERROR, (struct diag_place){.file = options->output},
              "exists already; --force replaces it");
    diags_print(&diags, stderr);
    diags_done(&diags);
    return true;
}

enum exit_status command_init(const struct options *options)
{
    if (is_in_the_way(options))
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
