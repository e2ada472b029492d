/* The framing of a .wandb file: a head of 7 bytes, then blocks of 32 KiB in which records lie, cut
 * where a block ends. Each piece has a head of its own: checksum, length, kind (whole, first,
 * middle, last). The client checks a piece by zlib's CRC-32 over its kind and data; the format that
 * it took over by CRC-32C, masked. Either is taken. */
#ifndef LOGVAR_LOGS_WANDB_RECORDS_H
#define LOGVAR_LOGS_WANDB_RECORDS_H

#include "base/strbuf.h"
#include "logs/protobuf.h"

#include <stdbool.h>
#include <stddef.h>

enum { WANDB_HEAD = 7, WANDB_BLOCK = 32768 };

struct wandb_records {
    const unsigned char *start, *at, *end;
    struct strbuf joined; /* a record of several pieces */
    bool inside;          /* its first piece was read, its last one not */
    /* What was lost: pieces with a wrong checksum, or of a record that lacks others. */
    size_t n_damaged, first_damaged; /* byte of the file */
    bool truncated;                  /* the file ends within a record */
};

bool wandb_is(const void *bytes, size_t n_bytes);
void wandb_records_init(struct wandb_records *records, const void *bytes, size_t n_bytes);
void wandb_records_done(struct wandb_records *records);
/* The next whole record, valid until the next call; false at the end. What is damaged is passed
 * over: reading goes on behind it, or with the next block. */
bool wandb_records_next(struct wandb_records *records, struct protobuf *record);

#endif
