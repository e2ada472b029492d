#include "logs/wandb_records.h"

#include "logs/tfrecord.h"

#include <string.h>
#include <zlib.h>

enum { PIECE_HEAD = 7, WHOLE = 1, FIRST, MIDDLE, LAST };
/* A record of the client is some MiB at most; more is damage. */
static const size_t record_bytes_max = (size_t)256 << 20;

struct wandb_piece {
    const unsigned char *data;
    size_t n_bytes;
    unsigned kind;
};

bool wandb_is(const void *bytes, size_t n_bytes)
{
    /* ":W&B", then 0xBEE1 and the version. */
    return n_bytes >= WANDB_HEAD && !memcmp(bytes, ":W&B\xE1\xBE", 6);
}

void wandb_records_init(struct wandb_records *records, const void *bytes, size_t n_bytes)
{
    *records = (struct wandb_records){.start = bytes};
    records->end = records->start + n_bytes;
    records->at = records->start + (n_bytes < WANDB_HEAD ? n_bytes : WANDB_HEAD);
    strbuf_init(&records->joined);
}

void wandb_records_done(struct wandb_records *records)
{
    strbuf_done(&records->joined);
}

static size_t little_endian(const unsigned char *p, unsigned n)
{
    size_t value = 0;
    for (unsigned i = 0; i < n; i++)
        value |= (size_t)p[i] << (8 * i);
    return value;
}

/* How far the block of this place still goes. */
static size_t left_in_block(const struct wandb_records *records, const unsigned char *at)
{
    size_t block = WANDB_BLOCK - (size_t)(at - records->start) % WANDB_BLOCK;
    size_t file = (size_t)(records->end - at);
    return block < file ? block : file;
}

/* Kind and data lie next to each other, so that one sum runs over both. */
static bool sum_is_right(const unsigned char *head, size_t n_data)
{
    size_t sum = little_endian(head, 4);
    return sum == crc32(0, head + 6, (uInt)n_data + 1) ||
           sum == crc32c_masked(crc32c(head + 6, n_data + 1));
}

static bool piece_at(const struct wandb_records *records, const unsigned char *at,
                     struct wandb_piece *piece)
{
    size_t left = left_in_block(records, at);
    if (left < PIECE_HEAD)
        return false;
    *piece = (struct wandb_piece){at + PIECE_HEAD, little_endian(at + 4, 2), at[6]};
    return piece->kind >= WHOLE && piece->kind <= LAST && piece->n_bytes <= left - PIECE_HEAD &&
           sum_is_right(at, piece->n_bytes);
}

static void note_damage(struct wandb_records *records, const unsigned char *at)
{
    if (!records->n_damaged++)
        records->first_damaged = (size_t)(at - records->start);
    records->inside = false;
}

/* Behind damage: where its length says if a piece stands there, else at the next block. */
static void pass_over(struct wandb_records *records)
{
    const unsigned char *at = records->at;
    size_t left = left_in_block(records, at), n = PIECE_HEAD + little_endian(at + 4, 2);
    struct wandb_piece next;
    bool cut_off = left < WANDB_BLOCK && at + left == records->end && n > left;
    if (cut_off && at[6] >= WHOLE && at[6] <= LAST)
        records->truncated = true;
    else
        note_damage(records, at);
    records->at += n < left && piece_at(records, at + n, &next) ? n : left;
}

/* Room too small for a head is filled with zeros; a file that was made larger beforehand, too. */
static bool pass_over_blank(struct wandb_records *records)
{
    size_t left = left_in_block(records, records->at), n = 0;
    bool at_end = left < WANDB_BLOCK && records->at + left == records->end &&
                  (size_t)(records->end - records->start) % WANDB_BLOCK != 0;
    while (n < left && !records->at[n])
        n++;
    if (n < left && left >= PIECE_HEAD)
        return false;
    if (n < left && at_end)
        records->truncated = true;
    else if (n < left)
        note_damage(records, records->at);
    records->at += left;
    return true;
}

static bool next_piece(struct wandb_records *records, struct wandb_piece *piece)
{
    while (records->at < records->end) {
        if (piece_at(records, records->at, piece)) {
            records->at = piece->data + piece->n_bytes;
            return true;
        }
        if (!pass_over_blank(records))
            pass_over(records);
    }
    return false;
}

/* Whether the piece makes the record whole. */
static bool add_piece(struct wandb_records *records, const struct wandb_piece *piece)
{
    bool goes_on = piece->kind == MIDDLE || piece->kind == LAST;
    if (goes_on != records->inside)
        note_damage(records, piece->data - PIECE_HEAD);
    if (goes_on && !records->inside)
        return false;
    if (!goes_on)
        strbuf_clear(&records->joined);
    records->inside = piece->kind == FIRST || piece->kind == MIDDLE;
    if (records->joined.length + piece->n_bytes > record_bytes_max) {
        note_damage(records, piece->data - PIECE_HEAD);
        return false;
    }
    if (piece->kind != WHOLE)
        strbuf_add(&records->joined, (const char *)piece->data, piece->n_bytes);
    return !records->inside;
}

bool wandb_records_next(struct wandb_records *records, struct protobuf *record)
{
    struct wandb_piece piece;
    while (next_piece(records, &piece)) {
        if (!add_piece(records, &piece))
            continue;
        if (piece.kind == WHOLE)
            protobuf_init(record, piece.data, piece.n_bytes);
        else
            protobuf_init(record, (const unsigned char *)records->joined.text,
                          records->joined.length);
        return true;
    }
    records->truncated = records->truncated || records->inside;
    return false;
}
