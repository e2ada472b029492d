/* JSON files that are one value:
 *   - records: an array of objects, alone or under a key (Hugging Face's trainer_state.json keeps
 *     them in "log_history", exports of a history as a list); a row each;
 *   - columns: arrays of numbers under their names (Keras' History.history, DeepOBS), also as
 *     {"steps": […], "values": […]} (Sacred's metrics.json);
 *   - points: [[wall time, step, value], …], TensorBoard's download, named by the file;
 *   - one object of numbers, one row (AllenNLP's metrics_epoch_N.json).
 * Columns without an axis of their own: the shortest length there is counts epochs, a longer column
 * counts steps. An array called as an axis (axis.h) is the axis of the columns of its length. */
#ifndef LOGVAR_LOGS_JSON_FILE_H
#define LOGVAR_LOGS_JSON_FILE_H

#include "logs/reader.h"

int json_file_recognise(const struct reader_input *input);
bool json_file_read(const struct reader_input *input, struct log_builder *builder,
                    struct diags *diags);

int hf_trainer_recognise(const struct reader_input *input);
bool hf_trainer_read(const struct reader_input *input, struct log_builder *builder,
                     struct diags *diags);

#endif
