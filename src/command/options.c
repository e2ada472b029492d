/* Parsing by the tables: what an option is called, whether it takes an argument and what it does
 * all stand in options_table.c; nothing here knows a single option. */
#include "command/options.h"

#include "base/mem.h"
#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct parser {
    struct options *options;
    struct diags *diags;
    const struct option *table;
    size_t n_table;
    char **words;
    size_t n_words, at;
};

/* An option as it stands on the command line. */
struct option_token {
    bool is_long;
    const char *name;
    size_t length;
    const char *value; /* glued on with = or right after the letter, or NULL */
};

__attribute__((format(printf, 2, 3))) static void fault(struct parser *parser, const char *format,
                                                        ...)
{
    va_list args;
    va_start(args, format);
    diags_vadd(parser->diags, DIAG_ERROR, (struct diag_place){0}, format, args);
    va_end(args);
}

/* false for an operand ("-" is one). */
static bool read_token(const char *word, struct option_token *token)
{
    if (word[0] != '-' || !word[1])
        return false;
    *token = (struct option_token){.is_long = word[1] == '-', .name = word + 1, .length = 1};
    if (token->is_long) {
        token->name = word + 2;
        token->length = strcspn(token->name, "=");
        token->value = token->name[token->length] ? token->name + token->length + 1 : NULL;
    } else if (word[2]) {
        token->value = word + 2;
    }
    return true;
}

static bool token_matches(const struct option_token *token, const struct option *option)
{
    if (!token->is_long)
        return option->letter == token->name[0];
    return strlen(option->name) == token->length &&
           !memcmp(option->name, token->name, token->length);
}

/* The option of this name that applies to one of the commands, or NULL. */
static const struct option *find_option(const struct parser *parser,
                                        const struct option_token *token, unsigned command_mask)
{
    for (size_t i = 0; i < parser->n_table; i++)
        if (token_matches(token, &parser->table[i]) && (parser->table[i].commands & command_mask))
            return &parser->table[i];
    return NULL;
}

static bool command_named(const char *word, enum command_id *command)
{
    for (size_t i = 0; i < N_COMMANDS; i++)
        if (!strcmp(word, commands[i].name)) {
            *command = (enum command_id)i;
            return true;
        }
    return false;
}

/* Options may stand before the command. Options of one name take an argument in all commands or in
 * none, so the command can be found before it is known. Returns the index of its word, or n_words.
 */
static size_t find_command(const struct parser *parser, enum command_id *command)
{
    *command = COMMAND_EXPLORE;
    for (size_t i = 0; i < parser->n_words; i++) {
        struct option_token token;
        if (!strcmp(parser->words[i], "--"))
            return parser->n_words;
        if (!read_token(parser->words[i], &token))
            return command_named(parser->words[i], command) ? i : parser->n_words;
        const struct option *option = find_option(parser, &token, ~0u);
        i += option && option->argument && !token.value;
    }
    return parser->n_words;
}

static const struct option *nearest_option(const struct parser *parser, const char *word)
{
    const char **names = mem_array(parser->n_table, sizeof *names);
    size_t n_names = 0;
    for (size_t i = 0; i < parser->n_table; i++)
        if (parser->table[i].commands & 1u << parser->options->command)
            names[n_names++] = parser->table[i].name;
    const char *name = text_nearest(word, names, n_names);
    free(names);
    struct option_token token = {.is_long = true, .name = name, .length = name ? strlen(name) : 0};
    return name ? find_option(parser, &token, 1u << parser->options->command) : NULL;
}

/* Returns the option that was probably meant, or NULL. */
static const struct option *unknown_option(struct parser *parser, const struct option_token *token)
{
    const char *dashes = token->is_long ? "--" : "-";
    const struct option *option = find_option(parser, token, ~0u);
    if (option) {
        fault(parser, "option %s%.*s does not apply to %s", dashes, (int)token->length, token->name,
              commands[parser->options->command].name);
        return option;
    }
    char *word = mem_strndup(token->name, token->length);
    option = token->is_long ? nearest_option(parser, word) : NULL;
    if (option)
        fault(parser, "unknown option --%s; did you mean --%s?", word, option->name);
    else
        fault(parser, "unknown option %s%s", dashes, word);
    free(word);
    return option;
}

