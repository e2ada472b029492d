#include "arms.h"

#include "base/mem.h"
#include "base/num.h"
#include "base/rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct arm *sized(size_t n, size_t n_candidates)
{
    struct arm *arm = mem_zeroed(1, sizeof *arm);
    arm->name = arm->label = "arm";
    arm->group = "";
    arm->n_runs = n;
    arm->y = mem_zeroed(n, sizeof *arm->y);
    arm->n_candidates = n_candidates;
    arm->candidates = mem_zeroed(n_candidates, sizeof *arm->candidates);
    arm->x = mem_zeroed(n * n_candidates, sizeof *arm->x);
    return arm;
}

struct arm *arm_blank(size_t n, size_t n_families, size_t p)
{
    struct arm *arm = sized(n, n_families * p);
    for (size_t j = 0; j < arm->n_candidates; j++) {
        arm->candidates[j].name = mem_strdup("candidate");
        arm->candidates[j].family = j / p;
    }
    return arm;
}

struct arm *arm_made_up(uint64_t seed, size_t n, size_t n_families, size_t p, double signal)
{
    struct arm *arm = arm_blank(n, n_families, p);
    struct rng rng;
    rng_init(&rng, (struct rng_key){.seed = seed});
    double factor = 0;
    for (size_t i = 0; i < n; i++)
        arm->y[i] = rng_normal(&rng);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < arm->n_candidates; j++) {
            if (j % p == 0)
                factor = rng_normal(&rng);
            if (j == 0)
                arm->y[i] += signal * factor;
            arm->x[j * n + i] = rng_normal(&rng) + 0.8 * factor;
        }
    return arm;
}

void arm_discard(struct arm *arm)
{
    for (size_t j = 0; j < arm->n_candidates; j++)
        free((char *)(uintptr_t)arm->candidates[j].name);
    free(arm->candidates);
    free(arm->x);
    free(arm->y);
    free(arm->fold);
    free(arm);
}

static size_t count_char(const char *s, char c)
{
    size_t n = 0;
    for (; *s; s++)
        n += *s == c;
    return n;
}

static size_t count_lines(FILE *file)
{
    size_t n = 0;
    int c;
    while ((c = getc(file)) != EOF)
        n += c == '\n';
    rewind(file);
    return n;
}

static void read_header(struct arm *arm, char *line)
{
    size_t family = (size_t)-1, j = 0, length = 0;
    const char *last = "";
    strtok(line, ",\r\n");
    strtok(NULL, ",\r\n");
    strtok(NULL, ",\r\n");
    for (char *name; (name = strtok(NULL, ",\r\n")); j++) {
        if (strncmp(name, last, length + 1) != 0 || length == 0) {
            family++;
            last = name;
            length = (size_t)(strchr(name, ':') - name);
        }
        arm->candidates[j].name = mem_strdup(name);
        arm->candidates[j].family = family;
    }
}

static double next_number(void)
{
    double value = 0;
    const char *text = strtok(NULL, ",\r\n");
    num_read(text, strlen(text), &value);
    return value;
}

static void read_row(struct arm *arm, char *line, size_t i)
{
    strtok(line, ",\r\n");
    arm->fold[i] = (uint32_t)next_number();
    if (arm->fold[i] >= arm->n_folds)
        arm->n_folds = arm->fold[i] + 1;
    arm->y[i] = next_number();
    for (size_t j = 0; j < arm->n_candidates; j++)
        arm->x[j * arm->n_runs + i] = next_number();
}

struct arm *arm_from_table(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file)
        return NULL;
    char *line = NULL;
    size_t room = 0, n = count_lines(file) - 1;
    if (getline(&line, &room, file) < 0)
        abort();
    struct arm *arm = sized(n, count_char(line, ',') - 2);
    arm->fold = mem_zeroed(n, sizeof *arm->fold);
    read_header(arm, line);
    for (size_t i = 0; i < n && getline(&line, &room, file) >= 0; i++)
        read_row(arm, line, i);
    free(line);
    fclose(file);
    return arm;
}
