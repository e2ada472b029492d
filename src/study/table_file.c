#include "study/table_file.h"

#include "logs/reader.h"

bool table_file_open(const char *path, const char *delimiter, struct table_file *file,
                     struct diags *diags)
{
    if (!reader_open_file(path, &file->bytes, diags))
        return false;
    if (table_parse(path, file->bytes.bytes, file->bytes.n_bytes, delimiter ? *delimiter : '\0',
                    &file->table, diags))
        return true;
    file_bytes_done(&file->bytes);
    return false;
}

void table_file_close(struct table_file *file)
{
    table_done(&file->table);
    file_bytes_done(&file->bytes);
}