static void set_option(struct parser *parser, const struct option *option, const char *value)
{
    struct strbuf problem;
    strbuf_init(&problem);
    if (!option->set(parser->options, option, value, &problem))
        fault(parser, "--%s: %s", option->name, problem.text);
    strbuf_done(&problem);
}

static void take_option(struct parser *parser, const struct option_token *token)
{
    const struct option *option = find_option(parser, token, 1u << parser->options->command);
    if (!option) {
        /* Its argument goes with it, lest it count as an operand. */
        option = unknown_option(parser, token);
        parser->at += option && option->argument && !token->value && parser->at < parser->n_words;
        return;
    }
    const char *value = token->value;
    if (!option->argument && value)
        fault(parser, "option --%s takes no argument", option->name);
    else if (option->argument && !value && parser->at == parser->n_words)
        fault(parser, "option --%s needs an argument: %s", option->name, option->argument);
    else
        set_option(parser, option,
                   option->argument && !value ? parser->words[parser->at++] : value);
}

static void take_words(struct parser *parser, size_t command_at)
{
    struct options *options = parser->options;
    bool ended = false;
    for (parser->at = 0; parser->at < parser->n_words;) {
        size_t i = parser->at++;
        struct option_token token;
        if (i == command_at)
            continue;
        if (!ended && !strcmp(parser->words[i], "--"))
            ended = true;
        else if (!ended && read_token(parser->words[i], &token))
            take_option(parser, &token);
        else
            options->operands[options->n_operands++] = parser->words[i];
    }
}

/* A first operand that is not a file but nearly a command was meant as one. */
static const char *misspelt_command(const struct options *options)
{
    if (options->command != COMMAND_EXPLORE || !options->n_operands ||
        strpbrk(options->operands[0], "./") || access(options->operands[0], F_OK) == 0)
        return NULL;
    const char *names[N_COMMANDS];
    for (size_t i = 0; i < N_COMMANDS; i++)
        names[i] = commands[i].name;
    return text_nearest(options->operands[0], names, N_COMMANDS);
}

static void check_operands(struct parser *parser)
{
    const struct options *options = parser->options;
    const struct command *command = &commands[options->command];
    const char *meant = misspelt_command(options);
    if (meant)
        fault(parser, "unknown command %s; did you mean %s?", options->operands[0], meant);
    else if (options->n_operands < command->min_operands)
        fault(parser, "%s needs %s", command->name, command->operands);
    else
        for (size_t i = command->max_operands; i < options->n_operands; i++)
            fault(parser, "unexpected argument: %s", options->operands[i]);
}

bool options_parse(struct options *options, int argc, char **argv, struct diags *diags)
{
    *options =
        (struct options){.settings.folds = FOLDS_NOT_GIVEN, .simulation = simulation_defaults()};
    struct parser parser = {.options = options, .diags = diags};
    parser.table = options_table(&parser.n_table);
    parser.words = argv + (argc > 0);
    parser.n_words = argc > 0 ? (size_t)argc - 1 : 0;
    options->operands = mem_array(parser.n_words + 1, sizeof *options->operands);
    size_t n_errors = diags->n_errors;
    size_t command_at = find_command(&parser, &options->command);
    options->command_given = command_at < parser.n_words;
    take_words(&parser, command_at);
    if (options->help || options->version || options->completion)
        return true;
    check_operands(&parser);
    return diags->n_errors == n_errors;
}

static void words_done(struct word_list *list)
{
    for (size_t i = 0; i < list->n_words; i++)
        free(list->words[i]);
    free(list->words);
}

void options_done(struct options *options)
{
    words_done(&options->arms);
    words_done(&options->families);
    words_done(&options->statistic);
    words_done(&options->pair);
    free(options->operands);
    *options = (struct options){0};
}
