#include "logs/foreign.h"

#include <string.h>

/* Only gzip is taken off: it is what logs are compressed with by far most often. */
#define UNPACK(name, command)                                                                      \
    "is compressed with " name ", and only gzip is read: unpack it first (" command ")"
#define ARCHIVE(name) "is " name " archive: unpack it, and name the logs in it"
#define ARRAYS(name)                                                                               \
    "is " name ", which holds arrays and no log: save the history as CSV or JSON instead"

/* Its length is that of what is written here: a NUL at the end is written, too. A letter a to f after
 * \x00 belongs to the number unless the text is parted there. */
#define START(text) text, sizeof(text) - 1

static const struct {
    size_t at; /* where it stands */
    const char *start;
    size_t n_start;
    const char *what;
} foreign[] = {
    {0, START("\x28\xB5\x2F\xFD"), UNPACK("Zstandard", "zstd -d")},
    {0,
     START("\xFD"
           "7zXZ\0"),
     UNPACK("xz", "xz -d")},
    {4, START("1AY&SY"), UNPACK("bzip2", "bzip2 -d")},
    {0, START("\x04\x22\x4D\x18"), UNPACK("LZ4", "lz4 -d")},
    {0, START("LZIP\x01"), UNPACK("lzip", "lzip -d")},
    {0, START("\x1F\x9D"), UNPACK("compress", "uncompress")},
    {0, START("PK\x03\x04"), ARCHIVE("a zip")},
    {0, START("7z\xBC\xAF\x27\x1C"), ARCHIVE("a 7z")},
    {0, START("Rar!\x1A\x07"), ARCHIVE("a RAR")},
    {257, START("ustar\0"), ARCHIVE("a tar")},
    {257, START("ustar  \0"), ARCHIVE("a tar")},
    {0, START("\x93NUMPY"), ARRAYS("a NumPy file")},
    {0, START("\x89HDF\r\n\x1A\n"), ARRAYS("an HDF5 file")},
    {0, START("\x80\x02}"), ARRAYS("a Python pickle")},
    {0,
     START("\x80\x02"
           "c"),
     ARRAYS("a Python pickle")},
    {0, START("\x80\x03}"), ARRAYS("a Python pickle")},
    {0,
     START("\x80\x03"
           "c"),
     ARRAYS("a Python pickle")},
    {0, START("\x80\x04\x95"), ARRAYS("a Python pickle")},
    {0, START("\x80\x05\x95"), ARRAYS("a Python pickle")},
    {0, START("PAR1\x15"), "is a Parquet file: save the table as CSV instead"},
    {0, START("ARROW1\0\0"), "is an Arrow file: save the table as CSV instead"},
    {0, START("SQLite format 3\0"),
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
