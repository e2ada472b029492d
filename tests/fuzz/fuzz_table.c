/* A whole table, and gzip around it. */
#include "fuzz.h"

#include "logs/gzip.h"
#include "logs/table.h"

#include <stdlib.h>
#include <string.h>

static void try_table(const char *bytes, size_t n_bytes)
{
    struct data_table table;
    struct diags diags;
    diags_init(&diags);
    if (table_parse("fuzz", bytes, n_bytes, '\0', &table, &diags)) {
        for (size_t i = 0; i < table.n_rows; i++)
            if (table.rows[i].n_cells > table.n_columns)
                abort();
        if (table_column(&table, table.names[0]) != 0)
            abort();
        table_done(&table);
    } else if (!diags.n_errors) {
        abort();
    }
    diags_done(&diags);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n_bytes)
{
    try_table((const char *)bytes, n_bytes);
    if (!gzip_is((const char *)bytes, n_bytes))
        return 0;
    struct file_bytes file = {malloc(n_bytes), n_bytes};
    struct diags diags;
    diags_init(&diags);
    memcpy(file.bytes, bytes, n_bytes);
    if (gzip_inflate("fuzz", 1 << 24, &file, &diags))
        try_table(file.bytes, file.n_bytes);
    file_bytes_done(&file);
    diags_done(&diags);
    return 0;
}
