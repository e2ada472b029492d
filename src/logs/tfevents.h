/* TensorBoard event files: records of TFRecord framing, each an Event message. Scalars are read
 * from simple_value and from tensors of one element of any numeric type; the rest (images,
 * histograms, graphs, text, hyperparameters) is passed over. A session log that says START begins a
 * segment: what an earlier session wrote for later steps no longer counts. Values of single
 * precision are handed on as they are. */
#ifndef LOGVAR_LOGS_TFEVENTS_H
#define LOGVAR_LOGS_TFEVENTS_H

#include "logs/reader.h"

int tfevents_recognise(const struct reader_input *input);
bool tfevents_read(const struct reader_input *input, struct log_builder *builder,
                   struct diags *diags);

#endif
