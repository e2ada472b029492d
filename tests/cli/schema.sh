#!/bin/sh
# JSON reports keep to the schema that is shipped; pairs have their sentences in every format.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"

study=$LOGVAR_SRCDIR/data/demo/demo.yaml
schema=$LOGVAR_SRCDIR/data/report.schema.json
report=$tap_folder/report.json

validates() {
    python3 - "$schema" "$1" <<'PYTHON'
import json, sys, jsonschema
schema, report = (json.load(open(path)) for path in sys.argv[1:])
jsonschema.Draft202012Validator.check_schema(schema)
faults = list(jsonschema.Draft202012Validator(schema).iter_errors(report))
for fault in faults[:5]:
    print(list(fault.absolute_path), fault.message[:200])
sys.exit(1 if faults else 0)
PYTHON
}

# fits [OPTION...]: such a report validates
fits() {
    "$LOGVAR" report --format json -o "$report" --splits 4 --draws 4 "$@" && validates "$report"
}

# refuses SED-EXPRESSION: so changed, it does not
refuses() {
    sed "$1" "$report" >"$tap_folder/changed.json"
    ! cmp -s "$report" "$tap_folder/changed.json" && ! validates "$tap_folder/changed.json"
}

tables() {
    cat >"$tap_folder/small.yaml" <<'YAML'
logvar: 1
table: {file: small.csv, arm: arm, run: run}
outcome: {metric: y}
primary: x
YAML
    printf 'arm,run,y,x\na,1,1,3\na,2,2,4\nb,1,3,9\nb,2,5,7\nb,3,4,8\n' >"$tap_folder/small.csv"
    fits --only all "$tap_folder/small.yaml" 2>/dev/null
}

sentences() {
    for format in text markdown latex html json; do
        "$LOGVAR" report --only pairs --splits 4 --format $format "$study" >"$tap_folder/report" || return
        tr '\n' ' ' <"$tap_folder/report" | sed 's/  */ /g; s/\\//g' >"$tap_folder/line"
        grep -q 'rate-0.1 is worse than rate-0.03 by 1.198 pp (raw), 95 % interval 0.972 to 1.424' \
            "$tap_folder/line" && grep -q 'wider than raw' "$tap_folder/line" || {
            echo "not in $format"
            return 1
        }
    done
}

lower_is_better() {
    mkdir -p "$tap_folder/lower"
    ln -sf "$LOGVAR_SRCDIR/data/demo/rate-0.1" "$LOGVAR_SRCDIR/data/demo/rate-0.03" "$tap_folder/lower/"
    sed 's/better: higher/better: lower/' "$study" >"$tap_folder/lower/lower.yaml"
    "$LOGVAR" report --only pairs --splits 4 --format json "$tap_folder/lower/lower.yaml" |
        grep -q '"sentence": "rate-0.1 is better than rate-0.03 by 1.198 pp (raw), 95 % interval 0.972'
}

exploratory_sentence() {
    "$LOGVAR" report --only pairs --splits 4 --format json "$study" |
        grep '"sentence": "If the average log were known, .* adjusted by best, ' | grep -q 'Exploratory: the adjuster selects'
}

compiles() {
    for only in all more; do
        "$LOGVAR" report --only $only --splits 4 --draws 4 --format latex -o "$tap_folder/r.tex" "$study" &&
            typesets || return
    done
}

# Arms whose names no font of pdflatex holds, or that TeX would join, run or end an argument with.
hostile() {
    mkdir -p "$tap_folder/hostile"
    awk 'BEGIN {
        n = split("\346\227\245\346\234\254;a--b ,,c;\\input{x} %$#&_^~;[x]*;\303\251\316\274\360\237\230\200", names, ";")
        print "arm,run,y,x"
        for (i = 1; i <= n; i++)
            for (run = 1; run <= 6; run++)
                printf "\"%s\",%d,%d,%d\n", names[i], run, run * i % 5, run * run % 7
    }' >"$tap_folder/hostile/runs.csv"
    cat >"$tap_folder/hostile/study.yaml" <<'YAML'
logvar: 1
title: "\u2192 --x \\par $y$ 100 % \"quoted\" & co"
table: {file: runs.csv, arm: arm, run: run}
outcome: {metric: y}
primary: x
YAML
    "$LOGVAR" report --only all --splits 4 --draws 4 --format latex -o "$tap_folder/r.tex" "$tap_folder/hostile/study.yaml"
}

by_number() {
    hostile && grep -q 'logvarchar{65E5}' "$tap_folder/r.tex" && grep -q 'section.*logvarchar{2192} -{}-x' "$tap_folder/r.tex" &&
        ! grep -q "$(printf '\346\227\245')" "$tap_folder/r.tex"
}

typesets() {
    (cd "$tap_folder" && "$tex" -interaction=batchmode -halt-on-error r.tex)
}

hostile_compiles() {
    hostile && typesets
}

if python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null; then
    ok 'arms and pairs' fits "$study"
    ok 'every section' fits --only all "$study"
    ok 'goals' fits --half-width 0.1 --difference 0.2 --tuned-at 50 --only pairs "$study"
    ok 'leave one out' fits --folds loo --only arms "$study"
    ok 'figures that cannot be' tables
    ok 'a figure too many is refused' refuses 's/"scale":/"scales": 1, &/'
    ok 'a text for a number is refused' refuses 's/"scale": 1/"scale": "1"/'
    ok 'a figure too few is refused' refuses '/"unit":/d; s/\("scale": [0-9]*\),/\1/'
else
    skip 'reports against the schema' 'no jsonschema for Python'
fi
ok 'sentences in every format' sentences
ok 'the right way round where less is better' lower_is_better
ok 'exploratory ones say so' exploratory_sentence
ok 'LaTeX: characters that no font has stand by their numbers' by_number
tex=$(command -v pdflatex || command -v lualatex || command -v xelatex || command -v tectonic)
if [ -n "$tex" ] && [ "${tex##*/}" != tectonic ]; then
    ok 'LaTeX compiles' compiles
    ok 'whatever the names' hostile_compiles
else
    skip 'LaTeX compiles' 'no TeX engine; check_report looks at its structure'
fi
tap_done
