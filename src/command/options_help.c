/* --help, written from the tables. */
#include "command/options.h"

#include "base/text.h"

#include <string.h>

enum { HELP_WIDTH = 80, HELP_INDENT = 24 };

/* Breaks a sentence at blanks; the cursor stands at `column`. */
static void add_wrapped(struct strbuf *out, const char *sentence, size_t column)
{
    while (*sentence) {
        size_t n = strcspn(sentence, " ");
        char word[128];
        size_t kept = n < sizeof word ? n : sizeof word - 1;
        memcpy(word, sentence, kept);
        word[kept] = '\0';
        size_t width = text_width(word);
        if (column > HELP_INDENT && column + 1 + width > HELP_WIDTH) {
            strbuf_add_char(out, '\n');
            strbuf_add_repeated(out, ' ', HELP_INDENT);
            column = HELP_INDENT;
        } else if (column > HELP_INDENT) {
            strbuf_add_char(out, ' ');
            column++;
        }
        strbuf_puts(out, word);
        column += width;
        sentence += n + (sentence[n] == ' ');
    }
    strbuf_add_char(out, '\n');
}

static void add_entry(struct strbuf *out, const char *label, const char *sentence)
{
    size_t width = text_width(label);
    strbuf_puts(out, label);
    if (width + 1 > HELP_INDENT) {
        strbuf_add_char(out, '\n');
        width = 0;
    }
    strbuf_add_repeated(out, ' ', HELP_INDENT - width);
    add_wrapped(out, sentence, HELP_INDENT);
}

static void add_option(struct strbuf *out, const struct option *option)
{
    struct strbuf label;
    strbuf_init(&label);
    if (option->letter)
        strbuf_printf(&label, "  -%c, --%s", option->letter, option->name);
    else
        strbuf_printf(&label, "      --%s", option->name);
    if (option->argument)
        strbuf_printf(&label, " %s", option->argument);
    add_entry(out, label.text, option->help);
    strbuf_done(&label);
}

static void add_options(struct strbuf *out, unsigned command_mask)
{
    size_t n_options;
    const struct option *table = options_table(&n_options);
    for (size_t i = 0; i < n_options; i++)
        if (table[i].commands & command_mask)
            add_option(out, &table[i]);
}

static void add_usage(struct strbuf *out, const char *lead, enum command_id command)
{
    const char *name = command == COMMAND_EXPLORE ? "" : commands[command].name;
    strbuf_printf(out, "%s logvar %s%s[OPTION]… %s\n", lead, name, *name ? " " : "",
                  commands[command].operands);
}

void options_help(struct strbuf *out)
{
    for (size_t i = 0; i < N_COMMANDS; i++)
        add_usage(out, i ? "      " : "Usage:", (enum command_id)i);
    strbuf_puts(out, "\nCan the training logs of repeated runs make a comparison of two models "
                     "more precise?\n\nCommands:\n");
    for (size_t i = 0; i < N_COMMANDS; i++) {
        struct strbuf label;
        strbuf_init(&label);
        strbuf_printf(&label, "  %s", commands[i].name);
        add_entry(out, label.text, commands[i].help);
        strbuf_done(&label);
    }
    strbuf_puts(out, "\nOptions (logvar COMMAND --help lists those of one command):\n");
    add_options(out, ~0u);
    strbuf_puts(out, "\nExit status: 0 done; 1 the data or manifest is at fault; 2 usage; 3 an "
                     "internal fault,\nor output that cannot be written; 4 a --fail-if condition "
                     "holds.\n");
}

void options_help_command(enum command_id command, struct strbuf *out)
{
    add_usage(out, "Usage:", command);
    strbuf_puts(out, "\n");
    strbuf_printf(out, "%s\n\nOptions:\n", commands[command].help);
    add_options(out, 1u << command);
}
