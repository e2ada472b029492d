/* IDX, the format of MNIST and Fashion-MNIST: a magic number, the dimensions (big-endian 32-bit
 * numbers), then bytes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dataset.h"
#include "memory.h"

uint8_t *read_file(const char *folder, const char *name, size_t *n_bytes)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        fatal("cannot open %s (data/fetch-datasets fetches the data sets)", path);
    if (fseek(file, 0, SEEK_END) != 0 || ftell(file) < 0)
        fatal("cannot read %s", path);
    *n_bytes = (size_t)ftell(file);
    rewind(file);
    uint8_t *bytes = memory_get(*n_bytes);
    if (fread(bytes, 1, *n_bytes, file) != *n_bytes)
        fatal("cannot read %s", path);
    fclose(file);
    return bytes;
}

static size_t big_endian(const uint8_t *bytes)
{
    return (size_t)bytes[0] << 24 | (size_t)bytes[1] << 16 | (size_t)bytes[2] << 8 | bytes[3];
}

/* The bytes after the header; *n is the first dimension, *each the product of the others. */
static uint8_t *read_table(const char *folder, const char *part, const char *what, size_t *n,
                           size_t *each)
{
    char name[64];
    size_t n_bytes, size = 1;
    snprintf(name, sizeof name, "%s-%s-ubyte", part, what);
    uint8_t *bytes = read_file(folder, name, &n_bytes);
    const size_t dimensions = n_bytes > 4 ? bytes[3] : 0, header = 4 + 4 * dimensions;
    if (dimensions < 1 || dimensions > 3 || n_bytes < header || bytes[2] != 8)
        fatal("%s/%s is not an IDX file of bytes", folder, name);
    for (size_t d = 1; d < dimensions; d++)
        size *= big_endian(bytes + 4 + 4 * d);
    *n = big_endian(bytes + 4);
    *each = size;
    if (n_bytes != header + *n * size)
        fatal("%s/%s has the wrong length", folder, name);
    memmove(bytes, bytes + header, n_bytes - header);
    return bytes;
}

struct examples read_idx(const char *folder, const char *part, size_t *n_features)
{
    struct examples examples;
    size_t n_labels, one;
    examples.x = read_table(folder, part, "images-idx3", &examples.n, n_features);
    examples.labels = read_table(folder, part, "labels-idx1", &n_labels, &one);
    if (n_labels != examples.n || one != 1)
        fatal("%s: images and labels differ in number", folder);
    return examples;
}
