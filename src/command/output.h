/* Standard output and -o files: written whole, or an error is said. */
#ifndef LOGVAR_COMMAND_OUTPUT_H
#define LOGVAR_COMMAND_OUTPUT_H

#include "command/options.h"

/* To the file, which keeps its former content if anything fails; path NULL or "-" is standard
 * output. */
enum exit_status output_write(const char *path, const char *bytes, size_t n_bytes);

#endif
