#!/bin/sh
# The right value or a word: logs whose numbers are there, and do not mean what they seem to. Each study is
# the smallest of its kind; METHOD.md and doc/logs.md say what is done.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"
. "$LOGVAR_SRCDIR/tests/cli/lib.sh"
cd "$tap_folder" || exit 99
python3 "$LOGVAR_SRCDIR/tests/lib/value_cases.py" . || exit 99

# checked CASE: logvar check, its output for says
checked() {
    fails_with 0 "$LOGVAR" check "$1/m.yaml"
}

# mean CASE ARM VALUE: the mean of the arm's outcomes in the last check
mean() {
    says "^  $1 .* $2 "
}

# outcome CASE ARM RUN VALUE, candidate CASE ARM RUN NAME VALUE: of the matrix
cell() {
    "$LOGVAR" candidates "$1/m.yaml" 2>/dev/null | python3 -c '
import csv, sys
arm, run, name, wanted = sys.argv[1:]
row = next(r for r in csv.DictReader(sys.stdin) if r["arm"] == arm and r["run"] == run)
if abs(float(row[name]) - float(wanted)) > 1e-6:
    sys.exit(f"{name} of {arm}/{run} is {row[name]}, not {wanted}")' "$2" "$3" "$4" "$5"
}

shared_files() {
    fails_with 1 "$LOGVAR" check owners/m.yaml &&
        says 'm\.yaml:5:5: error: .*comparison_1\.txt" belongs to two runs: a, run comparison_1; and b, run 1;' &&
        says 'and so with 2 more files'
}

merged_runs() {
    fails_with 1 "$LOGVAR" check merged/m.yaml &&
        says "in arm 'x' run '42' is several runs: .*lr1/seed_42\.csv and .*lr2/seed_42\.csv both give"
}

versions() {
    checked versions && says "is a later attempt" &&
        says 'version_1/metrics\.csv: warning: not read: .* ends at epoch 2, and .*version_0/metrics\.csv goes on to 6' &&
        cell versions a seed1 outcome 0.61 && cell versions a seed1 'val_loss@1/3' 0.51 &&
        cell versions a seed2 outcome 0.92 && cell versions a seed2 'val_loss@1/3' 0.82
}

event_files() {
    checked events && says 'tfevents\.2\.host: warning: not read: .* ends at step 40' &&
        cell events a seed1 outcome 0.5625 && cell events a seed1 'val/loss@s20' 2.0625
}

short_runs() {
    checked short && says 'stops short: outcome at epoch 4 of 12, 1 run: 2' &&
        says 'stops short: outcome at epoch 9 of 12, 1 run: 4' && says '^  a  *4  *2  *0\.5352' &&
        says "warning: in arm 'b' run '5' goes on to epoch 36, and the others end at 12" &&
        checked most && says '^  c  *2  *3 ' && says 'epoch 7 of 12, 1 run: 4'
}

short_runs_used() {
    checked kept && says "run '2' is used although it stops short: outcome at epoch 4 of 12" &&
        says '^  a  *4  *0 ' && cell kept a 2 outcome 0.28125 && cell kept a 2 'val_loss@1/3' 1.5312
}

early_stopping() {
    checked early && says '^  a  *6  *0 ' &&
        says "note: in arm 'a' runs end anywhere from epoch 5 to 15"
}

diverged_runs() {
    checked diverged && says 'diverged: val_acc is nan after epoch 7, 1 run: 3' &&
        says 'diverged: the outcome val_acc is infinite, 1 run: 4' && says '^  a  *3  *2 ' &&
        says '2 of 5 runs diverged (40 %)' &&
        fails_with 0 "$LOGVAR" report --splits 3 --only variability diverged/m.yaml &&
        says 'a: 2 of 5 runs diverged (40 %) and are left out' &&
        report --splits 3 --only variability diverged/m.yaml &&
        grep -q '"diverged": {"runs": 2, "share": 0.4}' report.json &&
        checked sparse && says '^  a  *3  *0 '
}

renamed_metrics() {
    fails_with 1 "$LOGVAR" check renamed/m.yaml &&
        says "arm 'b' has 0 usable runs.*val_acc ends at epoch 6 of 12, where val_accuracy begins"
}

past_outcome() {
    checked past && says 'at or past the outcome in 5 of 5 runs.*val_loss@e3' && cell past a 1 'val_loss@e2' 1.0156 &&
        ! "$LOGVAR" candidates past/m.yaml | grep -q '@e3\|@1/3' &&
        sed 's|val_loss@e2|val_loss@1/3|' past/m.yaml >past/bar.yaml &&
        fails_with 1 "$LOGVAR" check past/bar.yaml && says "'val_loss@1/3' cannot be the declared statistic"
}

own_axes() {
    checked axes && says 'note: val_loss, val_acc count epochs where the other metrics count steps' &&
        cell axes a 1 'val_loss@1/3' 0.75 && cell axes a 1 'loss@s80' 0.458333333333 &&
        ! "$LOGVAR" candidates axes/m.yaml | grep -q 'val_loss@e3'
}

implausible() {
    checked percent && says "val_acc of arm 'a' lies in 0.5 to 0.54688, of arm 'b' in 53 to 56: a factor of 100" &&
        checked twice && says "run '1' of arm 'a' and run '7' of arm 'a' have the same outcome" &&
        checked states && says 'state: PRUNED, 1 run: 1' && says 'state: FAIL, 1 run: 3' && says ' 3  *2  *0.62'
}

lacking() {
    checked lacking && says 'val_loss@1/3 is not a candidate: missing in 1 of 5 runs, the first run 3\|val_loss@1/3 is no candidate: missing in 1 of 5 runs, the first run 3'
}

ok "a file belongs to one arm" shared_files
ok "several trainings under one id are named with their files" merged_runs
ok "of several versions the complete one is used, and said" versions
ok "of several event files too" event_files
ok "runs that stop short of the usual length are left out by name, a long one is named" short_runs
ok "short_runs: use keeps them, and says so" short_runs_used
ok "where runs have no usual length none is short" early_stopping
ok "diverged runs have no outcome, and are counted" diverged_runs
ok "a metric that ends before its log is not an outcome" renamed_metrics
ok "nothing at or past the outcome is a candidate" past_outcome
ok "metrics that count epochs next to steps have an axis of their own" own_axes
ok "a factor of 100, one run twice and states are said" implausible
ok "the run that lacks the statistic is named" lacking
tap_done
