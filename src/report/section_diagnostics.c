/* The sections that ask whether an adjusted interval may be trusted, and with how many runs. */
#include "report/sections.h"

#include "estimate/calibration.h"

/* A budget curve is a run of rows that differ in n only. */
static size_t curve_length(const struct budget_row *rows, size_t n_rows)
{
    size_t n = 1;
    while (n < n_rows && rows[n].arm == rows[0].arm &&
           adjuster_equal(rows[n].adjuster, rows[0].adjuster))
        n++;
    return n;
}

static void add_budget_row(struct document_table *table, const struct figures *figures,
                           const struct budget_row *row, bool first_of_arm, bool first_of_curve)
{
    document_row(table, first_of_arm);
    document_cell(table, "%s", first_of_arm ? row->arm->label : "");
    document_cell(table, "%s",
                  first_of_curve ? figure_adjuster(figures, row->adjuster, row->exploratory) : "");
    document_cell(table, "%zu", row->n);
    if (row->status != ESTIMATE_OK) {
        document_cell(table, "%s", estimate_status_text(row->status));
        return;
    }
    document_cell(table, "%s", figure_reduction(figures, row->median));
    document_cell(table, "%s",
                  figure_range(figures, figure_reduction(figures, row->q25),
                               figure_reduction(figures, row->q75)));
    document_cell(table, "%s", figure_share(figures, row->negative_share));
    document_cell(table, "%s", figure_count(figures, row->n_done));
}

static void add_arm_budget(struct document *document, const struct figures *figures)
{
    static const struct document_column columns[] = {
        {"arm", ALIGN_LEFT},        {"adjuster", ALIGN_LEFT},
        {"runs", ALIGN_RIGHT},      {"VR, %\nmedian", ALIGN_RIGHT},
        {"quartiles", ALIGN_RIGHT}, {"VR < 0\n% draws", ALIGN_RIGHT},
        {"draws", ALIGN_RIGHT}};
    const struct snapshot *snapshot = figures->snapshot;
    struct document_table *table = document_add_table(document, 7, columns);
    for (size_t i = 0; i < snapshot->n_budget;) {
        const struct budget_row *rows = &snapshot->budget[i];
        size_t n = curve_length(rows, snapshot->n_budget - i);
        bool new_arm = i == 0 || rows[-1].arm != rows[0].arm;
        for (size_t j = 0; j < n; j++)
            add_budget_row(table, figures, &rows[j], new_arm && j == 0, j == 0);
        i += n;
    }
}

static void add_pair_budget(struct document *document, const struct figures *figures)
{
    static const struct document_column columns[] = {
        {"pair", ALIGN_LEFT},       {"adjuster", ALIGN_LEFT},
        {"runs", ALIGN_RIGHT},      {"narrower, %\nmedian", ALIGN_RIGHT},
        {"quartiles", ALIGN_RIGHT}, {"draws", ALIGN_RIGHT}};
    const struct snapshot *snapshot = figures->snapshot;
    struct document_table *table = document_add_table(document, 6, columns);
    for (size_t i = 0; i < snapshot->n_pair_budget; i++) {
        const struct pair_budget_row *row = &snapshot->pair_budget[i];
        bool new_pair = i == 0 || row[-1].a != row->a || row[-1].b != row->b;
        bool new_curve = new_pair || !adjuster_equal(row[-1].adjuster, row->adjuster);
        document_row(table, new_pair);
        document_cell(table, "%s%s%s", new_pair ? row->a->label : "", new_pair ? " - " : "",
                      new_pair ? row->b->name : "");
        document_cell(table, "%s",
                      new_curve ? figure_adjuster(figures, row->adjuster, row->exploratory) : "");
        document_cell(table, "%zu", row->n);
        if (row->status != ESTIMATE_OK) {
            document_cell(table, "%s", estimate_status_text(row->status));
            continue;
        }
        document_cell(table, "%s", figure_reduction(figures, row->median / 100));
        document_cell(table, "%s",
                      figure_range(figures, figure_reduction(figures, row->q25 / 100),
                                   figure_reduction(figures, row->q75 / 100)));
        document_cell(table, "%s", figure_count(figures, row->n_done));
    }
}

void section_budget(struct document *document, const struct figures *figures)
{
    add_arm_budget(document, figures);
    if (figures->snapshot->n_pair_budget)
        add_pair_budget(document, figures);
    document_add(document, BLOCK_PARAGRAPH,
                 "Each draw takes that many of the arm's runs without replacement and one random "
                 "split; for a pair, as many in each arm, and the change of the half-width.");
}

static const char *percent(const struct figures *figures, double share)
{
    return figure_fixed(figures, 100 * share, 1);
}

