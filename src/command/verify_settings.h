/* What a JSON report says of how it was made, as the request that recomputes it. */
#ifndef LOGVAR_COMMAND_VERIFY_SETTINGS_H
#define LOGVAR_COMMAND_VERIFY_SETTINGS_H

#include "base/diag.h"
#include "base/strbuf.h"
#include "estimate/exploratory.h"
#include "command/options.h"
#include "report/verify.h"

#include <stdbool.h>

struct verify_settings {
    struct options options; /* as if they had been typed: all checks of the command line hold */
    struct strbuf words;    /* which the options point into */
};

/* false with errors if these are not settings of a report. verify_settings_done either way. */
bool verify_settings_read(struct verify_settings *settings, const struct leaves *leaves,
                          struct diags *diags);
void verify_settings_done(struct verify_settings *settings);

/* What the section `more` was made for: unscaled, as it stands there. */
void verify_take_goals(const struct leaves *leaves, struct request *request);

#endif
