/* The text of a manifest, without looking at the disk; and each line as a pattern for paths. */
#include "fuzz.h"

#include "manifest/manifest_discover.h"
#include "manifest/manifest_internal.h"

#include <stdlib.h>
#include <string.h>

static void try_pattern(struct arena *arena, const char *line)
{
    struct pattern pattern;
    const char *captures[N_CAPTURES];
    if (pattern_compile(arena, line, &pattern))
        return;
    for (size_t i = 0; i < pattern.n_components; i++) {
        component_match(&pattern.components[i], arena, "run_01_steps.csv", captures);
        component_match(&pattern.components[i], arena, line, captures);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
    struct diags diags;
    diags_init(&diags);
    struct manifest *manifest =
        manifest_load_bytes("fuzz.yaml", (const char *)bytes, n_bytes, false, &diags);
    if ((manifest == NULL) != (diags.n_errors > 0))
        abort();
    manifest_free(manifest);
    diags_done(&diags);

    struct arena arena;
    arena_init(&arena);
    const char *first = memchr(bytes, '\n', n_bytes);
    size_t n_line = first ? (size_t)(first - (const char *)bytes) : n_bytes;
    if (n_line && n_line <= 200)
        try_pattern(&arena, arena_strndup(&arena, (const char *)bytes, n_line));
    arena_done(&arena);
    return 0;
}
