/* Speed of reading logs on one thread, by the processor's time, so that other work on the machine
 * does not matter much.
 *
 *   parse generate FOLDER RUNS STEPS   writes FOLDER/{csv,jsonl,txt}/run_NNN of so many runs
 *   parse time FOLDER…                 reads all files of a folder as logvar does; the best of
 *                                      several turns counts
 *
 * parse.py times pandas.read_csv and json.loads on the same files. */
#include "base/file.h"
#include "base/mem.h"
#include "base/rng.h"
#include "logs/reader.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum { N_TURNS = 5 };

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* A step of training: validation every tenth, as loggers that flush their dictionaries write. */
struct step {
    long number;
    double loss, accuracy, lr, gradient, norm, val_loss, val_accuracy;
    bool validates;
};

static struct step next_step(struct rng *rng, long number)
{
    double progress = exp(-(double)number / 2e5);
    return (struct step){number,
                         2.3 * progress + 0.01 * rng_normal(rng),
                         1 - progress + 0.001 * rng_normal(rng),
                         1e-3 * progress,
                         1 + 0.1 * rng_normal(rng),
                         18 + 1e-5 * (double)number,
                         2.4 * progress + 0.01 * rng_normal(rng),
                         0.98 * (1 - progress),
                         number % 10 == 0};
}

static void write_csv(FILE *out, const struct step *s)
{
    fprintf(out, "%ld,%ld,%.17g,%.6f,%.9g,%.6f,%.4f,", s->number / 1000, s->number, s->loss,
            s->accuracy, s->lr, s->gradient, s->norm);
    if (s->validates)
        fprintf(out, "%.17g,%.6f\n", s->val_loss, s->val_accuracy);
    else
        fputs(",\n", out);
}

static void write_jsonl(FILE *out, const struct step *s)
{
    fprintf(out,
            "{\"epoch\": %ld, \"step\": %ld, \"loss\": %.17g, \"accuracy\": %.6f, \"lr\": %.9g, "
            "\"grad_norm\": %.6f, \"param_norm\": %.4f",
            s->number / 1000, s->number, s->loss, s->accuracy, s->lr, s->gradient, s->norm);
    if (s->validates)
        fprintf(out, ", \"val_loss\": %.17g, \"val_accuracy\": %.6f", s->val_loss, s->val_accuracy);
    fputs("}\n", out);
}

static void write_text(FILE *out, const struct step *s)
{
    fprintf(out, "step:%ld/900000 loss:%.4f acc:%.4f lr:%.3e train_time:%ldms step_avg:%.2fms\n",
            s->number, s->loss, s->accuracy, s->lr, s->number * 9, 143.82);
}

static const struct {
    const char *name, *header;
    void (*write)(FILE *out, const struct step *step);
} formats[] = {
    {"csv", "epoch,step,loss,accuracy,lr,grad_norm,param_norm,val_loss,val_accuracy\n", write_csv},
    {"jsonl", "", write_jsonl},
    {"txt", "", write_text}};

static void generate_run(const char *path, size_t format, unsigned long run, long n_steps)
{
    FILE *out = fopen(path, "w");
    struct rng rng;
    if (!out) {
        perror(path);
        exit(EXIT_FAILURE);
    }
    rng_init(&rng, (struct rng_key){.seed = 1, .draw = run});
    fputs(formats[format].header, out);
    for (long number = 1; number <= n_steps; number++) {
        struct step step = next_step(&rng, number);
        formats[format].write(out, &step);
    }
    fclose(out);
}

static void generate(const char *folder, unsigned long n_runs, long n_steps)
{
    mkdir(folder, 0777);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", folder, formats[i].name);
        mkdir(path, 0777);
        for (unsigned long run = 0; run < n_runs; run++) {
            snprintf(path, sizeof path, "%s/%s/run_%03lu", folder, formats[i].name, run);
            generate_run(path, i, run, n_steps);
        }
    }
}

struct total {
    double open_ms, parse_ms;
    size_t n_bytes, n_points;
};

static void read_file(const char *path, struct total *total)
{
    struct file_bytes bytes;
    struct diags diags;
    diags_init(&diags);
    double start = now_ms();
    if (!reader_open_file(path, &bytes, &diags)) {
        diags_print(&diags, stderr);
        exit(EXIT_FAILURE);
    }
    double opened = now_ms();
    struct reader_input input = {path, path, bytes.bytes, bytes.n_bytes, NULL};
    struct log *log = reader_read_bytes(&input, &diags);
    for (size_t i = 0; log && i < log->n_series; i++)
        total->n_points += log->series[i].n_points;
    total->n_bytes += bytes.n_bytes;
    log_free(log);
    file_bytes_done(&bytes);
    total->open_ms += opened - start;
    total->parse_ms += now_ms() - opened;
    diags_done(&diags);
}

static struct total read_folder(const char *folder)
{
    struct total total = {0};
    struct dirent **items;
    int n = scandir(folder, &items, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char *path = file_join(folder, items[i]->d_name);
        if (items[i]->d_name[0] != '.')
            read_file(path, &total);
        free(path);
        free(items[i]);
    }
    if (n >= 0)
        free(items);
    return total;
}

static void time_folder(const char *folder)
{
    struct total best = {.open_ms = INFINITY};
    for (int turn = 0; turn < N_TURNS; turn++) {
        struct total total = read_folder(folder);
        if (total.open_ms + total.parse_ms < best.open_ms + best.parse_ms)
            best = total;
    }
    double mb = (double)best.n_bytes / 1e6;
    printf("%-34s %6.1f MB %9zu points %6.0f MB/s in all (file %.0f, parse %.0f)\n", folder, mb,
           best.n_points, mb / (best.open_ms + best.parse_ms) * 1e3, mb / best.open_ms * 1e3,
           mb / best.parse_ms * 1e3);
}

int main(int argc, char **argv)
{
    mem_keep_freed(); /* as main does */
    if (argc == 5 && !strcmp(argv[1], "generate")) {
        generate(argv[2], strtoul(argv[3], NULL, 10), strtol(argv[4], NULL, 10));
        return EXIT_SUCCESS;
    }
    if (argc > 2 && !strcmp(argv[1], "time")) {
        for (int i = 2; i < argc; i++)
            time_folder(argv[i]);
        return EXIT_SUCCESS;
    }
    fputs("usage: parse generate FOLDER RUNS STEPS | parse time FOLDER...\n", stderr);
    return 2;
}
