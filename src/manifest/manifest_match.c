#include "manifest/manifest_runs.h"

#include "base/file.h"

#include <string.h>

static const struct {
    unsigned bit;
    const char *name;
} captures[] = {{CAPTURE_BIT(CAPTURE_ARM), "{arm}"},
                {CAPTURE_BIT(CAPTURE_GROUP), "{group}"},
                {CAPTURE_BIT(CAPTURE_RUN), "{run}"}};

static bool check_captures(struct reading *reading, const struct node *node,
                           const struct pattern *pattern, unsigned wanted, unsigned allowed)
{
    bool ok = true;
    for (size_t i = 0; i < sizeof captures / sizeof *captures; i++) {
        bool has = pattern->captures & captures[i].bit;
        if (has && !(allowed & captures[i].bit))
            reading_error(reading, node->place, "%s cannot stand here; it belongs in discover",
                          captures[i].name);
        else if (!has && (wanted & captures[i].bit))
            reading_error(reading, node->place, "%s is missing in %s%s", captures[i].name,
                          reading_quote(reading, node->text),
                          captures[i].bit == CAPTURE_BIT(CAPTURE_ARM)
                              ? "; for a single arm write arms: with name and runs"
                              : "");
        else
            continue;
        ok = false;
    }
    return ok;
}

static void report_none(struct reading *reading, const struct node *node,
                        const struct pattern *pattern, const struct pattern_search *search)
{
    const char *text = reading_quote(reading, node->text);
    const char *folder = reading->manifest->folder;
    if (search->missing && pattern->n_components > 1)
        reading_error(reading, node->place, "%s matches nothing: there is no %s", text,
                      reading_quote(reading, search->missing));
    else if (pattern->n_components == 1 && pattern->components[0].literal)
        reading_error(reading, node->place, "there is no file or folder %s in %s", text, folder);
    else
        reading_error(reading, node->place, "%s matches no %s", text,
                      pattern->folders_only ? "folder" : "file or folder");
}

void match_node(struct reading *reading, const struct node *node, unsigned wanted, unsigned allowed,
                struct pattern_search *search)
{
    struct pattern pattern;
    const char *text = value_scalar(reading, node);
    if (!text)
        return;
    const char *fault = pattern_compile(reading->arena, text, &pattern);
    if (fault) {
        reading_error(reading, node->place, "%s: %s", reading_quote(reading, text), fault);
        return;
    }
    if (!check_captures(reading, node, &pattern, wanted, allowed))
        return;
    size_t n_before = search->n_matches;
    search->missing = NULL;
    pattern_find(&pattern, reading->manifest->folder, search);
    if (search->n_matches == n_before && !search->exhausted)
        report_none(reading, node, &pattern, search);
}
