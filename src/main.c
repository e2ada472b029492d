/* Entry point: what must be set before any thread exists, then the command. */
#include "config.h"

#include "base/mem.h"
#include "base/strbuf.h"
#include "command/commands.h"
#include "command/options.h"
#include "command/output.h"
#include "command/ranks.h"
#include "command/settings.h"

#include <gsl/gsl_errno.h>

#include <locale.h>
#include <signal.h>
#include <stdio.h>

static void set_up(void)
{
    mem_keep_freed();
    /* Wide characters need the locale; numbers must not follow it. */
    setlocale(LC_ALL, "");
    setlocale(LC_NUMERIC, "C");
    /* GSL's own handler aborts the process, from any thread. */
    gsl_set_error_handler_off();
    /* A closed pipe is an error of write(), said like any other. */
    signal(SIGPIPE, SIG_IGN);
}

static enum exit_status show_text(const struct options *options)
{
    struct strbuf text;
    strbuf_init(&text);
    if (options->completion)
        options_completion(options->completion, &text);
    else if (options->version)
        strbuf_puts(&text, PACKAGE_STRING "\nLicence GPL-3.0-or-later. No warranty.\n");
    else if (options->command_given)
        options_help_command(options->command, &text);
    else
        options_help(&text);
    enum exit_status status = output_write(NULL, text.text, text.length);
    strbuf_done(&text);
    return status;
}

/* A person's settings of the screen; what is wrong with them does not keep anybody from working. */
static void take_settings(struct options *options)
{
    struct diags diags;
    diags_init(&diags);
    if (options->command == COMMAND_EXPLORE)
        settings_apply(options, &diags);
    diags_print(&diags, stderr);
    diags_done(&diags);
}

static enum exit_status refuse(const struct options *options, const struct diags *diags)
{
    diags_print(diags, stderr);
    const char *name = options->command_given ? commands[options->command].name : "";
    fprintf(stderr, "Try 'logvar %s%s--help'.\n", name, *name ? " " : "");
    return EXIT_USAGE;
}

int main(int argc, char **argv)
{
    set_up();
    ranks_init();
    struct options options;
    struct diags diags;
    diags_init(&diags);
    enum exit_status status;
    if (!options_parse(&options, argc, argv, &diags))
        status = refuse(&options, &diags);
    else if (options.help || options.version || options.completion)
        status = show_text(&options);
    else {
        take_settings(&options);
        status = command_run(&options);
    }
    diags_done(&diags);
    options_done(&options);
    return ranks_done(status);
}
