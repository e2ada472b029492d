#!/bin/sh
# The reference matrix through a table manifest: figures agree with an independent implementation.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"
. "$LOGVAR_SRCDIR/tests/cli/lib.sh"

reference=$LOGVAR_SHARED/reference
if [ ! -r "$reference/matrix.csv" ]; then
    skip 'reference figures' 'no reference data'
    tap_done
    exit 0
fi

cp "$reference/matrix.csv" "$tap_folder/matrix.csv"
cat >"$tap_folder/study.yaml" <<'YAML'
logvar: 1
title: reference matrix
table: {file: matrix.csv, run: run, fold: fold}
outcome: {metric: outcome, better: higher}
primary: "validation:3"
families:
  validation: ["validation:*"]
  training-loss: ["training-loss:*"]
  gradient-norm: ["gradient-norm:*"]
YAML

# wanted PLAN ADJUSTER: the VR in reference.json
wanted() {
    awk -v plan="$1" -v adjuster="$2" '
        /^ "/ { split($0, a, "\""); at = a[2] }
        /^  "/ { split($0, a, "\""); which = a[2] }
        /^   "vr": / && at == plan && which == adjuster { gsub(/[^-+.e0-9]/, "", $2); print $2 }
    ' "$reference/reference.json"
}

arm() {
    sed -n 's/^      "name": "\(.*\)",$/\1/p' "$tap_folder/report.json" | head -n 1
}

# agrees PLAN ADJUSTER NAME-IN-REFERENCE
agrees() {
    near "$(wanted "$1" "$3")" "$(figure "$(arm)" "$2")" 1e-10
}

adjusters=fixed,best,pca1,pca2,pca3,posthoc,pca1-shrunk,ridge
for plan in folds loo; do
    option=--seed=1
    [ "$plan" = folds ] || option=--folds=loo
    ok "$plan: a report" report "$option" --adjusters "$adjusters" --only arms \
        "$tap_folder/study.yaml"
    for adjuster in fixed best pca1 pca2 pca3 posthoc pca1-shrunk ridge; do
        ok "$plan: VR of $adjuster" agrees "$plan" "$adjuster" "$adjuster"
    done
    ok "$plan: a report of two statistics" report "$option" --adjusters fixed \
        --statistic validation:3,training-loss:3 --only arms "$tap_folder/study.yaml"
    ok "$plan: VR of fixed with two statistics" agrees "$plan" fixed fixed-vector
done
tap_done
