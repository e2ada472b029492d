#!/bin/sh
# Average through a table manifest: figures agree with the reference implementation (tests/ref/average.py),
# runs without an outcome being left out.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"
. "$LOGVAR_SRCDIR/tests/cli/lib.sh"

cp "$LOGVAR_SRCDIR/tests/ref/average.csv" "$tap_folder/average.csv"
cat >"$tap_folder/study.yaml" <<'YAML'
logvar: 1
title: reference of average
table: {file: average.csv, arm: arm, run: run, fold: fold}
outcome: {metric: y, better: higher}
primary: "a:1"
families: {first: ["a:*"], second: ["b:*"]}
YAML

# wanted ARM_PLAN: the VR in average.json
wanted() {
    awk -v plan="\"$1\":" '$1 == plan { at = 1 }
        at && $1 == "\"vr\":" { sub(/,/, "", $2); print $2; exit }' \
        "$LOGVAR_SRCDIR/tests/ref/average.json"
}

for plan in k4 loo; do
    option=--seed=1
    [ "$plan" = k4 ] || option=--folds=loo
    ok "$plan: a report" report "$option" --adjusters fixed,average --only arms "$tap_folder/study.yaml"
    for arm in A B; do
        ok "$plan: VR of average in $arm" near "$(wanted "${arm}_$plan")" "$(figure "$arm" average)" 1e-9
    done
    ok "$plan: it is exploratory" grep -q '"exploratory_reason": "the adjuster selects' \
        "$tap_folder/report.json"
    ok "$plan: what it averages over" grep -q '{"model": "nothing", "share": 0\.' \
        "$tap_folder/report.json"
done
tap_done
