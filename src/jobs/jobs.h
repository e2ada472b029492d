/* Jobs: requests in, snapshots out, computed on worker threads.
 *
 * Ownership. jobs_submit copies the request and takes its own reference to the study; the call
 * returns at once and never blocks on computing. Workers fill cells (one per arm, analysis, size,
 * adjuster and what it depends on) in chunks of replicates; a cell that is complete or partly done
 * stays in a bounded cache, so going back to an earlier choice is instant. At most 20 times a second
 * a new immutable snapshot is put into the mailbox (an untaken older one is dropped) and one byte
 * is written to jobs_fd. A newer request raises the generation: work of older ones stops within
 * 10 ms, and no snapshot of an older generation is handed out after jobs_submit returned.
 *
 * Results do not depend on the number of threads: every replicate has its own random stream and its
 * own place in its cell; sums over replicates are taken in replicate order.
 *
 * jobs_submit, jobs_fd, jobs_take and jobs_free belong to one thread (the screen's). */
#ifndef LOGVAR_JOBS_JOBS_H
#define LOGVAR_JOBS_JOBS_H

#include "base/diag.h"
#include "base/strbuf.h"
#include "estimate/request.h"
#include "estimate/results.h"
#include "study/study.h"

#include <stdbool.h>
#include <stddef.h>

struct jobs;

enum { JOBS_CACHE_MIB = 256 };

/* n_threads 0 = as many as there are processors. */
struct jobs *jobs_new(size_t n_threads, size_t cache_bytes);
void jobs_free(struct jobs *jobs); /* cancels, joins all threads */
size_t jobs_threads(const struct jobs *jobs);

void jobs_submit(struct jobs *jobs, struct study *study, const struct request *request,
                 const struct exploratory_history *history);
/* Becomes readable when a snapshot waits. */
int jobs_fd(const struct jobs *jobs);
/* The newest snapshot not taken yet, a reference for the caller, or NULL. Drains jobs_fd. */
struct snapshot *jobs_take(struct jobs *jobs);

/* Called on the calling thread, at most 20 times a second; false = give up. */
typedef bool jobs_progress(void *user, size_t n_done, size_t n_wanted);

/* For reports: all of the request, synchronously, on n_threads threads through the same tasks.
 * history may be NULL: nothing was looked at before. NULL only if progress said to give up. */
struct snapshot *jobs_run(struct study *study, const struct request *request,
                          const struct exploratory_history *history, size_t n_threads,
                          jobs_progress *progress, void *user);

/* Past one machine. A study's work divides into shares 1 .. count; each is computed anywhere into a
 * part (bytes, or a file), and all parts together, in any order, give the very snapshot that jobs_run
 * gives. Every machine needs the study's files; figures are the same to the last bit as long as the
 * machines run the same program with the same mathematical library.
 *
 * jobs_shard: false if progress said to give up, or after an internal fault (an error). */
bool jobs_shard(struct study *study, const struct request *request, size_t n_threads, size_t index,
                size_t count, jobs_progress *progress, void *user, struct strbuf *out,
                struct diags *diags);
/* The manifest's path as it stands in a part, newly allocated; NULL with an error. */
char *jobs_part_manifest(const char *path, struct diags *diags);
/* The request is the parts' own; history as for jobs_run. NULL with errors that name each part that is missing, foreign,
 * damaged or there twice. */
struct snapshot *jobs_merge(struct study *study, const struct exploratory_history *history,
                            const char *const *paths, size_t n_paths, struct diags *diags);
struct part_bytes;
struct snapshot *jobs_merge_bytes(struct study *study, const struct exploratory_history *history,
                                  const struct part_bytes *parts, size_t n_parts,
                                  struct diags *diags);

#endif
