/* Objects at the end of log lines: fairseq's --log-format json ("2021-03-08 12:31:36 | INFO |
 * train_inner | {"epoch": 1, …}") and the dictionaries that Python programs print ("{'loss': 2.3,
 * 'epoch': 0.1}"). Lines without one are passed over. */
#ifndef LOGVAR_LOGS_LOG_JSON_H
#define LOGVAR_LOGS_LOG_JSON_H

#include "logs/reader.h"

int log_json_recognise(const struct reader_input *input);
bool log_json_read(const struct reader_input *input, struct log_builder *builder,
                   struct diags *diags);

#endif
