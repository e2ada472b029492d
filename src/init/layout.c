#include "init/layout.h"

#include "base/mem.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- which paths are arms ---- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static size_t count_runs(const struct init_place *places, size_t n)
{
    const char **runs = mem_array(n, sizeof *runs);
    for (size_t i = 0; i < n; i++)
        runs[i] = places[i].run;
    qsort(runs, n, sizeof *runs, by_text);
    size_t n_runs = n > 0;
    for (size_t i = 1; i < n; i++)
        n_runs += strcmp(runs[i - 1], runs[i]) != 0;
    free(runs);
    return n_runs;
}

/* The end of the stretch of places that share a home. */
static size_t home_end(const struct init_places *places, size_t first)
{
    size_t end = first + 1;
    while (end < places->n_places &&
           init_place_same_layout(&places->items[first], &places->items[end]) &&
           !strcmp(places->items[first].home, places->items[end].home))
        end++;
    return end;
}

static size_t layout_end(const struct init_places *places, size_t first)
{
    size_t end = first;
    while (end < places->n_places &&
           init_place_same_layout(&places->items[first], &places->items[end]))
        end++;
    return end;
}

/* What could have been an arm: the path in front of its one run. */
static void note_single(struct init_layout *layout, const struct init_place *place)
{
    enum { NAMED = 5 };
    const char *run = strstr(place->home, "{run}");
    size_t n = run ? (size_t)(run - place->home) : 0;
    while (n && place->home[n - 1] != '/')
        n--;
    const char *name = n > 1 ? arena_strndup(layout->arena, place->home, n - 1) : place->path;
    if (layout->n_single++ < NAMED)
        layout->singles =
            layout->singles ? arena_printf(layout->arena, "%s, %s", layout->singles, name) : name;
}

static void take_arms(const struct init_places *places, size_t first, size_t end,
                      struct init_layout *layout)
{
    layout->arms = arena_alloc(layout->arena, end - first, sizeof *layout->arms);
    layout->n_arms = layout->n_single = 0;
    layout->folders = *places->items[first].rest != '\0';
    for (size_t i = first, next; i < end; i = next) {
        next = home_end(places, i);
        size_t n_runs = count_runs(places->items + i, next - i);
        if (n_runs < 2)
            note_single(layout, &places->items[i]);
        else
            layout->arms[layout->n_arms++] = (struct init_arm){
                .path = places->items[i].home, .first = i, .n_files = next - i, .n_runs = n_runs};
    }
}

static size_t total_runs(const struct init_layout *layout)
{
    size_t n = 0;
    for (size_t i = 0; i < layout->n_arms; i++)
        n += layout->arms[i].n_runs;
    return n;
}

bool init_layout_find(struct arena *arena, const struct init_places *places,
                      struct init_layout *layout)
{
    struct init_layout best = {.arena = arena};
    size_t best_runs = 0;
    for (size_t first = 0, end; first < places->n_places; first = end) {
        struct init_layout one = {.arena = arena};
        end = layout_end(places, first);
        take_arms(places, first, end, &one);
        if (one.n_arms <= ARMS_MAX && total_runs(&one) > best_runs) {
            best = one;
            best_runs = total_runs(&one);
        }
    }
    best.group_factor = FACTORS_MAX;
    *layout = best;
    return best_runs > 0;
}

/* ---- factors ---- */

/* A stretch of a path: words and the separators between them alternate. */
struct layout_word {
    const char *text;
    size_t length;
};
enum { WORDS_MAX = 128 };
struct layout_words {
    size_t n_words;
    struct layout_word items[WORDS_MAX];
};

/* A point between digits belongs to the number. */
static size_t word_length(const char *at)
{
    if (strchr("/_.-=,", *at))
        return 1;
    if (!strncmp(at, "{run}", 5))
        return 5;
    size_t n = strcspn(at, "/_.-=,{");
    while (n && at[n] == '.' && isdigit((unsigned char)at[n - 1]) &&
           isdigit((unsigned char)at[n + 1]))
        n += 1 + strcspn(at + n + 1, "/_.-=,{");
    return n ? n : 1;
}

static void split(const char *path, struct layout_words *words)
{
    words->n_words = 0;
    for (const char *at = path; *at && words->n_words < WORDS_MAX;) {
        size_t n = word_length(at);
        words->items[words->n_words++] = (struct layout_word){at, n};
        at += n;
    }
}

static void split_components(const char *path, struct layout_words *words)
{
    words->n_words = 0;
    for (const char *at = path; *at && words->n_words < WORDS_MAX;) {
        size_t n = *at == '/' ? 1 : strcspn(at, "/");
        words->items[words->n_words++] = (struct layout_word){at, n};
        at += n;
    }
}

