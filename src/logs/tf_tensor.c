#include "logs/tf_tensor.h"

#include "base/num.h"
#include "logs/protobuf.h"

#include <math.h>

/* How the bits of one element become a number. */
static double from_float(uint64_t bits)
{
    return protobuf_float((uint32_t)bits);
}

static double from_signed(uint64_t bits)
{
    return (double)(int64_t)bits;
}

static double from_unsigned(uint64_t bits)
{
    return (double)bits;
}

static double from_bfloat16(uint64_t bits)
{
    return protobuf_float((uint32_t)(bits & 0xFFFF) << 16);
}

/* IEEE binary16: 1 sign, 5 exponent, 10 fraction bits. */
static double from_half(uint64_t bits)
{
    int exponent = (int)(bits >> 10 & 0x1F);
    double fraction = (double)(bits & 0x3FF), size;
    if (exponent == 0x1F)
        size = fraction > 0 ? (double)NAN : (double)INFINITY;
    else if (exponent)
        size = ldexp(1024 + fraction, exponent - 25);
    else
        size = ldexp(fraction, -24);
    return bits & 0x8000 ? -size : size;
}

/* DataType of TensorFlow's types.proto: size in tensor_content, the field of single values. */
static const struct type {
    unsigned dtype, n_bytes, field;
    double (*number)(uint64_t bits);
} types[] = {
    {1, 4, 5, from_float},      /* float */
    {2, 8, 6, protobuf_double}, /* double */
    {3, 4, 7, from_signed},     /* int32 */
    {4, 1, 7, from_unsigned},   /* uint8 */
    {5, 2, 7, from_signed},     /* int16 */
    {6, 1, 7, from_signed},     /* int8 */
    {9, 8, 10, from_signed},    /* int64 */
    {10, 1, 11, from_unsigned}, /* bool */
    {14, 2, 13, from_bfloat16}, /* bfloat16 */
    {17, 2, 7, from_unsigned},  /* uint16 */
    {19, 2, 13, from_half},     /* half */
    {22, 4, 16, from_unsigned}, /* uint32 */
    {23, 8, 17, from_unsigned}, /* uint64 */
};

enum { TENSOR_CONTENT = 4, FIELD_DTYPE = 1 };

static const struct type *find_type(uint64_t dtype)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].dtype == dtype)
            return &types[i];
    return NULL;
}

static double from_content(const struct type *type, const unsigned char *bytes, size_t n_bytes)
{
    uint64_t bits = 0;
    if (n_bytes != type->n_bytes)
        return NAN;
    for (size_t i = 0; i < n_bytes; i++)
        bits |= (uint64_t)bytes[i] << (8 * i);
    unsigned unused = 64 - 8 * type->n_bytes;
    if (type->number == from_signed && unused) /* extend the sign */
        bits = (uint64_t)((int64_t)(bits << unused) >> unused);
    return type->number(bits);
}

/* A list of values, packed into bytes or one by one; counts them and keeps the last one's bits. */
static size_t count_values(const struct type *type, const struct protobuf *field, uint64_t *bits)
{
    if (field->type != PROTOBUF_BYTES) {
        *bits = field->number;
        return 1;
    }
    size_t n = 0;
    const unsigned char *at = field->bytes, *end = at + field->n_bytes;
    if (type->field == 5 || type->field == 6) {
        size_t size = type->field == 5 ? 4 : 8;
        *bits = 0;
        for (size_t i = 0; i < size && i < field->n_bytes; i++)
            *bits |= (uint64_t)at[i] << (8 * i);
        return field->n_bytes / size;
    }
    while (at < end && protobuf_varint(&at, end, bits))
        n++;
    return n;
}

double tf_tensor_scalar(const unsigned char *bytes, size_t n_bytes)
{
    struct protobuf tensor;
    const struct type *type = NULL;
    double value = NAN;
    size_t n_values = 0;
    protobuf_init(&tensor, bytes, n_bytes);
    /* The type comes first in every writer's output. */
    while (protobuf_next(&tensor)) {
        if (tensor.field == FIELD_DTYPE && tensor.type == PROTOBUF_VARINT) {
            type = find_type(tensor.number);
        } else if (type && tensor.field == TENSOR_CONTENT && tensor.type == PROTOBUF_BYTES &&
                   tensor.n_bytes) {
            value = from_content(type, tensor.bytes, tensor.n_bytes);
            n_values++;
        } else if (type && tensor.field == type->field) {
            uint64_t bits = 0;
            n_values += count_values(type, &tensor, &bits);
            value = type->number(bits);
        }
    }
    return n_values != 1 ? (double)NAN : isnan(value) ? num_nan() : value;
}
