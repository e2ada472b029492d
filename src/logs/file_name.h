/* What a file's name says about the metric in it, for formats with one metric per file. */
#ifndef LOGVAR_LOGS_FILE_NAME_H
#define LOGVAR_LOGS_FILE_NAME_H

#include "base/arena.h"

/* TensorBoard's downloads: "run-mlp_1-tag-train_loss.csv" -> "train_loss". DVCLive:
 * "dvclive/plots/metrics/train/loss.tsv" (older: "scalars/loss.tsv") -> "train/loss". MLflow:
 * "mlruns/0/<run>/metrics/train/loss" -> "train/loss". NULL for any other name. */
const char *file_name_metric(struct arena *arena, const char *name);
/* The last part of the name, up to its last dot: "a/loss.csv" -> "loss". */
const char *file_name_stem(struct arena *arena, const char *name);

#endif
