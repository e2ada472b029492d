/* Settings of a person: $XDG_CONFIG_HOME/logvar/config (or ~/.config/logvar/config), one option a
 * line under the name it has on the command line, without the dashes: "ascii", "color never",
 * "no-mouse". Lines that begin with # are remarks. What the command line says goes first. */
#ifndef LOGVAR_COMMAND_SETTINGS_H
#define LOGVAR_COMMAND_SETTINGS_H

#include "base/diag.h"
#include "command/options.h"

/* Puts the settings under the options. A file that is absent is not a fault; lines that mean nothing
 * are warnings. */
void settings_apply(struct options *options, struct diags *diags);
/* The same from this file. */
void settings_apply_file(const char *path, struct options *options, struct diags *diags);

#endif
