#!/bin/sh
# Real logs of three ways to fine-tune BERT, 50 runs each: trailing commas, steps as floats, the
# outcome in another file. Reference figures were computed independently.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"
. "$LOGVAR_SRCDIR/tests/cli/lib.sh"

runs=$LOGVAR_SHARED/real/bert-finetune-50seeds/bert_output
if [ ! -d "$runs" ]; then
    skip 'BERT on RTE' 'no real logs'
    tap_done
    exit 0
fi

ln -s "$runs" "$tap_folder/bert_output"
cat >"$tap_folder/rte.yaml" <<'YAML'
logvar: 1
title: RTE, three ways to fine-tune BERT
outcome: {metric: test_acc, file: test_last_log.txt, at: last, better: higher, scale: 100, unit: pp}
primary: val_loss@1/3
exclude: [best_*, learning_rate]
families:
  validation: [val_*]
  training-loss: [loss]
discover: bert_output/{arm}/RTE/SEED{run}/
logs: [raw_log.txt]
YAML

# member NAME: the first value of this member in the report
member() {
    sed -n "s/^ *\"$1\": \\([^,]*\\),*\$/\\1/p" "$tap_folder/report.json" | head -n "${2:-1}" |
        tail -n 1
}

pair_figures() {
    awk -v what="$1" '
        /"a": "/ { pair = /reinit/ }
        /"b": "/ { pair = pair && /standard/ }
        pair && what == "difference" && /"difference": / { gsub(/[^-.e0-9]/, "", $2); print $2; exit }
        pair && what == "raw" && /"raw": / { sub(/.*"half_width": /, ""); sub(/,.*/, ""); print; exit }
        pair && what == "fixed" && /"if_average_log_known": / { sub(/.*"half_width": /, ""); sub(/,.*/, ""); print; exit }
    ' "$tap_folder/report.json"
}

ok 'a report, leaving one out' report --folds loo --adjusters fixed --only arms,pairs \
    "$tap_folder/rte.yaml"
ok 'runs of an arm' test "$(grep -c '^      "runs": 50,' "$tap_folder/report.json")" -eq 3
for arm in not_debiased:0.548350:0.115537 standard_debiased:0.690492:0.148240 \
    reinit_debiased:0.721416:-0.025248; do
    name=${arm%%:*} rest=${arm#*:}
    ok "VR of val_loss@1/3: $name" near "${rest#*:}" "$(figure "$name" fixed)" 5e-7
    ok "mean: $name" near "${rest%:*}" "$(sed -n "/\"name\": \"$name\"/,/\"sd\"/s/.*\"mean\": \\([-.e0-9]*\\),*\$/\\1/p" "$tap_folder/report.json")" 5e-7
done
# Arms found by their path are ordered by name.
ok 'reinit minus standard' near 0.030924 "$(pair_figures difference)" 5e-7
ok 'raw half-width' near 0.009230 "$(pair_figures raw)" 5e-7
ok 'adjusted half-width' near 0.008709 "$(pair_figures fixed)" 5e-7

# At the best-validation checkpoint the outcome leaks into validation candidates.
sed -e 's/file: test_last_log.txt, at: last/file: test_best_log.txt, at: best(val_acc)/' \
    "$tap_folder/rte.yaml" >"$tap_folder/best.yaml"
ok 'validation candidates of the best checkpoint are refused' fails_with 0 "$LOGVAR" report \
    --splits 20 --only arms "$tap_folder/best.yaml"
ok 'and the reason is said' says 'checkpoint'
tap_done
