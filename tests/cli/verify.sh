#!/bin/sh
# logvar verify: a report is rebuilt, on any number of threads, and a changed figure is found.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"

study=$LOGVAR_SRCDIR/data/demo/demo.yaml
report=$tap_folder/report.json

agrees() {
    "$LOGVAR" report --format json -o "$report" --threads 2 --splits 20 --draws 20 "$@" "$study" &&
        fails_with 0 "$LOGVAR" verify --threads 1 "$report" "$study" && says '^all [0-9,]* entries agree$'
}

# tampered SED-EXPRESSION PATTERN
tampered() {
    sed "$1" "$report" >"$tap_folder/tampered.json"
    ! cmp -s "$report" "$tap_folder/tampered.json" &&
        fails_with 1 "$LOGVAR" verify "$tap_folder/tampered.json" "$study" && says "$2"
}

# The folds of a table are used without being asked for.
given_folds() {
    {
        echo run,fold,y,x
        for i in 1 2 3 4 5 6 7 8 9 10 11 12; do echo "r$i,$((i % 3)),0.$((i * 37 % 91)),0.$((i * 53 % 97))"; done
    } >"$tap_folder/table.csv"
    cat >"$tap_folder/table.yaml" <<'YAML'
logvar: 1
table: {file: table.csv, run: run, fold: fold}
outcome: {metric: y}
primary: x
YAML
    "$LOGVAR" report --format json -o "$report.table" "$tap_folder/table.yaml" &&
        fails_with 0 "$LOGVAR" verify "$report.table" "$tap_folder/table.yaml"
}

# A megabyte that would be a hundred gigabytes if each value had its name before it.
long_names() {
    awk 'BEGIN {
        for (name = "n"; length(name) < 500000; name = name name);
        printf "{\"settings\": {\"splits\": 1}, \"%s\": [0", name
        for (i = 0; i < 250000; i++) printf ",1"
        print "]}"
    }' >"$tap_folder/long.json"
    fails_with 1 timeout 10 "$LOGVAR" verify "$tap_folder/long.json" "$study" && says 'names longer than those'
}

other_manifest() {
    sed 's/^title: .*/title: another/' "$study" >"$tap_folder/other.yaml"
    for arm in rate-0.1 rate-0.03; do ln -s "$LOGVAR_SRCDIR/data/demo/$arm" "$tap_folder/$arm"; done
    "$LOGVAR" report --format json -o "$report.other" --only arms --splits 4 "$study" &&
        fails_with 1 "$LOGVAR" verify "$report.other" "$tap_folder/other.yaml" && says '^study.sha256: '
}

ok 'other choices' agrees --adjusters raw,best-shrunk,average --families validation --folds loo \
    --statistic val_acc@1/3 --arms rate-0.1 --level 0.9 --budgets 8,10
ok 'raw alone' agrees --adjusters raw --only pairs
ok 'a seed of 64 bits' agrees --seed 18446744073709551615
ok 'a report with every section' agrees --only all
# shellcheck disable=SC2016 # for the inner shell
ok 'white space does not matter' sh -c 'tr -d "\n" <"$1" >"$1.line" && "$2" verify "$1.line" "$3"' - \
    "$report" "$LOGVAR" "$study"
ok 'a changed figure' tampered '/"half_width"/s/"high": -\{0,1\}/&1/' '\.high: the report says -*1'
ok 'a changed last digit' tampered '/^      "mean"/s/[0-8],$/9,/' '\.mean: the report says'
ok 'a flag taken away' tampered 's/"exploratory": true/"exploratory": false/' 'exploratory: the report'
ok 'a figure taken away' tampered 's/^ *"rho2": [^,[]*,$//' '\.rho2: the report says nothing'
ok 'another manifest' other_manifest
ok 'folds that a table gives' given_folds
echo '{}' >"$tap_folder/empty.json"
ok 'no report' fails_with 1 "$LOGVAR" verify "$tap_folder/empty.json" "$study"
head -c 500 "$report" >"$tap_folder/half.json"
ok 'half a report' fails_with 1 "$LOGVAR" verify "$tap_folder/half.json" "$study"
ok 'a text that goes on behind a NUL' tampered '/"name"/s/rate-0.1"/rate-0.1\\u0000, really"/' 'a NUL character'
ok 'names longer than memory' long_names
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "["; print "" }' >"$tap_folder/deep.json"
ok '100,000 brackets' fails_with 1 timeout 10 "$LOGVAR" verify "$tap_folder/deep.json" "$study"
ok 'settings that make no sense' tampered 's/"splits": 20,/"splits": -1,/' 'splits: "-1"'
tap_done
