#include "runlog.h"

#include <math.h>
#include <string.h>

#include "memory.h"

/* A column: where its number stands in the record and how many digits are worth keeping. */
struct column {
    const char *name;
    size_t offset;
    int digits;
};

static const struct column epoch_columns[] = {
    {"epoch", offsetof(struct epoch_record, epoch), 6},
    {"lr", offsetof(struct epoch_record, lr), 6},
    {"train_loss", offsetof(struct epoch_record, train_loss), 6},
    {"train_acc", offsetof(struct epoch_record, train_acc), 6},
    {"val_loss", offsetof(struct epoch_record, val_loss), 6},
    {"val_acc", offsetof(struct epoch_record, val_acc), 6},
    {"test_loss", offsetof(struct epoch_record, test_loss), 6},
    {"test_acc", offsetof(struct epoch_record, test_acc), 6},
    {"grad_norm_mean", offsetof(struct epoch_record, grad_norm_mean), 6},
    {"grad_norm_std", offsetof(struct epoch_record, grad_norm_std), 6},
    {"grad_norm_max", offsetof(struct epoch_record, grad_norm_max), 6},
    {"param_norm", offsetof(struct epoch_record, param_norm), 7},
    {"unused_acc", offsetof(struct epoch_record, unused_acc), 6}, /* last: not in every log */
};

static const struct column step_columns[] = {
    {"step", offsetof(struct step_record, step), 6},
    {"loss", offsetof(struct step_record, loss), 5},
    {"acc", offsetof(struct step_record, acc), 4},
    {"grad_norm", offsetof(struct step_record, grad_norm), 5},
    {"param_norm", offsetof(struct step_record, param_norm), 6},
};

enum {
    N_EPOCH_COLUMNS = sizeof epoch_columns / sizeof *epoch_columns,
    N_STEP_COLUMNS = sizeof step_columns / sizeof *step_columns
};

static size_t n_epoch_columns(const struct runlog *log)
{
    return log->has_unused ? N_EPOCH_COLUMNS : N_EPOCH_COLUMNS - 1;
}

static double number_at(const void *record, const struct column *column)
{
    double value;
    memcpy(&value, (const char *)record + column->offset, sizeof value);
    return value;
}

static void write_header(FILE *file, const struct column *columns, size_t n)
{
    for (size_t i = 0; i < n; i++)
        fprintf(file, "%s%s", i ? "," : "", columns[i].name);
    fputc('\n', file);
}

static void write_csv(FILE *file, const struct column *columns, size_t n, const void *record)
{
    for (size_t i = 0; i < n; i++) {
        const double value = number_at(record, &columns[i]);
        if (i > 0)
            fputc(',', file);
        if (isfinite(value))
            fprintf(file, "%.*g", columns[i].digits, value);
    }
    fputc('\n', file);
}

static void write_json(FILE *file, const struct column *columns, size_t n, const void *record)
{
    for (size_t i = 0; i < n; i++) {
        const double value = number_at(record, &columns[i]);
        if (isfinite(value))
            fprintf(file, "%s\"%s\": %.*g", i ? ", " : "{", columns[i].name, columns[i].digits,
                    value);
    }
    fputs("}\n", file);
}

static void write_row(enum runlog_format format, FILE *file, const struct column *columns, size_t n,
                      const void *record)
{
    (format == RUNLOG_CSV ? write_csv : write_json)(file, columns, n, record);
}

static FILE *create(const struct runlog *log, const char *folder, unsigned seed, const char *ending)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/run_%02u%s.%s", folder, seed, ending,
             log->format == RUNLOG_CSV ? "csv" : "jsonl");
    FILE *file = fopen(path, "w");
    if (!file)
        fatal("cannot write %s", path);
    return file;
}

void runlog_open(struct runlog *log, enum runlog_format format, const char *folder, unsigned seed,
                 bool has_unused, bool steps)
{
    *log = (struct runlog){.format = format, .has_unused = has_unused};
    log->epochs = create(log, folder, seed, "");
    if (steps)
        log->steps = create(log, folder, seed, "_steps");
    if (format != RUNLOG_CSV)
        return;
    write_header(log->epochs, epoch_columns, n_epoch_columns(log));
    if (steps)
        write_header(log->steps, step_columns, N_STEP_COLUMNS);
}

void runlog_epoch(struct runlog *log, const struct epoch_record *record)
{
    write_row(log->format, log->epochs, epoch_columns, n_epoch_columns(log), record);
}

void runlog_step(struct runlog *log, const struct step_record *record)
{
    if (log->steps)
        write_row(log->format, log->steps, step_columns, N_STEP_COLUMNS, record);
}

static void close_file(FILE *file)
{
    if (file && (ferror(file) || fclose(file) != 0))
        fatal("cannot finish a log file");
}

void runlog_close(struct runlog *log)
{
    close_file(log->epochs);
    close_file(log->steps);
}
