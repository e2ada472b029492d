/* Everything that a person types: a command line, one word a line; and every line by itself as a
 * statistic's name, window, adjuster, condition, filter and number. */
#include "fuzz.h"
#include "support.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/text.h"
#include "command/choices.h"
#include "engine/adjuster.h"
#include "report/condition.h"
#include "study/candidate.h"
#include "tui/match.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS_MAX = 64 };

/* What is read and written again is read as the same. */
static void try_candidate(const char *text)
{
    struct candidate_spec spec, again;
    struct arena arena;
    size_t from, length, n = strlen(text);
    if (!candidate_read(text, &spec, &from, &length))
        return;
    if (from + length > n || !length)
        abort();
    arena_init(&arena);
    const char *metric = arena_strndup(&arena, text + from, length);
    const char *name = candidate_name(&spec, metric, "1/3", &arena);
    if (!candidate_read(name, &again, &from, &length) || again.kind != spec.kind ||
        again.statistic != spec.statistic || again.n_prefix != spec.n_prefix ||
        again.axis != spec.axis || (again.position != spec.position))
        abort();
    arena_done(&arena);
}

static void try_number(const char *text, size_t n)
{
    double value, fraction;
    char written[NUM_TEXT_MAX];
    enum num_kind kind = num_read(text, n, &value);
    if ((kind == NUM_FINITE && !isfinite(value)) || num_prefix(text, n, &fraction) > n)
        abort();
    num_write(written, value);
    if (kind == NUM_FINITE &&
        (num_read(written, strlen(written), &fraction) != kind || fraction != value))
        abort();
    if (window_read_fraction(text, n, &fraction) && !(fraction > 0 && fraction <= 1))
        abort();
}

static void try_word(const char *text)
{
    struct adjuster adjuster;
    struct condition condition;
    struct strbuf problem;
    char name[ADJUSTER_NAME_MAX];
    strbuf_init(&problem);
    try_candidate(text);
    try_number(text, strlen(text));
    if (adjuster_parse(text, &adjuster)) {
        adjuster_name(adjuster, name);
        if (strcmp(name, text) != 0)
            abort();
    }
    if (condition_parse(text, &condition, &problem) == (problem.length > 0))
        abort();
    text_glob(text, "val_loss@1/3");
    match_filter(text, "mean(Batch_Loss,1:100)");
    text_natural(text, "run10");
    text_width(text);
    strbuf_done(&problem);
}

static void try_command_line(int n_words, char **words)
{
    struct options options;
    struct request request;
    struct diags diags;
    diags_init(&diags);
    bool ok = options_parse(&options, n_words, words, &diags);
    if (ok != !diags.n_errors && !options.help && !options.version && !options.completion)
        abort();
    if (ok && options.command != COMMAND_SIMULATE) {
        choices_request(&options, fuzz_study(), &request, &diags);
        request_done(&request);
    }
    options_done(&options);
    diags_done(&diags);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
    const char *at = (const char *)bytes, *end = at + n_bytes;
    char *words[WORDS_MAX + 2] = {mem_strdup("logvar")};
    int n = 1;
    for (; n <= WORDS_MAX && fuzz_line(&at, end, &words[n]); n++)
        try_word(words[n]);
    try_command_line(n, words);
    for (int i = 0; i < n; i++)
        free(words[i]);
    return 0;
}
