#include "command/verify_settings.h"

#include "base/mem.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void add_word(struct word_list *list, const char *word)
{
    list->words = mem_grow(list->words, list->n_words, &list->capacity, sizeof *list->words);
    list->words[list->n_words++] = mem_strdup(word);
}

static void take_words(const struct leaves *leaves, const char *array, struct word_list *list)
{
    const char *word;
    for (size_t i = 0; (word = leaves_element(leaves, array, i, NULL)); i++)
        add_word(list, word);
}

static void take_arms(const struct leaves *leaves, struct options *options)
{
    const char *name;
    for (size_t i = 0; (name = leaves_element(leaves, "arms", i, "name")); i++) {
        const char *group = leaves_element(leaves, "arms", i, "group");
        struct strbuf label;
        strbuf_init(&label);
        strbuf_printf(&label, "%s%s%s", group ? group : "", group && *group ? "/" : "", name);
        add_word(&options->arms, label.text);
        strbuf_done(&label);
    }
}

/* "--name=value" for the option parser: what a report says goes through the same checks as what a
 * person types. */
static void add_option(const struct leaves *leaves, const char *name, struct strbuf *words)
{
    struct strbuf path;
    strbuf_init(&path);
    strbuf_printf(&path, "settings.%s", name);
    const struct leaf *leaf = leaves_find(leaves, path.text);
    if (leaf) {
        strbuf_printf(words, "--%s=%s", name, leaf->text);
        strbuf_add_char(words, '\0');
    }
    strbuf_done(&path);
}

static void add_list_option(const struct leaves *leaves, const char *name, const char *array,
                            struct strbuf *words)
{
    struct strbuf list;
    strbuf_init(&list);
    for (size_t i = 0;; i++) {
        char path[64];
        snprintf(path, sizeof path, "settings.%s[%zu]", array, i);
        const struct leaf *leaf = leaves_find(leaves, path);
        if (!leaf)
            break;
        strbuf_printf(&list, "%s%s", i ? "," : "", leaf->text);
    }
    /* A report of raw figures alone has no adjusters. */
    if (!list.length && !strcmp(name, "adjusters"))
        strbuf_puts(&list, "raw");
    if (list.length) {
        strbuf_printf(words, "--%s=%s", name, list.text);
        strbuf_add_char(words, '\0');
    }
    strbuf_done(&list);
}

/* Folds that a table gives were used without being asked for. */
static bool folds_were_given(const struct leaves *leaves)
{
    const struct leaf *given = leaves_find(leaves, "arms[0].given_folds");
    const struct leaf *used = leaves_find(leaves, "arms[0].folds");
    const struct leaf *asked = leaves_find(leaves, "settings.folds");
    return given && given->number == 1 && used && asked && used->number != asked->number;
}

/* The command line that asks for such a report, apart from names of the study. */
static bool parse(struct verify_settings *settings, const struct leaves *leaves,
                  struct diags *diags)
{
    static const char *const numbers[] = {"folds", "splits", "draws", "seed", "level", "power"};
    struct strbuf *words = &settings->words;
    strbuf_add(words, "logvar\0report", sizeof "logvar\0report");
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        add_option(leaves, numbers[i], words);
    add_list_option(leaves, "budgets", "budgets", words);
    add_list_option(leaves, "only", "sections", words);
    add_list_option(leaves, "adjusters", "adjusters", words);
    strbuf_add(words, "study", sizeof "study");
    char *argv[16];
    int argc = 0;
    for (size_t at = 0; at < words->length; at += strlen(words->text + at) + 1)
        if (words->text[at] && argc < 15)
            argv[argc++] = words->text + at;
    argv[argc] = NULL;
    return options_parse(&settings->options, argc, argv, diags);
}

bool verify_settings_read(struct verify_settings *settings, const struct leaves *leaves,
                          struct diags *diags)
{
    strbuf_init(&settings->words);
    if (!parse(settings, leaves, diags))
        return false;
    struct options *asked = &settings->options;
    if (folds_were_given(leaves))
        asked->settings.folds = FOLDS_NOT_GIVEN;
    take_arms(leaves, asked);
    take_words(leaves, "settings.families", &asked->families);
    take_words(leaves, "settings.statistic", &asked->statistic);
    return true;
}

void verify_settings_done(struct verify_settings *settings)
{
    options_done(&settings->options);
    strbuf_done(&settings->words);
}

/* Amounts that nobody could have asked for are left as if not given; the comparison tells. */
static double amount(const struct leaves *leaves, const char *path, double most)
{
    const struct leaf *leaf = leaves_find(leaves, path);
    return leaf && leaf->kind == LEAF_NUMBER && leaf->number > 0 && leaf->number <= most
               ? leaf->number
               : 0;
}

void verify_take_goals(const struct leaves *leaves, struct request *request)
{
    request->half_width = amount(leaves, "settings.half_width", DBL_MAX);
    request->difference = amount(leaves, "settings.difference", DBL_MAX);
    request->tuned_at = (size_t)amount(leaves, "settings.tuned_at", TUNED_AT_MAX);
}
