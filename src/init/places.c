#include "init/places.h"

#include "base/mem.h"
#include "base/strbuf.h"
#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SLOTS_MAX = 48 };

/* A number or a random id in a path. */
struct place_slot {
    size_t start, length;
};

struct shaped {
    const char *path, *shape;
    size_t n_slots;
    struct place_slot *slots;
};

/* ---- slots ---- */

static size_t uuid_length(const char *s)
{
    static const size_t groups[] = {8, 4, 4, 4, 12};
    size_t n = 0;
    for (size_t g = 0; g < 5; g++) {
        for (size_t i = 0; i < groups[g]; i++)
            if (!isxdigit((unsigned char)s[n++]))
                return 0;
        if (g < 4 && s[n++] != '-')
            return 0;
    }
    return isalnum((unsigned char)s[n]) ? 0 : n;
}

/* Seven or more hexadecimal digits with letters among them, alone between separators. */
static size_t hash_length(const char *s)
{
    size_t n = 0, n_digits = 0, n_letters = 0;
    for (; isxdigit((unsigned char)s[n]); n++) {
        n_digits += isdigit((unsigned char)s[n]) != 0;
        n_letters += islower((unsigned char)s[n]) != 0;
    }
    bool whole = !isalnum((unsigned char)s[n]) && n_digits + n_letters == n;
    return whole && n >= 7 && n_digits && n_letters ? n : 0;
}

/* Eight or more small letters and digits that change from one to the other again and again. */
static size_t id_length(const char *s)
{
    size_t n = 0, n_changes = 0;
    for (; islower((unsigned char)s[n]) || isdigit((unsigned char)s[n]); n++)
        n_changes += n && !isdigit((unsigned char)s[n]) != !isdigit((unsigned char)s[n - 1]);
    return !isalnum((unsigned char)s[n]) && n >= 8 && n <= 32 && n_changes >= 2 ? n : 0;
}

/* Weights & Biases: "run-20240101_120000-abcdefgh". */
static bool follows_time(const char *path, size_t at)
{
    size_t n_digits = 0;
    if (!at || (path[at - 1] != '-' && path[at - 1] != '_'))
        return false;
    while (n_digits + 1 < at && isdigit((unsigned char)path[at - 2 - n_digits]))
        n_digits++;
    return n_digits >= 6;
}

static size_t random_length(const char *path, size_t at)
{
    static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    const char *s = path + at;
    size_t n = uuid_length(s);
    n = n ? n : hash_length(s);
    n = n ? n : id_length(s);
    size_t length = strspn(s, alphabet);
    bool after_time = length == 8 && !isalnum((unsigned char)s[8]) && follows_time(path, at);
    return n || !after_time ? n : length;
}

static size_t slot_length(const char *path, size_t at)
{
    size_t n = 0;
    if (at == 0 || !isalnum((unsigned char)path[at - 1]))
        n = random_length(path, at);
    while (!n && isdigit((unsigned char)path[at + n]))
        for (n = 1; isdigit((unsigned char)path[at + n]);)
            n++;
    return n;
}

/* A random id that stood in the path before: "run-20240101_120000-abcdefgh/run-abcdefgh.wandb". */
static size_t echo_length(const char *path, size_t at, const struct place_slot *slots, size_t n)
{
    enum { ID_MIN = 6 };
    for (size_t i = n; at && !isalnum((unsigned char)path[at - 1]) && i-- > 0;)
        if (slots[i].length >= ID_MIN &&
            !strncmp(path + at, path + slots[i].start, slots[i].length) &&
            !isalnum((unsigned char)path[at + slots[i].length]))
            return slots[i].length;
    return 0;
}

static struct shaped shape_of(struct arena *arena, const char *path)
{
    struct place_slot slots[SLOTS_MAX];
    struct strbuf shape;
    strbuf_init(&shape);
    size_t n = 0;
    for (size_t at = 0; path[at];) {
        size_t length = n < SLOTS_MAX ? echo_length(path, at, slots, n) : 0;
        length = length || n == SLOTS_MAX ? length : slot_length(path, at);
        if (length)
            slots[n++] = (struct place_slot){at, length};
        strbuf_add_char(&shape, length ? '\1' : path[at]);
        at += length ? length : 1;
    }
    struct shaped shaped = {path, arena_strdup(arena, shape.text), n,
                            arena_alloc(arena, n, sizeof(struct place_slot))};
    /* cppcheck-suppress uninitvar ; the first n are there */
    memcpy(shaped.slots, slots, n * sizeof *slots);
    strbuf_done(&shape);
    return shaped;
}

/* ---- the run's slot ---- */

