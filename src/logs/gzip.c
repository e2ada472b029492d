#include "logs/gzip.h"

#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { SMALL_BYTES = 16 << 20 }; /* up to here the ratio does not matter */

struct inflation {
    z_stream stream;
    const char *in;
    size_t n_left;
    char *out;
    size_t n_out, capacity, max_bytes;
};

bool gzip_is(const char *bytes, size_t n_bytes)
{
    return n_bytes >= 3 && !memcmp(bytes, "\x1f\x8b\x08", 3);
}

/* zlib counts in unsigned int. */
static unsigned piece(size_t n)
{
    return n < (1u << 30) ? (unsigned)n : 1u << 30;
}

static int step(struct inflation *i)
{
    if (i->n_out == i->capacity) {
        i->capacity *= 2;
        i->out = mem_resize(i->out, i->capacity + 1, 1);
    }
    unsigned n_in = piece(i->n_left), n_out = piece(i->capacity - i->n_out);
    i->stream.next_in = (Bytef *)(uintptr_t)i->in;
    i->stream.avail_in = n_in;
    i->stream.next_out = (Bytef *)i->out + i->n_out;
    i->stream.avail_out = n_out;
    int status = inflate(&i->stream, Z_NO_FLUSH);
    i->in += n_in - i->stream.avail_in;
    i->n_left -= n_in - i->stream.avail_in;
    i->n_out += n_out - i->stream.avail_out;
    return status;
}

/* Members may follow one another, as when files were joined. Z_STREAM_END = all is well. */
static int inflate_all(struct inflation *i)
{
    for (;;) {
        int status = step(i);
        if (i->n_out > i->max_bytes)
            return Z_BUF_ERROR;
        if (status == Z_STREAM_END && gzip_is(i->in, i->n_left))
            status = inflateReset(&i->stream);
        else if (status == Z_OK && !i->n_left && i->n_out < i->capacity)
            return Z_BUF_ERROR;
        if (status != Z_OK)
            return status;
    }
}

static size_t limit_for(size_t n_bytes, size_t max_bytes)
{
    size_t by_ratio = n_bytes < SIZE_MAX / GZIP_RATIO_MAX ? n_bytes * GZIP_RATIO_MAX : SIZE_MAX;
    size_t limit = by_ratio > SMALL_BYTES ? by_ratio : SMALL_BYTES;
    return limit < max_bytes ? limit : max_bytes;
}

bool gzip_inflate(const char *path, size_t max_bytes, struct file_bytes *file, struct diags *diags)
{
    struct diag_place place = {.file = path};
    struct inflation i = {.in = file->bytes,
                          .n_left = file->n_bytes,
                          .capacity = file->n_bytes * 4 + 4096,
                          .max_bytes = limit_for(file->n_bytes, max_bytes)};
    int started = inflateInit2(&i.stream, 15 + 16);
    if (started == Z_MEM_ERROR)
        mem_exhausted();
    if (started != Z_OK) {
        diags_add(diags, DIAG_ERROR, place, "zlib cannot start");
        return false;
    }
    i.out = mem_alloc(i.capacity + 1);
    int status = inflate_all(&i);
    inflateEnd(&i.stream);
    if (status == Z_MEM_ERROR)
        mem_exhausted();
    bool ok = i.n_out && i.n_out <= i.max_bytes;
    if (i.n_out > i.max_bytes)
        diags_add(diags, DIAG_ERROR, place,
                  "inflates to more than %zu MiB, the limit for a file of its size",
                  i.max_bytes >> 20);
    else if (!ok)
        diags_add(diags, DIAG_ERROR, place, "gzip-compressed, and nothing can be read from it");
    else if (status != Z_STREAM_END)
        diags_add(diags, DIAG_WARNING, place,
                  "the compressed data stop short or are damaged; read up to there");
    if (!ok) {
        free(i.out);
        return false;
    }
    i.out[i.n_out] = '\0';
    file_bytes_done(file);
    *file = (struct file_bytes){i.out, i.n_out};
    return true;
}
