/* Shell completion, written from the tables: the words of a command, its options, and the words
 * that an option's argument may be. */
#include "command/options.h"

#include <string.h>

/* Our own words hold none of the characters that a shell would mind but these. */
static void add_quoted(struct strbuf *out, const char *text, const char *escaped)
{
    for (; *text; text++) {
        if (*text == '\'')
            strbuf_puts(out, "'\\'");
        else if (strchr(escaped, *text))
            strbuf_add_char(out, '\\');
        strbuf_add_char(out, *text);
    }
}

static void add_words(struct strbuf *out, const struct option *option)
{
    const char *word;
    for (size_t i = 0; (word = option->word(i)); i++)
        strbuf_printf(out, "%s%s", i ? " " : "", word);
}

static bool takes_file(const struct option *option)
{
    return option->word && !*option->word(0);
}

static bool takes_words(const struct option *option)
{
    return option->word && *option->word(0);
}

static void add_commands(struct strbuf *out, const char *between)
{
    for (size_t c = 0; c < N_COMMANDS; c++)
        strbuf_printf(out, "%s%s", c ? between : "", commands[c].name);
}

static void add_bash_argument(struct strbuf *out, const struct option *option)
{
    strbuf_printf(out, "    --%s", option->name);
    if (option->letter)
        strbuf_printf(out, " | -%c", option->letter);
    strbuf_puts(out, ")\n        ");
    if (takes_file(option)) {
        strbuf_puts(out, "COMPREPLY=($(compgen -f -- \"$word\"))");
    } else if (takes_words(option)) {
        /* What stands before the last comma of a list stays. */
        strbuf_puts(out, "COMPREPLY=($(compgen -P \"$before\" -W '");
        add_words(out, option);
        strbuf_puts(out, "' -- \"${word##*,}\"))");
    } else {
        strbuf_puts(out, "COMPREPLY=()");
    }
    strbuf_puts(out, "\n        return ;;\n");
}

static void add_bash_options(struct strbuf *out, size_t command)
{
    size_t n_options;
    const struct option *table = options_table(&n_options);
    strbuf_printf(out, "        %s) COMPREPLY=($(compgen -W '", commands[command].name);
    for (size_t i = 0; i < n_options; i++)
        if (table[i].commands & 1u << command)
            strbuf_printf(out, "--%s ", table[i].name);
    strbuf_puts(out, "' -- \"$word\")) ;;\n");
}

static void add_bash(struct strbuf *out)
{
    size_t n_options;
    const struct option *table = options_table(&n_options);
    strbuf_puts(out, "# bash completion of logvar\n_logvar()\n{\n"
                     "    local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD-1]}\n"
                     "    local command=explore known= before= i\n"
                     "    [[ $word == *,* ]] && before=${word%,*},\n"
                     "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
                     "        case ${COMP_WORDS[i]} in\n        ");
    add_commands(out, " | ");
    strbuf_puts(out, ") command=${COMP_WORDS[i]} known=yes; break ;;\n        esac\n    done\n"
                     "    case $last in\n");
    for (size_t i = 0; i < n_options; i++)
        if (table[i].argument)
            add_bash_argument(out, &table[i]);
    strbuf_puts(out, "    esac\n    if [[ $word == -* ]]; then\n        case $command in\n");
    for (size_t c = 0; c < N_COMMANDS; c++)
        add_bash_options(out, c);
    strbuf_puts(out, "        esac\n        return\n    fi\n"
                     "    COMPREPLY=($(compgen -f -- \"$word\"))\n"
                     "    [[ $known ]] || COMPREPLY+=($(compgen -W '");
    add_commands(out, " ");
    strbuf_puts(out, "' -- \"$word\"))\n}\ncomplete -o filenames -F _logvar logvar\n");
}

/* '(-o --output)'{-o+,--output=}'[help]:FILE:_files' */
static void add_zsh_option(struct strbuf *out, const struct option *option)
{
    const char *equals = option->argument ? "=" : "";
    strbuf_puts(out, "        ");
    if (option->letter)
        strbuf_printf(out, "'(-%c --%s)'{-%c%s,--%s%s}'[", option->letter, option->name,
                      option->letter, option->argument ? "+" : "", option->name, equals);
    else
        strbuf_printf(out, "'--%s%s[", option->name, equals);
    add_quoted(out, option->help, "[]:");
    strbuf_add_char(out, ']');
    if (option->argument) {
        strbuf_printf(out, ":%s:", option->argument);
        if (takes_file(option)) {
            strbuf_puts(out, "_files");
        } else if (takes_words(option)) {
            bool list = strstr(option->argument, "…") != NULL;
            strbuf_puts(out, list ? "_values -s , word " : "(");
            add_words(out, option);
            strbuf_puts(out, list ? "" : ")");
        }
    }
    strbuf_puts(out, "' \\\n");
}

