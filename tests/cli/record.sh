#!/bin/sh
# logvar register and ledger: what was declared and looked at, in every report made afterwards.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"

cp -r "$LOGVAR_SRCDIR/data/demo" "$tap_folder/demo"
chmod -R u+w "$tap_folder/demo"
study=$tap_folder/demo/demo.yaml
register=$tap_folder/demo/demo.register.jsonl
quick='--splits 4 --draws 4 --only arms'

# reports PATTERN [OPTION...]: a text report has such a line
reports() {
    pattern=$1
    shift
    # shellcheck disable=SC2086 # a list of words on purpose
    fails_with 0 "$LOGVAR" report $quick "$@" "$study" && says "$pattern"
}

reports_not() {
    # shellcheck disable=SC2086
    fails_with 0 "$LOGVAR" report $quick "$study" && ! says "$1"
}

register_now() {
    fails_with 0 "$LOGVAR" register "$study" && says ': registered 20'
}

every_format() {
    for format in text markdown latex html json; do
        # shellcheck disable=SC2086
        "$LOGVAR" report $quick --format $format "$study" | grep -q 'runs came after' || {
            echo "not in $format"
            return 1
        }
    done
    # shellcheck disable=SC2086
    "$LOGVAR" report $quick --format csv "$study" | grep -q '^register,.*,runs_after,0$'
}

# White space, comments, quotes, the order of keys and the title mean nothing.
same_meaning() {
    cp "$study" "$study.kept"
    sed -e 's/^#.*//' -e 's/^title:.*/title: "another"/' -e '/^primary:/d' "$study.kept" >"$study"
    # The declared statistic, in quotes, before everything else but the version.
    sed -i "s/^logvar: 1/logvar:   1 # so it is\nprimary: \"val_loss@1\/3\"/" "$study"
    reports 'nothing changed since'
    kept=$?
    mv "$study.kept" "$study"
    return $kept
}

changed() {
    sed -i 's|^primary: .*|primary: train_loss@e3|' "$study"
    reports 'changed since: statistic of' &&
        says '! exploratory (fixed, pca1): what was registered is not' &&
        reports_not 'nothing changed'
}

history_is_kept() {
    fails_with 0 "$LOGVAR" register --show "$study" && says 'changed from the one before: statistic' &&
        [ "$(grep -c ' registered with logvar ' "$tap_folder/out")" -eq 2 ]
}

# Excluded after its outcome was registered: every figure is exploratory, raw ones too.
excluded() {
    cp "$study" "$study.kept"
    sed -i 's|^discover:|arms: [{name: rate-0.1, exclude_runs: [{run: "101"}]}]\ndiscover:|' "$study"
    reports '1 run known then left out now' &&
        says '! exploratory (every figure, raw ones too): runs were left out' &&
        "$LOGVAR" report --splits 4 --only pairs --adjusters raw --format json \
            -o "$tap_folder/excluded.json" "$study" &&
        grep -q '"sentence": "rate-0.1 is worse .* Exploratory: runs were left out' \
            "$tap_folder/excluded.json" &&
        fails_with 0 "$LOGVAR" verify "$tap_folder/excluded.json" "$study"
    kept=$?
    mv "$study.kept" "$study"
    return $kept
}

came_after() {
    cp "$tap_folder/demo/rate-0.1/run_101.jsonl" "$tap_folder/demo/rate-0.1/run_999.jsonl"
    reports '1 of 25 runs came after, nothing changed since' &&
        rm "$tap_folder/demo/rate-0.1/run_999.jsonl"
}

other_outcome() {
    file=$tap_folder/demo/rate-0.1/run_101.jsonl
    cp "$file" "$tap_folder/kept"
    sed -i 's/"test_acc": *0\.[0-9]*/"test_acc": 0.5/' "$file"
    reports '1 known outcome changed since' && cp "$tap_folder/kept" "$file"
}

