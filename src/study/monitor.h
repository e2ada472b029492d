/* Monitor files of Stable-Baselines: one an environment, in which every row is an episode with its
 * reward r, its length l and the seconds t since the file's t_start (a line of JSON above the
 * header).
 *
 * A run that trains in several environments at once writes several of them. Their episodes are put
 * in the order in which they ended, t_start + t, and the step of an episode is the sum of all
 * lengths so far, over all files: what the agent has seen by then. One file alone is read by the
 * reader for delimited text, which gives the same steps. */
#ifndef LOGVAR_STUDY_MONITOR_H
#define LOGVAR_STUDY_MONITOR_H

#include "logs/reader.h"

/* By its first two lines. */
bool monitor_is(const char *bytes, size_t n_bytes);

/* Reads the files of one run as one log; the inputs' options give the metrics that are read past.
 * What is wrong with a line names its own file. NULL with an error in diags if there is no episode.
 */
struct log *monitor_read(const struct reader_input *inputs, size_t n_inputs, struct diags *diags);

#endif