static void add_zsh_command(struct strbuf *out, size_t command)
{
    size_t n_options;
    const struct option *table = options_table(&n_options);
    strbuf_printf(out, "    %s)\n        _arguments -s \\\n", commands[command].name);
    for (size_t i = 0; i < n_options; i++)
        if (table[i].commands & 1u << command)
            add_zsh_option(out, &table[i]);
    strbuf_puts(out, command == COMMAND_EXPLORE ? "        '*::argument:_logvar_first' ;;\n"
                                                : "        '*::argument:_files' ;;\n");
}

static void add_zsh(struct strbuf *out)
{
    strbuf_puts(out, "#compdef logvar\n_logvar_first()\n{\n    local -a known=(\n");
    for (size_t c = 0; c < N_COMMANDS; c++) {
        strbuf_printf(out, "        '%s:", commands[c].name);
        add_quoted(out, commands[c].help, ":");
        strbuf_puts(out, "'\n");
    }
    strbuf_puts(out, "    )\n    _describe command known\n    _files\n}\n_logvar()\n{\n"
                     "    local command=explore word\n    for word in ${words[2,CURRENT-1]}; do\n"
                     "        case $word in\n        ");
    add_commands(out, " | ");
    strbuf_puts(out, ") command=$word; break ;;\n        esac\n    done\n    case $command in\n");
    for (size_t c = 0; c < N_COMMANDS; c++)
        add_zsh_command(out, c);
    strbuf_puts(out, "    esac\n}\n_logvar \"$@\"\n");
}

static void add_fish_condition(struct strbuf *out, size_t command)
{
    strbuf_puts(out, "complete -c logvar -n '");
    if (command != COMMAND_EXPLORE) {
        strbuf_printf(out, "__fish_seen_subcommand_from %s'", commands[command].name);
        return;
    }
    strbuf_puts(out, "not __fish_seen_subcommand_from");
    for (size_t c = 0; c < N_COMMANDS; c++)
        if (c != COMMAND_EXPLORE)
            strbuf_printf(out, " %s", commands[c].name);
    strbuf_add_char(out, '\'');
}

static void add_fish_option(struct strbuf *out, size_t command, const struct option *option)
{
    add_fish_condition(out, command);
    if (option->letter)
        strbuf_printf(out, " -s %c", option->letter);
    strbuf_printf(out, " -l %s", option->name);
    if (option->argument)
        strbuf_puts(out, takes_file(option) ? " -r -F" : " -x");
    if (takes_words(option)) {
        strbuf_puts(out, " -a '");
        add_words(out, option);
        strbuf_add_char(out, '\'');
    }
    strbuf_puts(out, " -d '");
    /* fish knows \' inside quotes. */
    for (const char *p = option->help; *p; p++)
        strbuf_printf(out, "%s%c", *p == '\'' ? "\\" : "", *p);
    strbuf_puts(out, "'\n");
}

static void add_fish(struct strbuf *out)
{
    size_t n_options;
    const struct option *table = options_table(&n_options);
    strbuf_puts(out, "# fish completion of logvar\n");
    for (size_t c = 0; c < N_COMMANDS; c++) {
        if (c != COMMAND_EXPLORE) {
            add_fish_condition(out, COMMAND_EXPLORE);
            strbuf_printf(out, " -a %s -d '%s'\n", commands[c].name, commands[c].help);
        }
        for (size_t i = 0; i < n_options; i++)
            if (table[i].commands & 1u << c)
                add_fish_option(out, c, &table[i]);
    }
}

bool options_completion(const char *shell, struct strbuf *out)
{
    static const struct {
        const char *name;
        void (*add)(struct strbuf *out);
    } shells[] = {{"bash", add_bash}, {"zsh", add_zsh}, {"fish", add_fish}};
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (!strcmp(shell, shells[i].name)) {
            shells[i].add(out);
            return true;
        }
    return false;
}