static bool same_word(struct layout_word a, struct layout_word b)
{
    return a.length == b.length && !memcmp(a.text, b.text, a.length);
}

/* One way of cutting all paths: factors are the words that differ. */
struct cut {
    size_t n_paths;
    struct layout_words *paths;
    size_t n_factors;
    size_t factor_words[FACTORS_MAX];
    size_t n_echoes; /* words that repeat a factor's, path by path: "ppo/ppo_0" */
    size_t echo_words[FACTORS_MAX];
};

static bool differs(const struct cut *cut, size_t w)
{
    for (size_t i = 1; i < cut->n_paths; i++)
        if (!same_word(cut->paths[0].items[w], cut->paths[i].items[w]))
            return true;
    return false;
}

/* Whether in every path this word is the same as an earlier factor's. */
static bool is_echo(const struct cut *cut, size_t w)
{
    for (size_t f = 0; f < cut->n_factors; f++) {
        size_t i = 0;
        while (i < cut->n_paths &&
               same_word(cut->paths[i].items[w], cut->paths[i].items[cut->factor_words[f]]))
            i++;
        if (i == cut->n_paths)
            return true;
    }
    return false;
}

static bool find_factors(struct cut *cut)
{
    cut->n_factors = cut->n_echoes = 0;
    for (size_t i = 1; i < cut->n_paths; i++)
        if (cut->paths[i].n_words != cut->paths[0].n_words)
            return false;
    for (size_t w = 0; w < cut->paths[0].n_words; w++) {
        if (!differs(cut, w))
            continue;
        if (cut->n_factors == FACTORS_MAX || cut->n_echoes == FACTORS_MAX)
            return false;
        if (is_echo(cut, w))
            cut->echo_words[cut->n_echoes++] = w;
        else
            cut->factor_words[cut->n_factors++] = w;
    }
    return true;
}

static size_t n_values(const struct cut *cut, size_t factor)
{
    size_t w = cut->factor_words[factor], n = 0;
    for (size_t i = 0; i < cut->n_paths; i++) {
        size_t k = 0;
        while (k < i && !same_word(cut->paths[k].items[w], cut->paths[i].items[w]))
            k++;
        n += k == i;
    }
    return n;
}

/* Whether the factors' values come in all combinations. */
static bool is_crossed(const struct cut *cut)
{
    size_t product = 1;
    for (size_t f = 0; f < cut->n_factors && product <= cut->n_paths; f++)
        product *= n_values(cut, f);
    return product == cut->n_paths;
}

static void cut_paths(const struct init_layout *layout,
                      void (*cutter)(const char *, struct layout_words *), struct cut *cut)
{
    cut->n_paths = layout->n_arms;
    cut->paths = mem_array(layout->n_arms, sizeof *cut->paths);
    for (size_t i = 0; i < layout->n_arms; i++)
        cutter(layout->arms[i].path, &cut->paths[i]);
}

static bool holds_run(const struct cut *cut)
{
    for (size_t f = 0; f < cut->n_factors; f++)
        for (size_t i = 0; i < cut->n_paths; i++) {
            struct layout_word word = cut->paths[i].items[cut->factor_words[f]];
            if (memmem(word.text, word.length, "{run}", 5))
                return true;
        }
    return false;
}

/* A bare number is a poor name where the word before it can be had. */
static bool is_number(const struct cut *cut)
{
    struct layout_word word = cut->paths[0].items[cut->factor_words[0]];
    return cut->n_factors == 1 && isdigit((unsigned char)word.text[0]);
}

static size_t n_shared_words(const struct cut *cut, bool at_end)
{
    size_t least = cut->paths[0].n_words;
    for (size_t i = 1; i < cut->n_paths; i++) {
        const struct layout_words *a = &cut->paths[0], *b = &cut->paths[i];
        size_t n = 0, most = a->n_words < b->n_words ? a->n_words : b->n_words;
        while (n < most && same_word(a->items[at_end ? a->n_words - 1 - n : n],
                                     b->items[at_end ? b->n_words - 1 - n : n]))
            n++;
        least = n < least ? n : least;
    }
    return least;
}

/* Makes three words of each path: what all begin with, what differs, what all end with. false where
 * what differs is not a part of one name ("ours", "ours_noaug"). */