static size_t word_before(const char *s, size_t n, char word[16])
{
    while (n && strchr("_-.= ", s[n - 1]))
        n--;
    size_t end = n;
    while (n && isalpha((unsigned char)s[n - 1]))
        n--;
    size_t length = end - n < 15 ? end - n : 15;
    memcpy(word, s + end - length, length);
    word[length] = '\0';
    return length;
}

static bool is_one_of(const char *word, const char *const *words, size_t n_words)
{
    for (size_t i = 0; i < n_words; i++)
        if (!strcasecmp(word, words[i]))
            return true;
    return false;
}

bool init_is_run_word(const char *s, size_t n)
{
    static const char *const words[] = {"seed",    "run",       "trial",  "rep",
                                        "replica", "replicate", "repeat", "version",
                                        "rng",     "s",         "job",    "iteration"};
    char word[16];
    return word_before(s, n, word) && is_one_of(word, words, sizeof words / sizeof *words - 1);
}

/* Before "03" of "lr__1.5e-03" stands the rest of its number. */
static size_t number_start(const char *s, size_t n)
{
    for (size_t before = n + 1; n && n < before;) {
        before = n;
        if (isdigit((unsigned char)s[n - 1]) || s[n - 1] == '.')
            n--;
        else if (n > 2 && (s[n - 1] == '-' || s[n - 1] == '+') && (s[n - 2] | 32) == 'e' &&
                 (isdigit((unsigned char)s[n - 3]) || s[n - 3] == '.'))
            n -= 2;
        else if (n > 1 && (s[n - 1] | 32) == 'e' &&
                 (isdigit((unsigned char)s[n - 2]) || s[n - 2] == '.'))
            n--;
    }
    return n;
}

