/* CSV, TSV and their like: one row per step, one column per metric. */
#ifndef LOGVAR_LOGS_DELIMITED_H
#define LOGVAR_LOGS_DELIMITED_H

#include "logs/reader.h"

int delimited_recognise(const struct reader_input *input);
bool delimited_read(const struct reader_input *input, struct log_builder *builder,
                    struct diags *diags);

#endif
