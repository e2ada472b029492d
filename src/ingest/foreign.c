#include "ingest/foreign.h"

#include <string.h>

/* Only gzip is taken off: it is what logs are compressed with by far most often. */
#define UNPACK(name, command)                                                                      \
    "is compressed with " name ", and only gzip is read: unpack it first (" command ")"
#define ARCHIVE(name) "is " name " archive: unpack it, and name the logs in it"
#define ARRAYS(name)                                                                               \
    "is " name ", which holds arrays and no log: save the history as CSV or JSON instead"

static const struct {
    size_t at; /* where it stands */
    const char *start;
    size_t n_start;
    const char *what;
} foreign[] = {
    {0, "\x28\xB5\x2F\xFD", 4, UNPACK("Zstandard", "zstd -d")},
    {0,
     "\xFD"
     "7zXZ",
     6, UNPACK("xz", "xz -d")},
    {4, "1AY&SY", 6, UNPACK("bzip2", "bzip2 -d")},
    {0, "\x04\x22\x4D\x18", 4, UNPACK("LZ4", "lz4 -d")},
    {0, "LZIP\x01", 5, UNPACK("lzip", "lzip -d")},
    {0, "\x1F\x9D", 2, UNPACK("compress", "uncompress")},
    {0, "PK\x03\x04", 4, ARCHIVE("a zip")},
    {0, "7z\xBC\xAF\x27\x1C", 6, ARCHIVE("a 7z")},
    {0, "Rar!\x1A\x07", 6, ARCHIVE("a RAR")},
    {257, "ustar", 6, ARCHIVE("a tar")},
    {257, "ustar  ", 8, ARCHIVE("a tar")},
    {0, "\x93NUMPY", 6, ARRAYS("a NumPy file")},
    {0, "\x89HDF\r\n\x1A\n", 8, ARRAYS("an HDF5 file")},
    {0, "\x80\x02}", 3, ARRAYS("a Python pickle")},
    {0, "\x80\x02c", 3, ARRAYS("a Python pickle")},
    {0, "\x80\x03}", 3, ARRAYS("a Python pickle")},
    {0, "\x80\x03c", 3, ARRAYS("a Python pickle")},
    {0, "\x80\x04\x95", 3, ARRAYS("a Python pickle")},
    {0, "\x80\x05\x95", 3, ARRAYS("a Python pickle")},
    {0, "PAR1\x15", 5, "is a Parquet file: save the table as CSV instead"},
    {0, "ARROW1", 8, "is an Arrow file: save the table as CSV instead"},
    {0, ":W&B", 4, "is a .wandb file: export the run's history as CSV or JSON lines instead"},
    {0, "SQLite format 3", 16,
     "is an SQLite database; one of MLflow is read by the manifest's key mlflow: {file: …}"},
};

const char *foreign_file(const char *bytes, size_t n_bytes)
{
    for (size_t i = 0; i < sizeof foreign / sizeof *foreign; i++)
        if (n_bytes >= foreign[i].at + foreign[i].n_start &&
            !memcmp(bytes + foreign[i].at, foreign[i].start, foreign[i].n_start))
            return foreign[i].what;
    return NULL;
}
