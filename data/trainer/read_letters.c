/* The UCI letter recognition data as R saved them: a serialised data frame, version 2, XDR.
 *
 * After "RDX2\nX\n" and three version numbers comes a list with one element, the data frame.  Only
 * what such a file has is understood: an item starts with 32 bits of flags, the lowest 8 its type,
 * bit 8 "is an object", bit 9 "attributes follow the data", bit 10 "a tag comes first".  All
 * numbers are big-endian.  The data frame is a vector of 17 columns: a factor (integers 1 to 26: A
 * to Z), and 16 columns of whole numbers 0 … 15 stored as doubles.
 */
#include <stdlib.h>
#include <string.h>

#include "dataset.h"
#include "memory.h"

enum { R_PAIRLIST = 2, R_INTEGERS = 13, R_REALS = 14, R_VECTOR = 19 };
enum { FLAG_TAG = 1 << 10 };
enum { HEADER_BYTES = 7 + 12, N_FEATURES = 16, N_LEVELS = 26 };

struct reader {
    const uint8_t *at, *end;
};

static const uint8_t *take(struct reader *reader, size_t n)
{
    if ((size_t)(reader->end - reader->at) < n)
        fatal("the letter data end too early");
    const uint8_t *here = reader->at;
    reader->at += n;
    return here;
}

static uint32_t take_number(struct reader *reader)
{
    const uint8_t *b = take(reader, 4);
    return (uint32_t)b[0] << 24 | (uint32_t)b[1] << 16 | (uint32_t)b[2] << 8 | b[3];
}

static double take_double(struct reader *reader)
{
    uint64_t bits = (uint64_t)take_number(reader) << 32;
    double value;
    bits |= take_number(reader);
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t expect(struct reader *reader, uint32_t type)
{
    const uint32_t flags = take_number(reader);
    if ((flags & 0xff) != type)
        fatal("the letter data have an item of type %u where %u is expected",
              (unsigned)(flags & 0xff), (unsigned)type);
    return flags;
}

/* A symbol, by which the list names its element: flags, then a string with its own flags. */
static void skip_symbol(struct reader *reader)
{
    take_number(reader);
    take_number(reader);
    take(reader, take_number(reader));
}

/* The factor's attributes (level names, class) follow it.  Their exact shape does not matter here:
 * the next column begins at the next "real vector of n numbers". */
static void seek_real_vector(struct reader *reader, uint32_t n)
{
    for (;;) {
        const uint8_t *b = take(reader, 8);
        struct reader ahead = {b, reader->end};
        if (take_number(&ahead) == R_REALS && take_number(&ahead) == n) {
            reader->at = b;
            return;
        }
        reader->at = b + 1;
    }
}

static void read_labels(struct reader *reader, struct examples *examples)
{
    expect(reader, R_INTEGERS);
    examples->n = take_number(reader);
    if (examples->n > 1000000)
        fatal("the letter data have too many rows");
    examples->labels = memory_get(examples->n);
    for (size_t i = 0; i < examples->n; i++) {
        const uint32_t level = take_number(reader);
        if (level < 1 || level > N_LEVELS)
            fatal("the letter data have the unknown letter %u", (unsigned)level);
        examples->labels[i] = (uint8_t)(level - 1);
    }
}

static void read_feature(struct reader *reader, struct examples *examples, size_t feature)
{
    expect(reader, R_REALS);
    if (take_number(reader) != examples->n)
        fatal("the letter data have columns of different lengths");
    for (size_t i = 0; i < examples->n; i++) {
        const double value = take_double(reader);
        if (!(value >= 0 && value <= 15))
            fatal("the letter data have a feature outside 0 … 15");
        examples->x[i * N_FEATURES + feature] = (uint8_t)value;
    }
}

struct examples read_letters(const char *folder, size_t *n_features)
{
    size_t n_bytes;
    struct examples examples;
    uint8_t *bytes = read_file(folder, "letter.rdata", &n_bytes);
    struct reader reader = {bytes, bytes + n_bytes};
    if (memcmp(take(&reader, HEADER_BYTES), "RDX2\nX\n", 7) != 0)
        fatal("%s/letter.rdata is not an R data file", folder);
    if (expect(&reader, R_PAIRLIST) & FLAG_TAG)
        skip_symbol(&reader);
    expect(&reader, R_VECTOR);
    if (take_number(&reader) != N_FEATURES + 1)
        fatal("the letter data have the wrong number of columns");
    read_labels(&reader, &examples);
    examples.x = memory_get(examples.n * N_FEATURES);
    seek_real_vector(&reader, (uint32_t)examples.n);
    for (size_t feature = 0; feature < N_FEATURES; feature++)
        read_feature(&reader, &examples, feature);
    free(bytes);
    *n_features = N_FEATURES;
    return examples;
}
