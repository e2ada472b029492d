/* Choices: what the command line asks of a study, checked against the study. A report and the
 * explorer's first screen make their request here, so equal options give equal figures. */
#ifndef LOGVAR_COMMAND_CHOICES_H
#define LOGVAR_COMMAND_CHOICES_H

#include "base/diag.h"
#include "estimate/request.h"
#include "command/options.h"
#include "study/study.h"

#include <stdbool.h>

/* The study's own request with the options put over it. False if anything asked for is not there:
 * all of it is in diags, with the nearest that is. request_done either way. */
bool choices_request(const struct options *options, const struct study *study,
                     struct request *request, struct diags *diags);

/* Anything at all that differs from the study's own request. */
bool choices_given(const struct options *options);

#endif