/* Numbers that count something within a run, or that a run was set to. */
static bool is_other_word(const char *s, size_t n)
{
    static const char *const words[] = {
        "checkpoint", "ckpt",   "epoch", "epochs", "step",   "steps",   "iter",       "iteration",
        "rank",       "worker", "part",  "shard",  "lr",     "rate",    "wd",         "decay",
        "bs",         "batch",  "size",  "beta",   "eps",    "epsilon", "alpha",      "gamma",
        "lambda",     "dim",    "width", "depth",  "layer",  "layers",  "heads",      "momentum",
        "dropout",    "tau",    "temp",  "warmup", "hidden", "lrs",     "temperature"};
    char word[16];
    return word_before(s, number_start(s, n), word) &&
           is_one_of(word, words, sizeof words / sizeof *words);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static size_t n_distinct(const struct shaped *files, size_t n, size_t slot)
{
    char **values = mem_array(n, sizeof *values);
    for (size_t i = 0; i < n; i++)
        values[i] =
            mem_strndup(files[i].path + files[i].slots[slot].start, files[i].slots[slot].length);
    qsort(values, n, sizeof *values, by_text);
    size_t distinct = n > 0;
    for (size_t i = 1; i < n; i++)
        distinct += strcmp(values[i - 1], values[i]) != 0;
    for (size_t i = 0; i < n; i++)
        free(values[i]);
    free(values);
    return distinct;
}

struct roles {
    size_t run; /* slot, SLOTS_MAX = none */
    size_t first,
        last; /* slots of the run's id: without a word before it, a date and time are one */
    bool by_word;
    size_t distinct[SLOTS_MAX];
};

static size_t component_of(const char *path, size_t at)
{
    size_t n = 0;
    for (size_t i = 0; i < at; i++)
        n += path[i] == '/';
    return n;
}

/* A neighbour that varies about as much as the run, or is as long as a date. */
static bool belongs_to_id(const struct shaped *file, const struct roles *roles, size_t slot)
{
    const struct place_slot *run = &file->slots[roles->run], *at = &file->slots[slot];
    return component_of(file->path, run->start) == component_of(file->path, at->start) &&
           roles->distinct[slot] > 1 &&
           (roles->distinct[slot] * 2 > roles->distinct[roles->run] || at->length >= 6);
}

static void widen_id(const struct shaped *file, struct roles *roles)
{
    roles->first = roles->last = roles->run;
    for (size_t s = 0; !roles->by_word && s < file->n_slots; s++)
        if (belongs_to_id(file, roles, s)) {
            roles->first = s < roles->first ? s : roles->first;
            roles->last = s > roles->last ? s : roles->last;
        }
}

/* Six digits after the word "run" are a date, which several runs may share. */
static bool follows_run_word(const struct shaped *file, size_t slot)
{
    return file->slots[slot].length < 6 && init_is_run_word(file->path, file->slots[slot].start);
}

static struct roles find_roles(const struct shaped *files, size_t n)
{
    struct roles roles = {.run = SLOTS_MAX};
    double best = 0;
    for (size_t s = 0; s < files[0].n_slots; s++) {
        roles.distinct[s] = n_distinct(files, n, s);
        if (roles.distinct[s] < 2)
            continue;
        bool word = follows_run_word(&files[0], s);
        bool other = is_other_word(files[0].path, files[0].slots[s].start);
        double score = (word ? 1e9 : 0) - (other ? 1e9 : 0) + (double)roles.distinct[s] + 2e9;
        if (score > best) {
            best = score;
            roles.run = s;
            roles.by_word = word;
        }
    }
    if (roles.run < SLOTS_MAX)
        widen_id(files, &roles);
    return roles;
}

/* Where the word of the runs ("random_seed__") has one value in all files of a shape, and several in
 * files of another shape, it is the run there as well: each path has one run, and what else differs
 * (learning rates) makes no runs of it. */
static void keep_run_word(const struct shaped *files, struct roles *roles, bool words_vary)
{
    for (size_t s = 0; words_vary && !roles->by_word && s < files[0].n_slots; s++)
        if (follows_run_word(&files[0], s) && roles->distinct[s] == 1)
            roles->run = roles->first = roles->last = s, roles->by_word = true;
}

/* ---- places ---- */

/* Weights & Biases puts "offline-" before the folders of runs that it could not send: no other arm. */
static const char *without_offline(struct arena *arena, const char *home)
{
    static const char offline[] = "offline-run-{run}", run[] = "run-{run}";
    const char *slash = strrchr(home, '/'), *last = slash ? slash + 1 : home;
    if (strcmp(last, offline) != 0 && strcmp(last, run) != 0)
        return home;
    return arena_printf(arena, "%.*s*%s", (int)(last - home), home, run);
}

/* A value of its own in every path: a time stamp, a process number. */
static bool is_noise(const struct roles *roles, size_t slot, size_t n)
{
    return slot != roles->run && roles->distinct[slot] > 1 && roles->distinct[slot] == n;
}

/* What a pattern would take for a wildcard stands in brackets. */
static void add_literal(struct strbuf *out, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (strchr("*?[{", text[i]))
            strbuf_printf(out, "[%c]", text[i]);
        else
            strbuf_add_char(out, text[i]);
}

/* Whether the slot is part of "2019-02-13-14-35-01" or "20190213_143501". */
static bool is_date(const struct shaped *file, size_t slot)
{
    size_t first = slot, last = slot;
    while (first > 0 && file->slots[first].start - file->slots[first - 1].start ==
                            file->slots[first - 1].length + 1)
        first--;
    while (last + 1 < file->n_slots &&
           file->slots[last + 1].start - file->slots[last].start == file->slots[last].length + 1)
        last++;
    for (size_t year = first; year <= slot; year++) {
        const char *at = file->path + file->slots[year].start;
        size_t length = file->slots[year].length, n = last - year + 1;
        bool is_year = !strncmp(at, "20", 2) || !strncmp(at, "19", 2);
        if (is_year && ((length == 4 && n >= 3) || (length == 8 && n >= 2)))
            return true;
    }
    return false;
}

static void add_slot(const struct shaped *file, const struct roles *roles, size_t slot, size_t n,
                     struct strbuf *out)
{
    const struct place_slot *at = &file->slots[slot];
    size_t run_component = component_of(file->path, file->slots[roles->run].start);
    bool below = component_of(file->path, at->start) > run_component;
    bool beside = roles->by_word && component_of(file->path, at->start) == run_component;
    if (is_noise(roles, slot, n) || (beside && is_date(file, slot)) ||
        (below && (roles->distinct[slot] > 1 || at->length >= 5)))
        strbuf_add_char(out, '*');
    else
        strbuf_add(out, file->path + at->start, at->length);
}

static struct init_place place_of(struct arena *arena, const struct shaped *file,
                                  const struct roles *roles, size_t n)
{
    struct strbuf template;
    strbuf_init(&template);
    size_t at = 0;
    const struct place_slot *first = &file->slots[roles->first], *last = &file->slots[roles->last];
    size_t id_end = last->start + last->length;
    for (size_t s = 0; s < file->n_slots; s++) {
        if (s > roles->first && s <= roles->last)
            continue;
        add_literal(&template, file->path + at, file->slots[s].start - at);
        if (s == roles->first)
            strbuf_puts(&template, "{run}");
        else
            add_slot(file, roles, s, n, &template);
        at = s == roles->first ? id_end : file->slots[s].start + file->slots[s].length;
    }
    add_literal(&template, file->path + at, strlen(file->path + at));
    const char *run = strstr(template.text, "{run}");
    size_t home = (size_t)(run - template.text) + strcspn(run, "/");
    bool folder = template.text[home] == '/';
    struct init_place place = {
        .path = file->path,
        .run = arena_strndup(arena, file->path + first->start, id_end - first->start),
        .home = arena_strndup(arena, template.text, home),
        .rest = folder ? arena_strdup(arena, template.text + home + 1) : "",
        .depth = component_of(template.text, home),
    };
    strbuf_done(&template);
    return place;
}

static int by_shape(const void *a, const void *b)
{
    const struct shaped *x = a, *y = b;
    int order = strcmp(x->shape, y->shape);
    return order ? order : text_natural(x->path, y->path);
}

static int by_layout(const struct init_place *a, const struct init_place *b)
{
    if (a->depth != b->depth)
        return a->depth < b->depth ? -1 : 1;
    return (*a->rest != '\0') - (*b->rest != '\0');
}

bool init_place_same_layout(const struct init_place *a, const struct init_place *b)
{
    return by_layout(a, b) == 0;
}

static int by_home(const void *a, const void *b)
{
    const struct init_place *x = a, *y = b;
    int order = by_layout(x, y);
    order = order ? order : text_natural(x->home, y->home);
    order = order ? order : text_natural(x->rest, y->rest);
    order = order ? order : text_natural(x->run, y->run);
    return order ? order : text_natural(x->path, y->path);
}

static size_t shape_end(const struct shaped *shaped, size_t n, size_t first)
{
    size_t end = first + 1;
    while (end < n && !strcmp(shaped[first].shape, shaped[end].shape))
        end++;
    return end;
}

void init_places_find(const struct init_files *files, struct init_places *places)
{
    struct shaped *shaped = mem_array(files->n_paths, sizeof *shaped);
    for (size_t i = 0; i < files->n_paths; i++)
        shaped[i] = shape_of(files->arena, files->paths[i]);
    qsort(shaped, files->n_paths, sizeof *shaped, by_shape);
    bool any_offline = false;
    for (size_t i = 0; i < files->n_paths; i++)
        any_offline = any_offline || strstr(files->paths[i], "offline-run-");
    *places = (struct init_places){.by_word = true};
    places->items = mem_array(files->n_paths, sizeof *places->items);
    bool words_vary = false;
    for (size_t first = 0, end; first < files->n_paths && !words_vary; first = end) {
        end = shape_end(shaped, files->n_paths, first);
        words_vary = find_roles(shaped + first, end - first).by_word;
    }
    for (size_t first = 0, end; first < files->n_paths; first = end) {
        end = shape_end(shaped, files->n_paths, first);
        struct roles roles = find_roles(shaped + first, end - first);
        keep_run_word(shaped + first, &roles, words_vary);
        if (roles.run == SLOTS_MAX)
            continue;
        places->by_word = places->by_word && roles.by_word;
        for (size_t i = first; i < end; i++)
            places->items[places->n_places++] =
                place_of(files->arena, &shaped[i], &roles, end - first);
    }
    free(shaped);
    for (size_t i = 0; any_offline && i < places->n_places; i++)
        places->items[i].home = without_offline(files->arena, places->items[i].home);
    qsort(places->items, places->n_places, sizeof *places->items, by_home);
}

const char *init_shape(struct arena *arena, const char *name)
{
    return shape_of(arena, name).shape;
}

const char *init_run_template(struct arena *arena, const char *const *names, size_t n)
{
    struct shaped *shaped = mem_array(n, sizeof *shaped);
    const char *template = NULL;
    for (size_t i = 0; i < n; i++)
        shaped[i] = shape_of(arena, names[i]);
    struct roles roles = find_roles(shaped, n);
    if (roles.run < SLOTS_MAX && roles.distinct[roles.run] == n) {
        /* Up to the next number the name is the same in all files; after it, who knows. */
        const struct place_slot *run = &shaped[0].slots[roles.run];
        size_t end = run->start + run->length;
        bool more = roles.run + 1 < shaped[0].n_slots;
        size_t next = more ? shaped[0].slots[roles.run + 1].start : strlen(names[0]);
        struct strbuf text;
        strbuf_init(&text);
        add_literal(&text, names[0], run->start);
        strbuf_puts(&text, "{run}");
        add_literal(&text, names[0] + end, next - end);
        strbuf_puts(&text, more ? "*" : "");
        template = arena_strdup(arena, text.text);
        strbuf_done(&text);
    }
    free(shaped);
    return template;
}

void init_places_done(struct init_places *places)
{
    free(places->items);
    *places = (struct init_places){0};
}
