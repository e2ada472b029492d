#include "snapshots.h"

#include "base/num.h"

static void put(struct strbuf *out, const char *name, double value)
{
    char text[NUM_TEXT_MAX];
    num_write(text, value);
    strbuf_printf(out, " %s=%s", name, text);
}

static void put_adjuster(struct strbuf *out, struct adjuster adjuster)
{
    char name[ADJUSTER_NAME_MAX];
    adjuster_name(adjuster, name);
    strbuf_printf(out, " %s", name);
}

static void dump_vr(const struct vr_summary *vr, struct strbuf *out)
{
    strbuf_printf(out, " %s %zu/%zu failed=%zu", estimate_status_key(vr->status), vr->n_done,
                  vr->n_wanted, vr->n_failed);
    put(out, "mean", vr->mean);
    put(out, "median", vr->median);
    put(out, "q25", vr->q25);
    put(out, "q75", vr->q75);
    put(out, "se", vr->se);
    put(out, "negative", vr->negative_share);
    put(out, "sd", vr->adjusted_sd);
    put(out, "effective", vr->effective_runs);
    for (size_t i = 0; i < vr->n_picks; i++) {
        strbuf_printf(out, " #%zu", vr->picks[i].candidate);
        put(out, "share", vr->picks[i].share);
    }
}

static void dump_arms(const struct snapshot *snapshot, struct strbuf *out)
{
    for (size_t i = 0; i < snapshot->n_arms; i++) {
        const struct arm_result *arm = &snapshot->arms[i];
        for (size_t a = 0; a < arm->n_adjusters; a++) {
            const struct adjuster_result *result = &arm->adjusters[a];
            strbuf_printf(out, "arm %s K=%zu", arm->arm->label, arm->folds);
            put_adjuster(out, result->adjuster);
            strbuf_printf(out, " exploratory=%d", result->exploratory);
            put(out, "rho2", result->rho2);
            put(out, "break-even", result->break_even_runs);
            dump_vr(&result->vr, out);
            strbuf_puts(out, "\n");
        }
    }
}

static void dump_interval(const struct interval *interval, struct strbuf *out)
{
    strbuf_printf(out, " %s", estimate_status_key(interval->status));
    put(out, "low", interval->low);
    put(out, "high", interval->high);
    put(out, "half", interval->half_width);
    put(out, "df", interval->df);
    put(out, "p", interval->p);
    put(out, "holm", interval->p_holm);
}

static void dump_contrast(const char *name, const struct pair_contrast *contrast,
                          struct strbuf *out)
{
    strbuf_printf(out, "  %s %s", name, estimate_status_key(contrast->status));
    put(out, "difference", contrast->difference);
    put(out, "half", contrast->half_width);
    put(out, "moved", contrast->moved);
    strbuf_puts(out, "\n");
}

static void dump_pairs(const struct snapshot *snapshot, struct strbuf *out)
{
    for (size_t i = 0; i < snapshot->n_pairs; i++) {
        const struct pair_result *pair = &snapshot->pairs[i];
        strbuf_printf(out, "pair %s %s", pair->a->label, pair->b->label);
        put(out, "difference", pair->difference);
        put(out, "mde", pair->raw_mde);
        dump_interval(&pair->raw, out);
        strbuf_puts(out, "\n");
        for (size_t a = 0; a < pair->n_adjusters; a++) {
            strbuf_puts(out, " ");
            put_adjuster(out, pair->adjusters[a].adjuster);
            dump_interval(&pair->adjusters[a].interval, out);
            put(out, "narrower", pair->adjusters[a].narrower_percent);
            put(out, "q25", pair->adjusters[a].half_width_q25);
            put(out, "q75", pair->adjusters[a].half_width_q75);
            put(out, "mde", pair->adjusters[a].mde);
            put(out, "runs", pair->adjusters[a].runs_needed);
            put(out, "two-phase", pair->adjusters[a].two_phase.estimate);
            dump_interval(&pair->adjusters[a].two_phase.interval, out);
            strbuf_puts(out, "\n");
        }
        strbuf_printf(out, "  claim %d", (int)pair->claim.basis);
        put(out, "difference", pair->claim.difference);
        dump_interval(&pair->claim.interval, out);
        strbuf_puts(out, "\n");
        dump_contrast("pooled", &pair->pooled, out);
        dump_contrast("lin", &pair->lin, out);
    }
}

static void dump_needed(const char *name, const struct more_needed *needed, struct strbuf *out)
{
    strbuf_printf(out, " %s", name);
    put(out, "wanted", needed->wanted);
    put(out, "a", needed->a);
    put(out, "b", needed->b);
    put(out, "low", needed->sampling_low);
    put(out, "high", needed->sampling_high);
    put(out, "q25", needed->split_q25);
    put(out, "q75", needed->split_q75);
}

