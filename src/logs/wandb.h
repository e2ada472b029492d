/* The file run-*.wandb that the client of Weights & Biases leaves next to every run, offline or not:
 * records in protobuf (wandb_records.h), of which five kinds are read: history (a row a call of
 * wandb.log), summary (what stands there and never in the history is the run's last row), config,
 * the run itself, and its exit. */
#ifndef LOGVAR_LOGS_WANDB_H
#define LOGVAR_LOGS_WANDB_H

#include "logs/reader.h"

int wandb_recognise(const struct reader_input *input);
bool wandb_read(const struct reader_input *input, struct log_builder *builder, struct diags *diags);

/* A setting of the run: its key ("model.lr") and its value as JSON, neither with an end mark. */
typedef void wandb_setting(void *context, const char *key, size_t n_key, const char *json,
                           size_t n_json);
/* Hands out the settings in the order in which they were made, the run's group and job type (as
 * wandb.init got them) last. */
void wandb_settings(const void *bytes, size_t n_bytes, wandb_setting *take, void *context);

#endif
