/* trainer: trains the runs of an arm and writes their logs. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory.h"
#include "train.h"

static const char usage[] =
    "Usage: trainer DATA MODEL [OPTION]...\n"
    "Train runs of the arm DATA_MODEL and write one log of epochs and one of steps a run.\n"
    "\n"
    "DATA is mnist, fashion or letter; MODEL is mlp, conv or mixer.\n"
    "\n"
    "  -s, --seeds A-B        the runs to train, one a seed (default 1-1)\n"
    "  -o, --output FOLDER    where the logs go (default .; it must exist)\n"
    "  -d, --datasets FOLDER  where data/fetch-datasets put the data sets (default data/datasets)\n"
    "  -e, --epochs N         epochs to train (default 24)\n"
    "  -n, --steps N          first steps to log one by one (default 500; 0: none)\n"
    "  -r, --rate X           another highest learning rate than the model's recipe\n"
    "  -j, --json             JSON lines instead of CSV\n"
    "  -h, --help             show this help\n";

struct options {
    const char *datasets;
    unsigned first_seed, last_seed;
    double rate; /* 0: the recipe's */
    struct train_settings train;
};

/* clang-format off */
static const struct option long_options[] = {
    {"seeds", required_argument, NULL, 's'},
    {"output", required_argument, NULL, 'o'},
    {"datasets", required_argument, NULL, 'd'},
    {"epochs", required_argument, NULL, 'e'},
    {"steps", required_argument, NULL, 'n'},
    {"rate", required_argument, NULL, 'r'},
    {"json", no_argument, NULL, 'j'},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};
/* clang-format on */

static void usage_error(const char *what)
{
    fprintf(stderr, "trainer: %s\n%s", what, usage);
    exit(2);
}

static unsigned parse_count(const char *text, const char **rest)
{
    char *end;
    const unsigned long value = strtoul(text, &end, 10);
    if (end == text || *text == '-' || value > 1000000)
        usage_error("a whole number is expected");
    *rest = end;
    return (unsigned)value;
}

static unsigned parse_number(const char *text)
{
    const char *rest;
    const unsigned value = parse_count(text, &rest);
    if (*rest)
        usage_error("a whole number is expected");
    return value;
}

static double parse_rate(const char *text)
{
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end || !(value > 0 && value < 1e6))
        usage_error("the learning rate must be a positive number");
    return value;
}

static void parse_seeds(const char *text, struct options *options)
{
    const char *rest;
    options->first_seed = options->last_seed = parse_count(text, &rest);
    if (*rest == '-')
        options->last_seed = parse_number(rest + 1);
    else if (*rest)
        usage_error("seeds are given as A or A-B");
    if (options->last_seed < options->first_seed)
        usage_error("the first seed is larger than the last");
}

static void parse_option(int letter, const char *value, struct options *options)
{
    switch (letter) {
    case 's':
        parse_seeds(value, options);
        break;
    case 'o':
        options->train.folder = value;
        break;
    case 'd':
        options->datasets = value;
        break;
    case 'e':
        options->train.n_epochs = parse_number(value);
        break;
    case 'n':
        options->train.n_logged_steps = parse_number(value);
        break;
    case 'r':
        options->rate = parse_rate(value);
        break;
    case 'j':
        options->train.format = RUNLOG_JSONL;
        break;
    case 'h':
        fputs(usage, stdout);
        exit(0);
    default:
        usage_error("see the options below");
    }
}

static void train_all(const char *data, const struct model *model, const struct options *options)
{
    struct dataset dataset;
    struct model recipe = *model;
    if (options->rate > 0)
        recipe.optimiser.rate = options->rate;
    dataset_load(&dataset, data, options->datasets);
    for (unsigned seed = options->first_seed; seed <= options->last_seed; seed++)
        train_run(&dataset, &recipe, seed, &options->train);
    dataset_done(&dataset);
}

int main(int argc, char **argv)
{
    struct options options = {.datasets = "data/datasets",
                              .first_seed = 1,
                              .last_seed = 1,
                              .train = {.n_epochs = 24, .n_logged_steps = 500, .folder = "."}};
    int letter;
    while ((letter = getopt_long(argc, argv, "s:o:d:e:n:r:jh", long_options, NULL)) != -1)
        parse_option(letter, optarg, &options);
    if (options.train.n_epochs == 0)
        usage_error("at least one epoch is needed");
    if (argc - optind != 2)
        usage_error("a data set and a model are expected");
    const struct model *model = model_find(argv[optind + 1]);
    if (!model)
        usage_error("the model must be mlp, conv or mixer");
    train_all(argv[optind], model, &options);
    return 0;
}
