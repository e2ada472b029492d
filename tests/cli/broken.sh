#!/bin/sh
# Broken input: a clear message and status 1, never a crash or a hang.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"

cd "$tap_folder" || exit 99

head='logvar: 1
title: broken
outcome: {metric: acc, at: last, better: higher}'

# A folder of two good runs.
mkdir good
for run in 1 2; do
    { echo epoch,loss,acc; for e in 1 2 3 4 5 6; do echo "$e,0.$run$e,0.$((e + run))"; done; } \
        >good/run$run.csv
done

# refused FILE PATTERN: status 1 within 10 s, nothing on standard output, the message matches
refused() {
    fails_with 1 timeout 10 "$LOGVAR" report "$1" && says "$2" && [ ! -s "$tap_folder/out" ]
}

: >empty.yaml
printf '%s\narms: [{name: a, runs: nowhere/*}]\n' "$head" >missing.yaml
mkdir noise && head -c 5000 /dev/urandom >noise/run1.csv && cp good/run2.csv noise/run2.csv
printf '%s\narms: [{name: a, runs: noise/*.csv}]\n' "$head" >noise.yaml
printf '%s\narms: [{name: a, runs: good/*.csv}]\n' "$head" | sed 's/acc/nowhere/' >outcome.yaml
printf '%s\narms: [{name: a, runs: good/run1.csv}]\n' "$head" >one.yaml
{
    echo 'a: &a [x, x, x, x, x, x, x, x, x, x]'
    before=a
    for key in b c d e f g h i j; do
        echo "$key: &$key [*$before, *$before, *$before, *$before, *$before, *$before, *$before]"
        before=$key
    done
} >bomb.yaml
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "["; print "" }' >brackets.yaml
mkfifo pipe.yaml

# study NAME TEXT [LINE]: NAME.yaml with two runs of this text (escapes as printf's %b)
study() {
    mkdir -p "$1"
    for run in 1 2; do printf '%b' "$2" >"$1/run$run.log"; done
    printf '%s\narms: [{name: a, runs: %s/*.log}]\n%s\n' "$head" "$1" "${3:-}" >"$1.yaml"
}
study json '\n {"step": 1,\n "acc": }\n'
study half '{"log_history": [{"step": 1, "acc"'
study bare '1,0.5\n2,0.6\n'
study other 'step,loss,lr\n1,0.5,1\n2,0.6,1\n'
study short '\037\213\010\000\000'
study pattern 'x 1\n' 'log: {pattern: "(?<acc"}'
study nothing 'x 1\n' 'log: {pattern: "y (?<acc>.+)"}'

# Text logs with lines of 2 MB among those that count: printed arrays, words glued to numbers.
long_lines() {
    mkdir long
    for run in 1 2; do
        awk -v run="$run" 'BEGIN {
            for (e = 1; e <= 6; e++) {
                printf "epoch %d loss: 0.%d acc: 0.%d", e, run * e + 10, run + e * 10
                for (i = 0; e == 3 && i < 400000; i++) printf "%s", run == 1 ? "ep:1x" : "i-(r+"
                print ""
                for (i = 0; e == 3 && i < 200000; i++) printf "%d", i
                print ""
            }
        }' >"long/run$run.txt"
    done
    printf '%s\narms: [{name: a, runs: long/*.txt}]\n' "$head" >long.yaml
    fails_with 0 timeout 60 "$LOGVAR" check long.yaml && says 'last' && says '2 usable runs'
}

ok 'lines of megabytes' long_lines
ok 'an empty manifest' refused empty.yaml '^empty.yaml'
ok 'a glob that matches nothing' refused missing.yaml 'missing.yaml:4:.*nowhere'
ok 'a log of random bytes leaves one run' refused noise.yaml 'run1'
ok 'an outcome that no run has' refused outcome.yaml nowhere
ok 'the metrics that there are are named' refused other.yaml "other.yaml:3:.*no run has the outcome 'acc'.*the metrics are 'loss', 'lr'"
ok 'JSON that is none, with its place' refused json.yaml '^json/run1.log:3:9: .*begins like JSON, but here a value is expected'
ok 'JSON that ends too early' refused half.yaml '^half/run1.log:1:.*ends too early'
ok 'a table without a header, with what to do' refused bare.yaml '^bare/run1.log:1:.*no header.*put a line with one name a column above it'
ok 'gzip that has just begun' refused short.yaml 'gzip-compressed, and nothing can be read from it'
ok 'a pattern with a fault is one of the manifest' refused pattern.yaml '^pattern.yaml:5:16: error: pattern:'
ok 'a pattern that matches no line' refused nothing.yaml 'no line that the pattern matches (it has to match at the start'
ok 'an arm with one run' refused one.yaml 'one.yaml:4'
ok 'a bomb of aliases' refused bomb.yaml 'bomb.yaml:1:'
ok '100,000 brackets' refused brackets.yaml 'brackets.yaml:1:'
ok 'a missing manifest' refused absent.yaml '^absent.yaml'
ok 'a folder in place of a manifest' refused good 'folder'
ok 'a named pipe in place of a manifest' refused pipe.yaml 'regular'
tap_done