# damaged SED-EXPRESSION PATTERN: told with its place, never overwritten
damaged() {
    cp "$register" "$tap_folder/register"
    sed -i "$1" "$register"
    cp "$register" "$tap_folder/damaged"
    fails_with 1 "$LOGVAR" register "$study" && says "demo.register.jsonl:$2" &&
        says 'nothing was added' && cmp "$register" "$tap_folder/damaged" &&
        reports 'the register is damaged' && says "demo.register.jsonl:$2" &&
        fails_with 1 "$LOGVAR" register --show "$study"
    kept=$?
    cp "$tap_folder/register" "$register"
    return $kept
}

cut_off() {
    cp "$register" "$tap_folder/register"
    head -c 700 "$tap_folder/register" >"$register"
    fails_with 1 "$LOGVAR" register "$study" && says 'demo.register.jsonl:1:1: error: this line was cut off'
    kept=$?
    cp "$tap_folder/register" "$register"
    return $kept
}

# explore KEY...: in the explorer, without a terminal
explore() {
    printf '%s\n' wait "$@" wait >"$tap_folder/keys"
    # shellcheck disable=SC2086 # a word or none
    "$LOGVAR" $fresh --keys "$tap_folder/keys" "$study"
}

ledger_says() {
    fails_with 0 "$LOGVAR" ledger "$study" && says "$1"
}

on_screen() {
    printf '%s\n' 'size 30 160' wait "save $tap_folder/screen" >"$tap_folder/keys"
    XDG_STATE_HOME=$tap_folder/other "$LOGVAR" --keys "$tap_folder/keys" "$study" &&
        grep -q ' registered 20[0-9-]* ' "$tap_folder/screen" &&
        grep -q 'This study: registered 20.*0 of 24 runs came after, nothing changed since' \
            "$tap_folder/screen"
}

looks() {
    explore 5 1 5
    ledger_says '^  looks at ranked candidates: 2$' && reports '^rate-0.1 .* 1  *3  *1  *2$'
}

# What was registered before the look stands, what was not is chosen after it.
looked_after() {
    says '! exploratory (pca1): candidates were ranked by outcome'
}

fresh_clears_nothing() {
    fresh=--fresh
    explore 5
    fresh=
    ledger_says '^  looks at ranked candidates: 3$'
}

in_json() {
    # shellcheck disable=SC2086
    "$LOGVAR" report $quick --format json -o "$tap_folder/r.json" "$study" &&
        grep -q '"candidate_looks": 3' "$tap_folder/r.json" &&
        fails_with 0 "$LOGVAR" verify "$tap_folder/r.json" "$study"
}

ledger_grew() {
    explore 5
    fails_with 0 "$LOGVAR" verify "$tap_folder/r.json" "$study"
}

# What lists candidates by outcome on the command line is a look, once for each such list.
listed() {
    cp "$study" "$tap_folder/demo/listed.yaml"
    listed=$tap_folder/demo/listed.yaml
    # shellcheck disable=SC2086 # lists of words
    fails_with 0 "$LOGVAR" report $quick --adjusters fixed,pca1 "$listed" && ! says '! exploratory' >/dev/null &&
        says 'looks unknown on this machine' &&
        "$LOGVAR" $1 >"$tap_folder/listing" &&
        fails_with 0 "$LOGVAR" report $quick --adjusters fixed,pca1 "$listed" &&
        says '! exploratory (fixed, pca1): candidates were ranked by outcome' && "$LOGVAR" $1 >"$tap_folder/again" &&
        fails_with 0 "$LOGVAR" ledger "$listed" && says '^  looks at ranked candidates: 1$'
    kept=$?
    rm -rf "$listed" "$XDG_STATE_HOME"
    return $kept
}

# Registered after a look, and after the statistic was changed: exploratory all the same.
edited_after_look() {
    edited=$tap_folder/demo/edited.yaml
    cp "$study" "$edited"
    "$LOGVAR" register "$edited" >"$tap_folder/out" && grep -q 'all 24 outcomes were known' "$tap_folder/out" &&
        "$LOGVAR" candidates "$edited" >"$tap_folder/listing" &&
        sed -i 's|^primary: .*|primary: train_loss@e3|' "$edited" &&
        "$LOGVAR" register "$edited" >"$tap_folder/out" &&
        fails_with 0 "$LOGVAR" report $quick --adjusters fixed "$edited" &&
        says '! exploratory (fixed): candidates were ranked by outcome'
}

