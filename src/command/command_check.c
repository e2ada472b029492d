/* check and candidates: what a study holds, without any estimate. */
#include "command/commands.h"

#include "base/mem.h"
#include "command/output.h"
#include "report/candidates_csv.h"
#include "report/check.h"

#include <stdio.h>
#include <stdlib.h>

enum exit_status command_check(const struct options *options)
{
    struct study *study = command_load(options->operands[0], options, DIAG_NOTE);
    if (!study)
        return EXIT_DATA;
    struct strbuf text;
    strbuf_init(&text);
    check_write(study, &text);
    enum exit_status status = output_write(options->output, text.text, text.length);
    strbuf_done(&text);
    study_unref(study);
    return status;
}

/* Through memory, since a file is written whole or not at all. */
static enum exit_status print_matrix(const struct options *options, const struct study *study,
                                     const struct candidates_choice *choice)
{
    char *bytes = NULL;
    size_t n_bytes = 0;
    FILE *memory = open_memstream(&bytes, &n_bytes);
    enum exit_status status = EXIT_INTERNAL;
    if (memory)
        candidates_csv_print(study, choice, memory);
    if (memory && fclose(memory) == 0)
        status = output_write(options->output, bytes, n_bytes);
    else
        fputs("logvar: error: not enough memory for the matrix\n", stderr);
    free(bytes);
    return status;
}

enum exit_status command_candidates(const struct options *options)
{
    struct study *study = command_load(options->operands[0], options, DIAG_WARNING);
    if (!study)
        return EXIT_DATA;
    struct request request;
    enum exit_status status = EXIT_USAGE;
    if (command_request(options, study, &request)) {
        command_note_looks(study, &request, "candidates with outcomes");
        bool *arms = mem_zeroed(study->n_arms, sizeof *arms);
        for (size_t i = 0; i < request.n_arms; i++)
            arms[request.arms[i]] = true;
        struct candidates_choice choice = {.arms = arms, .families = request.families};
        status = print_matrix(options, study, &choice);
        free(arms);
    }
    request_done(&request);
    study_unref(study);
    return status;
}
