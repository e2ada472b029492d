/* A request as text: one key and value a line; text that may hold anything has its length first. */
#include "jobs/part.h"

#include "base/mem.h"
#include "base/num.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_number(struct strbuf *out, const char *key, double value)
{
    char text[NUM_TEXT_MAX];
    num_write(text, value);
    strbuf_printf(out, "%s %s\n", key, text);
}

static void put_count(struct strbuf *out, const char *key, uint64_t value)
{
    strbuf_printf(out, "%s %" PRIu64 "\n", key, value);
}

static void put_text(struct strbuf *out, const char *key, const char *text)
{
    strbuf_printf(out, "%s %zu:%s\n", key, strlen(text), text);
}

void part_write_request(const struct request *request, const struct study *study,
                        struct strbuf *out)
{
    const struct analysis_settings *settings = &request->settings;
    put_count(out, "folds", settings->folds);
    put_count(out, "folds-given", settings->folds_given);
    put_count(out, "splits", settings->splits);
    put_count(out, "draws", settings->draws);
    put_count(out, "seed", settings->seed);
    put_number(out, "level", settings->level);
    put_number(out, "power", settings->power);
    put_count(out, "sections", request->sections);
    put_number(out, "half-width", request->half_width);
    put_number(out, "difference", request->difference);
    put_count(out, "tuned-at", request->tuned_at);
    for (size_t i = 0; i < settings->n_budgets; i++)
        put_count(out, "budget", settings->budgets[i]);
    for (size_t i = 0; i < request->n_arms; i++)
        put_text(out, "arm", study->arms[request->arms[i]].label);
    for (size_t f = 0; f < study->n_families; f++)
        if (request->families >> f & 1)
            put_text(out, "family", study->families[f].name);
    for (size_t a = 0; a < request->n_adjusters; a++) {
        char name[ADJUSTER_NAME_MAX];
        adjuster_name(request->adjusters[a], name);
        put_text(out, "adjuster", name);
    }
    for (size_t i = 0; i < request->n_statistic; i++)
        put_text(out, "statistic", request->statistic[i]);
}

/* A value that was read: both forms, whichever the key uses. */
struct value {
    const char *text; /* of length-first texts */
    const char *word;
    uint64_t count;
};

struct request_reader {
    const struct study *study;
    struct request *request;
};

static bool take_folds(struct request_reader *r, const struct value *v)
{
    r->request->settings.folds = (size_t)v->count;
    return true;
}

static bool take_folds_given(struct request_reader *r, const struct value *v)
{
    r->request->settings.folds_given = v->count;
    return true;
}

static bool take_splits(struct request_reader *r, const struct value *v)
{
    r->request->settings.splits = (size_t)v->count;
    return true;
}

static bool take_draws(struct request_reader *r, const struct value *v)
{
    r->request->settings.draws = (size_t)v->count;
    return true;
}

static bool take_seed(struct request_reader *r, const struct value *v)
{
    r->request->settings.seed = v->count;
    return true;
}

static bool take_level(struct request_reader *r, const struct value *v)
{
    return num_read(v->word, strlen(v->word), &r->request->settings.level) == NUM_FINITE;
}

static bool take_power(struct request_reader *r, const struct value *v)
{
    return num_read(v->word, strlen(v->word), &r->request->settings.power) == NUM_FINITE;
}

static bool take_sections(struct request_reader *r, const struct value *v)
{
    r->request->sections = (unsigned)v->count;
    return v->count <= UINT_MAX;
}

static bool take_half_width(struct request_reader *r, const struct value *v)
{
    return num_read(v->word, strlen(v->word), &r->request->half_width) == NUM_FINITE;
}

static bool take_difference(struct request_reader *r, const struct value *v)
{
    return num_read(v->word, strlen(v->word), &r->request->difference) == NUM_FINITE;
}

static bool take_tuned_at(struct request_reader *r, const struct value *v)
{
    r->request->tuned_at = (size_t)v->count;
    return true;
}

static bool take_budget(struct request_reader *r, const struct value *v)
{
    struct analysis_settings *settings = &r->request->settings;
    if (settings->n_budgets == sizeof settings->budgets / sizeof *settings->budgets)
        return false;
    settings->budgets[settings->n_budgets++] = (size_t)v->count;
    return true;
}

static bool take_arm(struct request_reader *r, const struct value *v)
{
    for (size_t i = 0; i < r->study->n_arms && r->request->n_arms < r->study->n_arms; i++)
        if (!strcmp(r->study->arms[i].label, v->text)) {
            r->request->arms[r->request->n_arms++] = i;
            return true;
        }
    return false;
}

static bool take_family(struct request_reader *r, const struct value *v)
{
    size_t family = study_find_family(r->study, v->text);
    if (family >= r->study->n_families)
        return false;
    r->request->families |= UINT64_C(1) << family;
    return true;
}

static bool take_adjuster(struct request_reader *r, const struct value *v)
{
    return r->request->n_adjusters < REQUEST_ADJUSTERS_MAX &&
           adjuster_parse(v->text, &r->request->adjusters[r->request->n_adjusters++]);
}

static bool take_statistic(struct request_reader *r, const struct value *v)
{
    if (r->request->n_statistic == REQUEST_STATISTIC_MAX)
        return false;
    r->request->statistic[r->request->n_statistic++] = mem_strdup(v->text);
    return true;
}

static const struct request_key {
    const char *name;
    bool is_text;
    bool (*take)(struct request_reader *reader, const struct value *value);
} keys[] = {{"folds", false, take_folds},
            {"folds-given", false, take_folds_given},
            {"splits", false, take_splits},
            {"draws", false, take_draws},
            {"seed", false, take_seed},
            {"level", false, take_level},
            {"power", false, take_power},
            {"sections", false, take_sections},
            {"half-width", false, take_half_width},
            {"difference", false, take_difference},
            {"tuned-at", false, take_tuned_at},
            {"budget", false, take_budget},
            {"arm", true, take_arm},
            {"family", true, take_family},
            {"adjuster", true, take_adjuster},
            {"statistic", true, take_statistic}};

/* Splits the line at *at (which moves behind it) into key and value, in place. */
static bool read_line(char **at, const struct request_key **key, struct value *value)
{
    char *blank = strchr(*at, ' '), *end;
    if (!blank)
        return false;
    *blank = '\0';
    *key = NULL;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (!strcmp(keys[i].name, *at))
            *key = &keys[i];
    value->word = value->text = blank + 1;
    value->count = strtoull(blank + 1, &end, 10);
    if (*key && (*key)->is_text) {
        if (*end != ':' || strlen(end + 1) < value->count)
            return false;
        value->text = end + 1;
        end += 1 + value->count;
    } else {
        end = blank + 1 + strcspn(blank + 1, "\n");
    }
    if (!*key || *end != '\n')
        return false;
    *end = '\0';
    *at = end + 1;
    return true;
}

bool part_read_request(const char *text, const struct study *study, struct request *request)
{
    *request = (struct request){.arms = mem_array(study->n_arms, sizeof *request->arms)};
    struct request_reader reader = {study, request};
    char *copy = mem_strdup(text), *at = copy;
    bool fine = true;
    while (fine && *at) {
        const struct request_key *key;
        struct value value;
        fine = read_line(&at, &key, &value) && key->take(&reader, &value);
    }
    free(copy);
    fine = fine && request_is_sound(request, study);
    if (!fine)
        request_done(request);
    return fine;
}
