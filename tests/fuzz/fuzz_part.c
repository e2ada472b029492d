/* Parts of a report (--shard): the input is a request as text, a line with a dot, and records as
 * bytes, which become one whole part with the right digests: a fuzzer guesses none. Then the input
 * itself as a part. */
#include "fuzz.h"
#include "support.h"

#include "base/sha256.h"
#include "jobs/jobs.h"
#include "jobs/part.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

static void merge(const struct part_bytes *part)
{
    struct diags diags;
    struct strbuf text;
    diags_init(&diags);
    strbuf_init(&text);
    struct snapshot *snapshot = jobs_merge_bytes(fuzz_study(), NULL, part, 1, &diags);
    if ((snapshot == NULL) != (diags.n_errors > 0))
        abort();
    if (snapshot)
        report_format_find("json")->write(snapshot, NULL, &text);
    snapshot_unref(snapshot);
    strbuf_done(&text);
    diags_done(&diags);
}

static void add_u64(struct strbuf *out, uint64_t value)
{
    strbuf_add(out, (const char *)&value, sizeof value);
}

/* part_write's header, around a request that may be anything. */
static void make_part(struct strbuf *out, const char *bytes, size_t n_bytes)
{
    static const char end[] = "\n.\n";
    const char *stop = memmem(bytes, n_bytes, end, sizeof end - 1);
    size_t n_request = stop ? (size_t)(stop - bytes) + 1 : n_bytes;
    size_t skip = stop ? n_request + 2 : n_bytes;
    char digest[SHA256_TEXT];
    part_study_digest(fuzz_study(), digest);
    strbuf_puts(out, "logvar part 1\n");
    add_u64(out, UINT64_C(0x0102030405060708));
    strbuf_puts(out, digest);
    add_u64(out, 0);
    add_u64(out, 1);
    add_u64(out, strlen(fuzz_study()->path));
    add_u64(out, n_request);
    strbuf_puts(out, fuzz_study()->path);
    strbuf_add(out, bytes, n_request);
    strbuf_add(out, bytes + skip, n_bytes - skip);
    sha256_hex(out->text, out->length, digest);
    strbuf_puts(out, digest);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
    struct strbuf made;
    strbuf_init(&made);
    make_part(&made, (const char *)bytes, n_bytes);
    merge(&(struct part_bytes){"made", made.text, made.length});
    merge(&(struct part_bytes){"raw", (const char *)bytes, n_bytes});
    strbuf_done(&made);
    return 0;
}
