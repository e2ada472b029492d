#include "ui/ticks.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static const struct adjuster usual_offer[] = {
    {ADJUSTER_FIXED, 0}, {ADJUSTER_BEST, 0},    {ADJUSTER_PCA, 1},         {ADJUSTER_PCA, 2},
    {ADJUSTER_PCA, 3},   {ADJUSTER_POSTHOC, 0}, {ADJUSTER_BEST_SHRUNK, 0}, {ADJUSTER_PCA_SHRUNK, 1},
    {ADJUSTER_RIDGE, 0}, {ADJUSTER_AVERAGE, 0}};

static size_t offer(struct ticks *ticks, struct adjuster adjuster)
{
    for (size_t i = 0; i < ticks->n_offered; i++)
        if (adjuster_equal(ticks->offered[i], adjuster))
            return i;
    if (ticks->n_offered == TICKS_OFFERED_MAX)
        return TICKS_OFFERED_MAX - 1;
    ticks->offered[ticks->n_offered] = adjuster;
    return ticks->n_offered++;
}

static void choose_statistic(struct ticks *ticks, size_t n, char *const *names)
{
    char *made[REQUEST_STATISTIC_MAX];
    for (size_t i = 0; i < n; i++)
        made[i] = mem_strdup(names[i]);
    for (size_t i = 0; i < ticks->n_statistic; i++)
        free(ticks->statistic[i]);
    /* cppcheck-suppress uninitvar ; the first n are there */
    memcpy(ticks->statistic, made, n * sizeof *made);
    ticks->n_statistic = n;
}

void ticks_init(struct ticks *ticks, const struct study *study, const struct request *request)
{
    *ticks = (struct ticks){.study = study};
    ticks->arms = mem_zeroed(study->n_arms + 1, sizeof *ticks->arms);
    for (size_t i = 0; i < sizeof usual_offer / sizeof *usual_offer; i++)
        offer(ticks, usual_offer[i]);
    for (size_t i = 0; i < request->n_arms; i++)
        ticks->arms[request->arms[i]] = true;
    ticks_follow(ticks, request);
}

void ticks_done(struct ticks *ticks)
{
    choose_statistic(ticks, 0, NULL);
    free(ticks->arms);
    *ticks = (struct ticks){0};
}

void ticks_follow(struct ticks *ticks, const struct request *request)
{
    ticks->families = request->families;
    memset(ticks->adjusters, 0, sizeof ticks->adjusters);
    for (size_t i = 0; i < request->n_adjusters; i++)
        ticks->adjusters[offer(ticks, request->adjusters[i])] = true;
    choose_statistic(ticks, request->n_statistic, request->statistic);
}

void ticks_set_statistic(struct ticks *ticks, const char *candidate)
{
    bool declared = true;
    for (size_t i = 0; i < ticks->study->n_arms && candidate; i++) {
        const struct arm *arm = &ticks->study->arms[i];
        declared = declared && arm->n_statistic == 1 && !strcmp(arm->statistic[0], candidate);
    }
    char *name = candidate && !declared ? mem_strdup(candidate) : NULL;
    choose_statistic(ticks, name != NULL, &name);
    free(name);
}

void ticks_add_statistic(struct ticks *ticks, const char *candidate)
{
    if (ticks->n_statistic < REQUEST_STATISTIC_MAX)
        ticks->statistic[ticks->n_statistic++] = mem_strdup(candidate);
}

void ticks_put(const struct ticks *ticks, struct request *request)
{
    for (size_t i = 0; i < request->n_statistic; i++)
        free(request->statistic[i]);
    request->n_statistic = ticks->n_statistic;
    for (size_t i = 0; i < ticks->n_statistic; i++)
        request->statistic[i] = mem_strdup(ticks->statistic[i]);
    free(request->arms);
    request->arms = mem_array(ticks->study->n_arms + 1, sizeof *request->arms);
    request->n_arms = 0;
    for (size_t i = 0; i < ticks->study->n_arms; i++)
        if (ticks->arms[i])
            request->arms[request->n_arms++] = i;
    request->families = ticks->families;
    request->n_adjusters = 0;
    for (size_t i = 0; i < ticks->n_offered; i++)
        if (ticks->adjusters[i])
            request->adjusters[request->n_adjusters++] = ticks->offered[i];
}

static void add_names(struct strbuf *out, size_t n, const char *const *names)
{
    for (size_t i = 0; i < n; i++)
        strbuf_printf(out, "%s%s", i ? " + " : "", names[i]);
}

void ticks_describe_statistic(const struct ticks *ticks, struct strbuf *out)
{
    struct strbuf one, other;
    if (ticks->n_statistic) {
        add_names(out, ticks->n_statistic, (const char *const *)ticks->statistic);
        return;
    }
    strbuf_init(&one);
    strbuf_init(&other);
    bool same = true;
    for (size_t i = 0; i < ticks->study->n_arms; i++) {
        const struct arm *arm = &ticks->study->arms[i];
        strbuf_clear(&other);
        add_names(&other, arm->n_statistic, arm->statistic);
        if (!i)
            strbuf_puts(&one, other.text);
        same = same && !strcmp(one.text, other.text);
    }
    strbuf_puts(out, !same ? "a declared statistic per arm" : one.length ? one.text : "none");
    strbuf_done(&one);
    strbuf_done(&other);
}