static void dump_more(const struct snapshot *snapshot, struct strbuf *out)
{
    for (size_t i = 0; i < snapshot->n_more; i++) {
        const struct more_row *row = &snapshot->more[i];
        strbuf_printf(out, "more %s %s %s", row->a->label, row->b->label,
                      estimate_status_key(row->status));
        put_adjuster(out, row->adjuster);
        put(out, "low", row->sequence_low);
        put(out, "high", row->sequence_high);
        put(out, "rho", row->rho);
        dump_needed("width", &row->width, out);
        dump_needed("power", &row->power, out);
        strbuf_puts(out, "\n");
    }
}

static void dump_budget(const struct snapshot *snapshot, struct strbuf *out)
{
    for (size_t i = 0; i < snapshot->n_budget; i++) {
        const struct budget_row *row = &snapshot->budget[i];
        strbuf_printf(out, "budget %s n=%zu %s %zu/%zu", row->arm->label, row->n,
                      estimate_status_key(row->status), row->n_done, row->n_wanted);
        put_adjuster(out, row->adjuster);
        put(out, "median", row->median);
        put(out, "q25", row->q25);
        put(out, "q75", row->q75);
        put(out, "negative", row->negative_share);
        strbuf_puts(out, "\n");
    }
    for (size_t i = 0; i < snapshot->n_pair_budget; i++) {
        const struct pair_budget_row *row = &snapshot->pair_budget[i];
        strbuf_printf(out, "pair-budget %s %s n=%zu %s %zu/%zu", row->a->label, row->b->label,
                      row->n, estimate_status_key(row->status), row->n_done, row->n_wanted);
        put_adjuster(out, row->adjuster);
        put(out, "median", row->median);
        put(out, "q25", row->q25);
        put(out, "q75", row->q75);
        strbuf_puts(out, "\n");
    }
}

static void dump_calibration(const struct snapshot *snapshot, struct strbuf *out)
{
    for (size_t i = 0; i < snapshot->n_coverage; i++) {
        const struct coverage_row *row = &snapshot->coverage[i];
        strbuf_printf(out, "coverage %s n=%zu %s %zu/%zu", row->arm->label, row->n,
                      estimate_status_key(row->status), row->n_done, row->n_wanted);
        put_adjuster(out, row->adjuster);
        put(out, "raw", row->raw);
        put(out, "adjusted", row->adjusted);
        put(out, "expected", row->expected_raw);
        put(out, "corrected-raw", row->corrected_raw);
        put(out, "corrected-adjusted", row->corrected_adjusted);
        put(out, "se", row->se);
        strbuf_puts(out, "\n");
    }
    for (size_t i = 0; i < snapshot->n_null; i++) {
        const struct null_row *row = &snapshot->null[i];
        strbuf_printf(out, "null %s %s %zu/%zu", row->arm->label, estimate_status_key(row->status),
                      row->n_done, row->n_wanted);
        put_adjuster(out, row->adjuster);
        put(out, "raw", row->raw_rejection);
        put(out, "adjusted", row->adjusted_rejection);
        put(out, "raw-se", row->raw_se);
        put(out, "adjusted-se", row->adjusted_se);
        put(out, "half-vr", row->half_vr);
        put(out, "expected", row->expected_rejection);
        strbuf_puts(out, "\n");
    }
}

static void dump_families(const struct snapshot *snapshot, struct strbuf *out)
{
    for (size_t i = 0; i < snapshot->n_families; i++) {
        const struct family_row *row = &snapshot->families[i];
        strbuf_printf(out, "family %s %zu of %zu %s %zu/%zu posthoc#%zd nested#%zd",
                      row->arm->label, row->family, row->n_candidates,
                      estimate_status_key(row->status), row->n_done, row->n_wanted,
                      (ssize_t)row->posthoc_candidate, (ssize_t)row->nested_candidate);
        put(out, "posthoc", row->posthoc_vr);
        put(out, "nested", row->nested_vr);
        put(out, "negative", row->nested_negative_share);
        put(out, "share", row->nested_share);
        strbuf_puts(out, "\n");
    }
}

void snapshot_dump(const struct snapshot *snapshot, struct strbuf *out)
{
    strbuf_printf(out, "%zu of %zu%s %s\n", snapshot->n_done, snapshot->n_wanted,
                  snapshot->finished ? " finished" : "",
                  snapshot->failure ? snapshot->failure : "");
    dump_arms(snapshot, out);
    dump_pairs(snapshot, out);
    dump_more(snapshot, out);
    dump_budget(snapshot, out);
    dump_calibration(snapshot, out);
    dump_families(snapshot, out);
}

char *snapshot_text(const struct snapshot *snapshot)
{
    struct strbuf out;
    strbuf_init(&out);
    snapshot_dump(snapshot, &out);
    char *text = strbuf_steal(&out);
    strbuf_done(&out);
    return text;
}
