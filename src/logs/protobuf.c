#include "logs/protobuf.h"

#include <string.h>

void protobuf_init(struct protobuf *m, const unsigned char *bytes, size_t n_bytes)
{
    *m = (struct protobuf){.at = bytes, .end = bytes + n_bytes};
}

bool protobuf_varint(const unsigned char **at, const unsigned char *end, uint64_t *value)
{
    uint64_t sum = 0;
    const unsigned char *p = *at;
    for (unsigned shift = 0; shift < 70 && p < end; shift += 7) {
        unsigned char byte = *p++;
        if (shift < 64)
            sum |= (uint64_t)(byte & 0x7F) << shift;
        if (!(byte & 0x80)) {
            *at = p;
            *value = sum;
            return true;
        }
    }
    return false;
}

static bool read_fixed(struct protobuf *m, size_t n)
{
    if ((size_t)(m->end - m->at) < n)
        return false;
    m->number = 0;
    for (size_t i = 0; i < n; i++)
        m->number |= (uint64_t)m->at[i] << (8 * i);
    m->at += n;
    return true;
}

static bool read_bytes(struct protobuf *m)
{
    uint64_t n;
    if (!protobuf_varint(&m->at, m->end, &n) || n > (uint64_t)(m->end - m->at))
        return false;
    m->bytes = m->at;
    m->n_bytes = (size_t)n;
    m->at += n;
    return true;
}

bool protobuf_next(struct protobuf *m)
{
    uint64_t tag;
    if (m->at == m->end || !protobuf_varint(&m->at, m->end, &tag))
        return false;
    m->field = (uint32_t)(tag >> 3);
    m->type = (enum protobuf_type)(tag & 7);
    switch (m->type) {
    case PROTOBUF_VARINT:
        return protobuf_varint(&m->at, m->end, &m->number);
    case PROTOBUF_64:
        return read_fixed(m, 8);
    case PROTOBUF_32:
        return read_fixed(m, 4);
    case PROTOBUF_BYTES:
        return read_bytes(m);
    }
    return false; /* groups are not used */
}

double protobuf_float(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return (double)value;
}

double protobuf_double(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