static bool cut_middle(struct cut *cut)
{
    size_t before = n_shared_words(cut, false), after = n_shared_words(cut, true);
    for (size_t i = 0; i < cut->n_paths; i++) {
        struct layout_words *words = &cut->paths[i];
        if (words->n_words <= before + after || words->n_words == WORDS_MAX)
            return false;
        const struct layout_word *items = words->items, *last = &items[words->n_words - 1];
        const char *middle = items[before].text, *end = last->text + last->length;
        const char *behind = after ? items[words->n_words - after].text : end;
        size_t length = (size_t)(behind - middle);
        if (memchr(middle, '/', length) || memmem(middle, length, "{run}", 5) ||
            isdigit((unsigned char)*middle))
            return false;
        words->items[0] = (struct layout_word){items[0].text, (size_t)(middle - items[0].text)};
        words->items[1] = (struct layout_word){middle, length};
        words->items[2] = (struct layout_word){behind, (size_t)(end - behind)};
        words->n_words = 3;
    }
    return true;
}

/* Words where they form all combinations or are one; else components; else the one stretch in which
 * names differ; else words as they are. */
static bool choose_cut(struct init_layout *layout, struct cut *cut)
{
    cut_paths(layout, split, cut);
    if (find_factors(cut) && !is_number(cut) && (cut->n_factors == 1 || is_crossed(cut)))
        return true;
    free(cut->paths);
    cut_paths(layout, split_components, cut);
    if (find_factors(cut) && !holds_run(cut))
        return true;
    free(cut->paths);
    cut_paths(layout, split, cut);
    if (cut_middle(cut) && find_factors(cut))
        return true;
    free(cut->paths);
    cut_paths(layout, split, cut);
    bool found = find_factors(cut);
    layout->loose = cut->n_factors > 1;
    return found;
}

/* ---- group and arm ---- */

static size_t share_of(const struct init_layout *layout, size_t factor, bool (*known)(const char *))
{
    size_t n = 0;
    for (size_t i = 0; i < layout->n_arms; i++)
        n += known(layout->arms[i].values[factor]);
    return n;
}

/* Arms with the same value of this factor log the same, and others do not. */
static bool decides_signature(const struct init_layout *layout, size_t factor)
{
    bool any_differ = false;
    for (size_t i = 0; i < layout->n_arms; i++)
        for (size_t k = 0; k < i; k++) {
            const struct init_arm *a = &layout->arms[i], *b = &layout->arms[k];
            if (!a->signature || !b->signature)
                return false;
            bool same = !strcmp(a->signature, b->signature);
            if (!same && !strcmp(a->values[factor], b->values[factor]))
                return false;
            any_differ = any_differ || !same;
        }
    return any_differ;
}

static void choose_group(struct init_layout *layout)
{
    double scores[FACTORS_MAX] = {0};
    if (layout->n_factors < 2 || layout->loose)
        return;
    for (size_t f = 0; f < layout->n_factors; f++) {
        scores[f] = (double)share_of(layout, f, init_is_data_set);
        scores[f] -= (double)share_of(layout, f, init_is_method);
    }
    size_t best = 0;
    for (size_t f = 1; f < layout->n_factors; f++)
        best = scores[f] > scores[best] ? f : best;
    layout->why_group = "its names look like those of data sets";
    bool tie = false;
    for (size_t f = 0; f < layout->n_factors; f++)
        tie = tie || (f != best && scores[f] == scores[best]);
    if (tie)
        layout->why_group = "it is the outer one; swap {arm} and {group} if that is wrong";
    for (size_t f = 0; tie && f < 2 && layout->n_factors == 2; f++)
        if (decides_signature(layout, f) && !decides_signature(layout, 1 - f)) {
            best = f;
            layout->why_group = "it decides which metrics are logged";
        }
    layout->group_factor = best;
}

static const char *arm_name(const struct init_layout *layout, const struct init_arm *arm)
{
    const char *name = NULL;
    for (size_t f = 0; f < layout->n_factors; f++)
        if (f != layout->group_factor)
            name =
                name ? arena_printf(layout->arena, "%s-%s", name, arm->values[f]) : arm->values[f];
    return name;
}

/* The path of arms[0] with captures for the factors. */
static const char *pattern_of(const struct init_layout *layout, const struct cut *cut)
{
    struct strbuf pattern;
    strbuf_init(&pattern);
    for (size_t w = 0; w < cut->paths[0].n_words; w++) {
        size_t f = 0, e = 0;
        while (f < cut->n_factors && cut->factor_words[f] != w)
            f++;
        while (e < cut->n_echoes && cut->echo_words[e] != w)
            e++;
        if (e < cut->n_echoes)
            strbuf_add_char(&pattern, '*');
        else if (f < cut->n_factors)
            strbuf_puts(&pattern, f == layout->group_factor ? "{group}" : "{arm}");
        else
            strbuf_add(&pattern, cut->paths[0].items[w].text, cut->paths[0].items[w].length);
    }
    const char *kept = arena_strdup(layout->arena, pattern.text);
    strbuf_done(&pattern);
    return kept;
}

/* The n-th component of a path, without patterns in it; an empty word where there is none or it holds
 * the run. */
