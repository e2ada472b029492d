#include "command/settings.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BYTES_MAX = 1 << 16 };

/* Only how the screen looks: what is computed belongs into manifests and command lines. */
static const char *const names[] = {"ascii", "color", "no-mouse"};

static const struct option *find_option(const char *name)
{
    size_t n_options;
    const struct option *table = options_table(&n_options);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        for (size_t j = 0; j < n_options; j++)
            if (!strcmp(names[i], name) && !strcmp(table[j].name, name))
                return &table[j];
    return NULL;
}

static void take_line(char *line, struct diag_place place, struct options *found,
                      struct diags *diags)
{
    char *name = line + strspn(line, " \t"), *value = NULL;
    name[strcspn(name, "\r")] = '\0';
    if (!*name || *name == '#')
        return;
    size_t n = strcspn(name, " \t=");
    if (name[n]) {
        value = name + n + 1 + strspn(name + n + 1, " \t=");
        name[n] = '\0';
    }
    const struct option *option = find_option(name);
    struct strbuf problem;
    strbuf_init(&problem);
    if (!option)
        diags_add(diags, DIAG_WARNING, place, "no setting is called '%s'", name);
    else if (option->argument && !value)
        diags_add(diags, DIAG_WARNING, place, "'%s' needs a value", name);
    else if (!option->set(found, option, value, &problem))
        diags_add(diags, DIAG_WARNING, place, "%s", problem.text);
    strbuf_done(&problem);
}

void settings_apply_file(const char *path, struct options *options, struct diags *diags)
{
    struct file_bytes bytes;
    struct options found = {.color = COLOR_AUTO};
    if (access(path, F_OK) != 0 || !file_read_text(path, BYTES_MAX, &bytes, diags))
        return;
    char *rest = bytes.bytes;
    size_t number = 0;
    for (char *line; (line = strsep(&rest, "\n"));)
        take_line(line, (struct diag_place){path, ++number, 1}, &found, diags);
    file_bytes_done(&bytes);
    options->ascii |= found.ascii;
    options->no_mouse |= found.no_mouse;
    if (options->color == COLOR_AUTO)
        options->color = found.color;
}

void settings_apply(struct options *options, struct diags *diags)
{
    const char *config = getenv("XDG_CONFIG_HOME"), *home = getenv("HOME");
    struct strbuf path;
    strbuf_init(&path);
    if (config && *config == '/')
        strbuf_printf(&path, "%s/logvar/config", config);
    else if (home && *home == '/')
        strbuf_printf(&path, "%s/.config/logvar/config", home);
    if (path.length)
        settings_apply_file(path.text, options, diags);
    strbuf_done(&path);
}
