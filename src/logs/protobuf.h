/* Fields of a protocol buffer message, one after another; enough to read TensorBoard's events. */
#ifndef LOGVAR_LOGS_PROTOBUF_H
#define LOGVAR_LOGS_PROTOBUF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum protobuf_type { PROTOBUF_VARINT = 0, PROTOBUF_64 = 1, PROTOBUF_BYTES = 2, PROTOBUF_32 = 5 };

struct protobuf {
    const unsigned char *at, *end;
    /* The field read last: */
    uint32_t field;
    enum protobuf_type type;
    uint64_t number;            /* of a varint, or the bits of a fixed one */
    const unsigned char *bytes; /* of PROTOBUF_BYTES, in the caller's memory */
    size_t n_bytes;
};

void protobuf_init(struct protobuf *message, const unsigned char *bytes, size_t n_bytes);
/* false at the end, or where the message is malformed. */
bool protobuf_next(struct protobuf *message);
/* One varint of a packed list; false at its end. */
bool protobuf_varint(const unsigned char **at, const unsigned char *end, uint64_t *value);
double protobuf_float(uint32_t bits);
double protobuf_double(uint64_t bits);

#endif
