/* MLflow's file store: mlruns/<experiment>/<run>/metrics/<name>, lines "timestamp value step"
 * (older: without a step; newer: with two fields more). The metric's name is the path below
 * metrics/. A run that gave no step has 0 everywhere; its points are then ordered by their place in
 * the file. */
#ifndef LOGVAR_LOGS_MLFLOW_H
#define LOGVAR_LOGS_MLFLOW_H

#include "logs/reader.h"

int mlflow_recognise(const struct reader_input *input);
bool mlflow_read(const struct reader_input *input, struct log_builder *builder,
                 struct diags *diags);

#endif