static void add_coverage_cells(struct document_table *table, const struct figures *figures,
                               const struct coverage_row *row)
{
    double level = figures->snapshot->request.settings.level;
    if (row->status != ESTIMATE_OK) {
        document_cell(table, "%s", estimate_status_text(row->status));
        return;
    }
    document_cell(table, "%s", percent(figures, row->expected_raw));
    document_cell(table, "%s", percent(figures, row->raw));
    document_cell(table, "%s", percent(figures, row->adjusted));
    document_cell(table, "%s", percent(figures, row->corrected_raw));
    document_cell(table, "%s", percent(figures, row->corrected_adjusted));
    document_cell(table, "%s", percent(figures, row->se));
    document_cell(table, "%s", coverage_side(row, level) < 0 ? "too seldom" : "");
}

void section_coverage(struct document *document, const struct figures *figures)
{
    static const struct document_column columns[] = {{"arm", ALIGN_LEFT},
                                                     {"adjuster", ALIGN_LEFT},
                                                     {"runs", ALIGN_RIGHT},
                                                     {"covers, %\nexpected", ALIGN_RIGHT},
                                                     {"\nraw", ALIGN_RIGHT},
                                                     {"\nadjusted", ALIGN_RIGHT},
                                                     {"corrected\nraw", ALIGN_RIGHT},
                                                     {"\nadjusted", ALIGN_RIGHT},
                                                     {"\n+-", ALIGN_RIGHT},
                                                     {"", ALIGN_LEFT}};
    const struct snapshot *snapshot = figures->snapshot;
    struct document_table *table = document_add_table(document, 10, columns);
    for (size_t i = 0; i < snapshot->n_coverage; i++) {
        const struct coverage_row *row = &snapshot->coverage[i];
        bool new_arm = i == 0 || row[-1].arm != row->arm;
        bool new_adjuster = new_arm || !adjuster_equal(row[-1].adjuster, row->adjuster);
        document_row(table, new_arm);
        document_cell(table, "%s", new_arm ? row->arm->label : "");
        document_cell(table, "%s",
                      new_adjuster ? figure_adjuster(figures, row->adjuster, row->exploratory)
                                   : "");
        document_cell(table, "%zu", row->n);
        add_coverage_cells(table, figures, row);
    }
    document_add(document, BLOCK_PARAGRAPH,
                 "Share of draws whose interval covers the mean of all of the arm's runs. Drawing "
                 "without replacement lifts coverage by itself; the expected value says by how "
                 "much. A corrected interval is narrowed by sqrt(1 - n/N) and should cover at the "
                 "stated level. 'Too seldom': the adjusted one, corrected, covers less often than "
                 "that by more than two Monte Carlo standard errors of the level.");
}

void section_null(struct document *document, const struct figures *figures)
{
    static const struct document_column columns[] = {{"arm", ALIGN_LEFT},
                                                     {"adjuster", ALIGN_LEFT},
                                                     {"rejects, %\nraw", ALIGN_RIGHT},
                                                     {"\n+-", ALIGN_RIGHT},
                                                     {"\nadjusted", ALIGN_RIGHT},
                                                     {"\n+-", ALIGN_RIGHT},
                                                     {"follows\nfrom VR", ALIGN_RIGHT},
                                                     {"VR of\nhalves, %", ALIGN_RIGHT},
                                                     {"splits", ALIGN_RIGHT},
                                                     {"", ALIGN_LEFT}};
    const struct snapshot *snapshot = figures->snapshot;
    double nominal = 1 - snapshot->request.settings.level;
    struct document_table *table = document_add_table(document, 10, columns);
    for (size_t i = 0; i < snapshot->n_null; i++) {
        const struct null_row *row = &snapshot->null[i];
        bool new_arm = i == 0 || row[-1].arm != row->arm;
        document_row(table, new_arm);
        document_cell(table, "%s", new_arm ? row->arm->label : "");
        document_cell(table, "%s", figure_adjuster(figures, row->adjuster, row->exploratory));
        if (row->status != ESTIMATE_OK) {
            document_cell(table, "%s", estimate_status_text(row->status));
            continue;
        }
        document_cell(table, "%s", percent(figures, row->raw_rejection));
        document_cell(table, "%s", percent(figures, row->raw_se));
        document_cell(table, "%s", percent(figures, row->adjusted_rejection));
        document_cell(table, "%s", percent(figures, row->adjusted_se));
        document_cell(table, "%s", percent(figures, row->expected_rejection));
        document_cell(table, "%s", figure_reduction(figures, row->half_vr));
        document_cell(table, "%s", figure_count(figures, row->n_done));
        document_cell(table, "%s",
                      null_side(row, snapshot->request.settings.level) > 0 ? "too often" : "");
    }
    document_add(
        document, BLOCK_PARAGRAPH,
        "The arm's runs are split at random into two halves that cannot differ; a %s %% "
        "interval should exclude zero in %s %% of the splits. 'Too often': more than that, by "
        "over two Monte Carlo standard errors of the right rate. 'Follows from VR': what it must "
        "be, since adjusting shrinks the standard error by sqrt(1 - VR) and not the spread of the "
        "difference: 2 F_t(-t* sqrt(1 - VR)), VR at the halves' size. That is why the adjusted "
        "interval is a measure of what the logs explain, and not the result.",
        figure_fixed(figures, 100 - 100 * nominal, 0), figure_fixed(figures, 100 * nominal, 0));
}