static struct layout_word plain_component(const char *path, size_t n)
{
    struct layout_words words;
    split_components(path, &words);
    if (2 * n >= words.n_words)
        return (struct layout_word){"", 0};
    struct layout_word word = words.items[2 * n];
    return memchr(word.text, '{', word.length) || memchr(word.text, '*', word.length)
               ? (struct layout_word){"", 0}
               : word;
}

static bool names_are_unique(const struct init_layout *layout)
{
    for (size_t i = 0; i < layout->n_arms; i++)
        for (size_t k = 0; k < i; k++)
            if (!strcmp(layout->arms[i].name, layout->arms[k].name))
                return false;
    return true;
}

/* Where no pattern tells the arms apart: as many of the components in which they differ, from the
 * outermost on, as make the names differ; else the paths without what stands for the run. */
static void name_by_components(struct init_layout *layout)
{
    for (size_t i = 0; i < layout->n_arms; i++)
        layout->arms[i].name = "";
    for (size_t n = 0; n < WORDS_MAX / 2; n++) {
        struct layout_word first = plain_component(layout->arms[0].path, n);
        bool any_differ = false;
        for (size_t i = 1; i < layout->n_arms; i++)
            any_differ = any_differ || !same_word(first, plain_component(layout->arms[i].path, n));
        for (size_t i = 0; any_differ && i < layout->n_arms; i++) {
            struct init_arm *arm = &layout->arms[i];
            struct layout_word word = plain_component(arm->path, n);
            if (word.length)
                arm->name = arena_printf(layout->arena, "%s%s%.*s", arm->name,
                                         *arm->name ? "-" : "", (int)word.length, word.text);
        }
        if (any_differ && names_are_unique(layout))
            return;
    }
    for (size_t i = 0; i < layout->n_arms; i++) {
        struct init_arm *arm = &layout->arms[i];
        char *name = arena_strdup(layout->arena, arm->path), *to = name;
        for (const char *at = arm->path; *at; at++)
            if (!strncmp(at, "{run}", 5))
                at += 4;
            else if (*at != '*' && *at != '[' && *at != ']')
                *to++ = *at == '/' ? '-' : *at;
        *to = '\0';
        arm->name = name;
    }
    for (size_t i = 0; !names_are_unique(layout) && i < layout->n_arms; i++)
        layout->arms[i].name = layout->arms[i].path;
}

/* The folder that holds the runs of a single arm, if its path has one. */
static const char *folder_name(const struct init_layout *layout, const char *fallback_name)
{
    struct layout_words words;
    split_components(layout->arms[0].path, &words);
    for (size_t w = words.n_words; w-- > 0;) {
        struct layout_word word = words.items[w];
        if (word.text[0] != '/' && word.text[0] != '.' &&
            !memmem(word.text, word.length, "{run}", 5) && !memchr(word.text, '*', word.length))
            return arena_strndup(layout->arena, word.text, word.length);
    }
    return fallback_name;
}

/* The path says nothing there. */
static void name_by_settings(struct init_layout *layout)
{
    for (size_t i = 0; i < layout->n_arms; i++) {
        layout->arms[i].name = layout->arms[i].setting;
        layout->arms[i].group = layout->arms[i].setting_group ? layout->arms[i].setting_group : "";
    }
}

void init_layout_name(struct init_layout *layout, const char *fallback_name)
{
    if (layout->split_keys) {
        name_by_settings(layout);
        return;
    }
    struct cut cut = {0};
    bool can_cut = choose_cut(layout, &cut);
    layout->n_factors = can_cut ? cut.n_factors : 0;
    for (size_t i = 0; i < layout->n_arms; i++)
        for (size_t f = 0; f < layout->n_factors; f++) {
            struct layout_word word = cut.paths[i].items[cut.factor_words[f]];
            layout->arms[i].values[f] = arena_strndup(layout->arena, word.text, word.length);
        }
    choose_group(layout);
    bool nameless = false;
    for (size_t i = 0; i < layout->n_arms; i++) {
        struct init_arm *arm = &layout->arms[i];
        arm->name = arm_name(layout, arm);
        arm->group = layout->group_factor < FACTORS_MAX ? arm->values[layout->group_factor] : "";
        if (!arm->name && layout->n_arms == 1)
            arm->name = folder_name(layout, fallback_name);
        nameless = nameless || !arm->name;
    }
    if (nameless)
        name_by_components(layout);
    bool one_or_two =
        layout->n_factors == 1 || (layout->n_factors == 2 && layout->group_factor < FACTORS_MAX);
    layout->pattern = one_or_two && layout->n_arms > 1 ? pattern_of(layout, &cut) : NULL;
    free(cut.paths);
}
