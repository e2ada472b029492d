/* JSON lines: one object per line, one line per step. */
#ifndef LOGVAR_LOGS_JSONL_H
#define LOGVAR_LOGS_JSONL_H

#include "logs/reader.h"

int jsonl_recognise(const struct reader_input *input);
bool jsonl_read(const struct reader_input *input, struct log_builder *builder, struct diags *diags);

#endif
