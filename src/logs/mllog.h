/* MLPerf training logs: lines with ":::MLLOG {json}" anywhere in them.
 *
 * A line's key is the metric, if it tells of a measurement: a point in time whose metadata has
 * epoch_num (the epoch; in some benchmarks a count of samples, which orders as well), or step,
 * step_num or samples_count (the step). A value that is an object gives a metric a key
 * (tracked_stats: {"throughput": …} -> tracked_stats/throughput). A run_stop whose status is not
 * success says that the run failed; so does a run_start without any run_stop. What is on other
 * lines is passed over. */
#ifndef LOGVAR_LOGS_MLLOG_H
#define LOGVAR_LOGS_MLLOG_H

#include "logs/reader.h"

int mllog_recognise(const struct reader_input *input);
bool mllog_read(const struct reader_input *input, struct log_builder *builder, struct diags *diags);

#endif
