/* logvar simulate: what the lesson shows, as a table; or a simulated study as files. */
#include "command/commands.h"

#include "base/mem.h"

#include "base/num.h"
#include "simulate/lab.h"
#include "command/output.h"
#include "simulate/simulate_write.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USUAL_REPEATS = 400 };

/* ---- the table ---- */

static void add_fixed(struct strbuf *out, int width, double value, int decimals)
{
    char text[NUM_TEXT_MAX] = "-";
    if (isfinite(value))
        num_write_fixed(text, value, decimals);
    strbuf_printf(out, "%*s", width, text);
}

static void add_setting(const struct experiment_setting *setting, size_t n_repeats,
                        struct strbuf *out)
{
    static const char *const places[] = {[SIGNAL_NONE] = "nowhere",
                                         [SIGNAL_ONE] = "in one candidate",
                                         [SIGNAL_DIFFUSE] = "in the first family",
                                         [SIGNAL_SPREAD] = "in three families"};
    const struct simulation *simulation = &setting->simulation;
    strbuf_printf(out,
                  "%zu simulated studies of two arms, %zu runs each, %zu candidates in %zu "
                  "famil%s,\ncorrelation ",
                  n_repeats, simulation->n_runs, simulation->n_candidates, simulation->n_families,
                  simulation->n_families == 1 ? "y" : "ies");
    add_fixed(out, 0, simulation->correlation, 2);
    strbuf_printf(out, "; signal %s, rho^2 ", places[simulation->signal]);
    add_fixed(out, 0, simulation->signal == SIGNAL_NONE ? 0 : 100 * simulation->rho2, 1);
    strbuf_puts(out, " %; true difference ");
    add_fixed(out, 0, simulation->effect, 2);
    strbuf_printf(out, " sd; seed %llu.\n", (unsigned long long)simulation->seed);
    static const char *const stops[] = {[STOP_RANDOM] = "at random",
                                        [STOP_LOG] = "because of their logs",
                                        [STOP_OUTCOME] = "because of their outcomes"};
    if (simulation->n_unfinished)
        strbuf_printf(out, "In each arm %zu runs more were stopped %s at the window's end.\n",
                      simulation->n_unfinished, stops[simulation->stop]);
    strbuf_puts(out, "\n");
}

static void add_intervals(const struct experiment_summary *summary, struct strbuf *out)
{
    add_fixed(out, 10, summary->half_width, 3);
    add_fixed(out, 11,
              summary->n_compared ? 100 * (double)summary->n_covering / (double)summary->n_compared
                                  : NAN,
              1);
    strbuf_puts(out, "\n");
}

/* Refused studies are left out of the figures and counted. */
static void add_two_phase(const struct lab_result *result, struct strbuf *out)
{
    struct experiment_summary summary;
    experiment_summarise_two_phase(result->repeats, result->n_done, &summary);
    strbuf_printf(out, "%-12s%46s", "two-phase", "");
    add_intervals(&summary, out);
    size_t n_refused = result->n_done - summary.n_done;
    if (n_refused)
        strbuf_printf(out, "%-12s%zu of %zu studies: finished and unfinished runs differ\n",
                      "  refused", n_refused, result->n_done);
}

static void add_row(const char *name, const struct experiment_summary *summary, struct strbuf *out)
{
    const double figures[] = {summary->mean,   summary->se,  summary->q25,
                              summary->median, summary->q75, summary->negative_share};
    strbuf_printf(out, "%-12s", name);
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        add_fixed(out, i == 1 ? 6 : 8, 100 * figures[i], 1);
    add_intervals(summary, out);
}

static void add_table(const struct lab_result *result, bool unfinished, struct strbuf *out)
{
    struct experiment_summary summary;
    double *work = mem_array(result->n_done, sizeof *work);
    strbuf_printf(out, "%-12s%8s%6s%8s%8s%8s%8s%10s%11s\n", "adjuster", "VR, %", "+-", "q25",
                  "median", "q75", "< 0, %", "interval", "covers, %");
    experiment_summarise_raw(result->repeats, result->n_done, &summary);
    strbuf_printf(out, "%-12s%46s", "raw", "");
    add_intervals(&summary, out);
    if (unfinished)
        add_two_phase(result, out);
    for (int i = 0; i < N_EXPERIMENT_ADJUSTERS; i++) {
        char name[ADJUSTER_NAME_MAX];
        adjuster_name(experiment_adjuster((enum experiment_adjuster)i), name);
        experiment_summarise(result->repeats, result->n_done, (enum experiment_adjuster)i, work,
                             &summary);
        add_row(name, &summary, out);
    }
    free(work);
}

static void add_theory(const struct simulation *simulation, struct strbuf *out)
{
    strbuf_printf(out, "%-12s", "theory");
    add_fixed(out, 8, 100 * experiment_theory(simulation), 1);
    strbuf_puts(out, "   for fixed: rho^2 of its statistic ");
    add_fixed(out, 0, 100 * simulation_statistic_rho2(simulation), 1);
    strbuf_puts(out, " - 1/n_train ");
    add_fixed(out, 0, 100 / experiment_n_train(simulation->n_runs), 1);
    strbuf_puts(out,
                "\n\nVR: variance reduction of the first arm, one 5-fold split a study. Interval: "
                "half-width, "
                "sd.\nCovers: share of the studies whose 95 % interval holds the true difference.\n"
                "The result is the raw interval, or the two-phase one; an adjusted one is what it "
                "would be if the\naverage log were known.\n");
}

static enum exit_status print_summary(const struct options *options,
                                      const struct simulation *simulation)
{
    struct experiment_setting setting = experiment_defaults();
    size_t n_repeats = options->n_repeats ? options->n_repeats : USUAL_REPEATS;
    struct strbuf text;
    setting.simulation = *simulation;
    struct lab_result *result = lab_run(&setting, n_repeats, options->n_threads);
    strbuf_init(&text);
    add_setting(&setting, n_repeats, &text);
    add_table(result, simulation->n_unfinished > 0, &text);
    add_theory(simulation, &text);
    enum exit_status status = output_write(NULL, text.text, text.length);
    strbuf_done(&text);
    free(result);
    return status;
}

/* ---- the command ---- */

static enum exit_status write_study(const struct options *options,
                                    const struct simulation *simulation)
{
    struct diags diags;
    diags_init(&diags);
    bool ok =
        simulate_write(simulation, options->output,
                       options->log_format ? options->log_format : "csv", options->force, &diags);
    diags_print(&diags, stderr);
    diags_done(&diags);
    return ok ? EXIT_DONE : EXIT_INTERNAL;
}

static bool refuse(const char *why)
{
    fprintf(stderr, "logvar: error: %s\nTry 'logvar simulate --help'.\n", why);
    return false;
}

static bool fits(const struct options *options)
{
    if (options->simulation.n_families > options->simulation.n_candidates)
        return refuse("more families than candidates");
    if (options->log_format && !options->output)
        return refuse("--log-format needs -o FOLDER");
    return true;
}

enum exit_status command_simulate(const struct options *options)
{
    struct simulation simulation = options->simulation;
    enum exit_status status = EXIT_DONE;
    if (!fits(options))
        return EXIT_USAGE;
    if (options->seed_given)
        simulation.seed = options->settings.seed;
    if (options->output)
        status = write_study(options, &simulation);
    if (status == EXIT_DONE && (options->summary || !options->output))
        status = print_summary(options, &simulation);
    return status;
}
