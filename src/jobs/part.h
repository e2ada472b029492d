/* Parts: the records of one share of a study's work, as bytes, and the whole from all parts.
 *
 * A part says what it belongs to: a digest of the study's data, the request, the share. Its records
 * stand in the order of the share's tasks; the last line is a digest of everything before it, so a
 * part that was cut short is noticed. Numbers are stored as they are in memory: a part from a
 * machine with other byte order or word size is refused as foreign. */
#ifndef LOGVAR_JOBS_PART_H
#define LOGVAR_JOBS_PART_H

#include "base/diag.h"
#include "base/strbuf.h"
#include "estimate/plan.h"
#include "estimate/records.h"

#include <stdbool.h>
#include <stddef.h>

struct part_bytes {
    const char *name; /* for messages: a file's name */
    const char *bytes;
    size_t n_bytes;
};

/* views[plan.n_cells]: the share's replicates stand in their places; n_done does not matter. */
void part_write(const struct plan *plan, const struct records_view *views, size_t index,
                size_t count, struct strbuf *out);

/* What a part says of itself. Texts in the arena. */
struct part_header {
    const char *manifest; /* the study's path as it was given */
    const char *study;    /* digest of its data */
    const char *request;  /* text, as part_write_request writes it */
    size_t index, count;
    size_t records_at; /* offset of the records */
};
/* false, with an error that names the part, if it is damaged or none of ours. */
bool part_read_header(const struct part_bytes *part, struct arena *arena,
                      struct part_header *header, struct diags *diags);

/* All records from all parts, in any order, into records[plan.n_cells], zeroed by the caller; they are
 * initialised, for n_wanted replicates each, once it is known that the parts are long enough to hold
 * them (records_done either way). false, with errors that name the parts (missing, twice, foreign,
 * damaged). */
bool part_merge(const struct plan *plan, const struct part_bytes *parts, size_t n_parts,
                struct records *records, struct diags *diags);

/* Digest of all data of the study that figures depend on. */
void part_study_digest(const struct study *study, char text[SHA256_TEXT]);

/* A request as lines of text, and back; names of arms, families and statistic are looked up in the
 * study. */
void part_write_request(const struct request *request, const struct study *study,
                        struct strbuf *out);
bool part_read_request(const char *text, const struct study *study, struct request *request);

#endif
