/* TFRecord framing: length, masked CRC-32C of the length, data, masked CRC-32C of the data. */
#ifndef LOGVAR_LOGS_TFRECORD_H
#define LOGVAR_LOGS_TFRECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* CRC-32C (Castagnoli), by the processor where it can, else by tables: the same value. */
uint32_t crc32c(const void *bytes, size_t n_bytes);
uint32_t crc32c_portable(const void *bytes, size_t n_bytes);
/* As TFRecord stores it. */
uint32_t crc32c_masked(uint32_t crc);

enum tfrecord_status {
    TFRECORD_OK,
    TFRECORD_END,
    TFRECORD_TRUNCATED, /* the file stops within a record */
    TFRECORD_BAD_DATA,  /* the checksum of the data is wrong: this record is lost */
    TFRECORD_BAD_FRAME /* the checksum of the length is wrong: where the next record begins is not known */
};

struct tfrecord {
    const unsigned char *data; /* in the caller's bytes */
    size_t n_bytes;
    size_t offset; /* of the record, from the start */
};

struct tfrecords {
    const unsigned char *start, *at, *end;
};

void tfrecords_init(struct tfrecords *records, const void *bytes, size_t n_bytes);
enum tfrecord_status tfrecords_next(struct tfrecords *records, struct tfrecord *record);

/* After TFRECORD_BAD_FRAME: goes on to the next place where a length and its checksum stand that fit.
 * false, and nothing is done, if there is none. */
bool tfrecords_find_next(struct tfrecords *records);

#endif
