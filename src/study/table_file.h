/* A table read whole from a file, gzip taken off. */
#ifndef LOGVAR_STUDY_TABLE_FILE_H
#define LOGVAR_STUDY_TABLE_FILE_H

#include "base/file.h"
#include "logs/table.h"

struct table_file {
    struct file_bytes bytes; /* the table's cells point into them */
    struct data_table table;
};

/* delimiter NULL = to be found out. false with errors in diags; nothing to close then. */
bool table_file_open(const char *path, const char *delimiter, struct table_file *file,
                     struct diags *diags);
void table_file_close(struct table_file *file);

#endif
