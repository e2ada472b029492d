/* A snapshot as text, every figure to its last bit: two that agree are the same. */
#ifndef LOGVAR_TESTS_SNAPSHOTS_H
#define LOGVAR_TESTS_SNAPSHOTS_H

#include "base/strbuf.h"
#include "estimate/results.h"

void snapshot_dump(const struct snapshot *snapshot, struct strbuf *out);
/* Newly allocated. */
char *snapshot_text(const struct snapshot *snapshot);

#endif