by_default() {
    sed '/^primary:/d' "$study" >"$tap_folder/demo/default.yaml"
    fails_with 0 "$LOGVAR" report $quick "$tap_folder/demo/default.yaml" &&
        says '^statistic .*, chosen by default: the manifest declares none$' &&
        "$LOGVAR" report $quick --format json "$tap_folder/demo/default.yaml" |
        grep -q '"statistic_declared": false' &&
        "$LOGVAR" register "$tap_folder/demo/default.yaml" >"$tap_folder/out" &&
        fails_with 0 "$LOGVAR" register --show "$tap_folder/demo/default.yaml" &&
        says 'statistic given of .*: chosen by default'
}

no_home() {
    # shellcheck disable=SC2086
    fails_with 0 env -u HOME -u XDG_STATE_HOME "$LOGVAR" report $quick "$study" &&
        says 'no ledger could be kept: there is no home for it'
}

no_folder() {
    echo >"$tap_folder/file"
    # shellcheck disable=SC2086
    fails_with 0 env XDG_STATE_HOME="$tap_folder/file" "$LOGVAR" report $quick "$study" &&
        says 'no ledger could be kept: its place cannot be written to'
}

damaged_ledger() {
    file=$(ls "$XDG_STATE_HOME"/logvar/*.ledger.jsonl)
    echo '{"what": "statistic"}' >>"$file"
    lines=$(wc -l <"$file")
    fails_with 1 "$LOGVAR" ledger "$study" && says "ledger.jsonl:$lines:1: error: no entry" &&
        reports 'no ledger could be kept: its file is damaged'
}

ok 'before: not registered' reports '^register  *not registered$'
ok 'looks are unknown without a ledger' reports '^ledger  *looks unknown on this machine'
ok 'the register of no register' fails_with 0 "$LOGVAR" register --show "$study"
ok 'register' register_now
ok 'in every format' every_format
ok 'what means the same is the same' same_meaning
ok 'another statistic is exploratory' changed
ok 'settings of this report alone are told' reports '^otherwise  *splits, draws, seed: set for' --seed 7
ok 'registered again' register_now
ok 'it is not any more' reports 'nothing changed since'
ok 'history is kept' history_is_kept
ok 'runs excluded after they were registered' excluded
ok 'runs that came after' came_after
ok 'a known outcome that changed' other_outcome
ok 'a line changed' damaged '1s/2026/2025/' 2:1
ok 'a line taken out' damaged 1d 1:1
ok 'a line that is no JSON' damaged '2s/.*/hello/' 2:
ok 'a line that is something else' damaged '1s/.*/{"a": 1}/' 1:1
ok 'half a line' cut_off
ok 'the screen says when it was registered' on_screen
ok 'looks at candidates are counted' looks
ok 'what was registered before stands' looked_after
ok '--fresh clears nothing' fresh_clears_nothing
ok 'a JSON report has the counts, and verifies' in_json
ok 'it still does when the ledger has grown' ledger_grew
ok 'no home' no_home
ok 'a place that cannot be written to' no_folder
ok 'a damaged ledger' damaged_ledger
ok 'a statistic that nobody declared' by_default
ok 'the section of families is a look' listed "report --splits 4 --draws 4 --only families $tap_folder/demo/listed.yaml"
ok 'a post hoc adjuster too' listed "report --splits 4 --draws 4 --adjusters posthoc $tap_folder/demo/listed.yaml"
ok 'a plot of families too' listed "plot --splits 4 --draws 4 -o $tap_folder/f.svg $tap_folder/demo/listed.yaml families"
ok 'candidates with outcomes too' listed "candidates $tap_folder/demo/listed.yaml"
ok 'a statistic changed after a look' edited_after_look
tap_done
