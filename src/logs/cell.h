/* A number as logs write it: plain, or with a unit glued on ("143.82ms"), a truth value, or the
 * printed form of a tensor ("tensor(0.53)"). Thread-safe. */
#ifndef LOGVAR_LOGS_CELL_H
#define LOGVAR_LOGS_CELL_H

#include "base/num.h"

#include <stdbool.h>

/* As num_read (base/num.h); what is not a number in any of these forms is NUM_TEXT. */
enum num_kind cell_number(const char *text, size_t length, double *value);

/* Whether the text is one of the known units: times, rates, sizes, "%". */
bool cell_is_unit(const char *text, size_t length);

#endif
