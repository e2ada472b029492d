/* All logs of one run, read and joined. */
#ifndef LOGVAR_STUDY_RUN_FILES_H
#define LOGVAR_STUDY_RUN_FILES_H

#include "manifest/manifest.h"
#include "study/run_sequence.h"

/* Each file by its own reader, then log_join; monitor files of several environments (monitor.h)
 * together, those of an evaluation apart from those of training, with the folder's name before
 * their metrics. NULL when a file that the manifest names cannot be read, or none can; the reason
 * is in diags, or, where two files cannot be one run (run_sequence.h), in *fault, whose
 * text is in the arena. */
struct log *run_files_read(const struct manifest_run *run, const struct reader_options *options,
                           struct diags *diags, struct arena *arena, struct run_fault *fault);

#endif
