#!/bin/sh
# logvar plan: its numbers against the formulas, and its words.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"
cd "$tap_folder" || exit 99

# A study of which the truth is made here: 400 runs per arm, rho^2 about 0.5 at the end of the first epoch.
made() { "$LOGVAR" simulate -o sim --runs 400 --candidates 6 --families 2 --rho2 "$1" --force >/dev/null; }
plan() { fails_with 0 "$LOGVAR" plan sim/study.yaml "$@"; }
ok 'a study' made 0.5

# saving FIGURE: of the declared plan, from JSON
declared() {
    "$LOGVAR" plan sim/study.yaml --format json "$@" >plan.json
    awk '/"declared": \{/ { inside = 1 }
        inside && /"rho2_a"/ { gsub(/[^0-9.]/, ""); sub(/^2/, ""); a = $0 }
        inside && /"rho2_b"/ { gsub(/[^0-9.]/, ""); sub(/^2/, ""); b = $0 }
        inside && /"plan"/ { match($0, /"saving": [0-9.e-]*/); print a, b, substr($0, RSTART + 10, RLENGTH - 10); exit }' plan.json
}
# sin^2(asin sqrt(rho^2) - asin sqrt(w)), each arm with its own rho^2, half of the cost each
near_formula() {
    declared --half-width 0.1 --cost 0.05 | awk '
        function asin(x) { return atan2(x, sqrt(1 - x * x)) }
        function saved(r) { s = sin(asin(sqrt(r)) - asin(sqrt(0.05))); return s * s }
        { want = (saved($1) + saved($2)) / 2; print $0, want; exit !($3 > want - 0.02 && $3 < want + 0.02) }'
}
ok 'the saving is that of the formula' near_formula
ok 'it pays, and says how' plan --cost 0.05
pays() { plan --cost 0.05 && says 'early runs pay: validation_1@e1 explains' && says 'chosen at random' && says 'less than finishing all'; }
ok 'in words' pays
does_not() { plan --cost 0.6 && says 'early runs do not pay: validation_1@e1 explains 5. % (arm1) and 4*5*[0-9]* % (arm2), a run until the window.s end costs 60 %'; }
ok 'it does not pay, and says why' does_not
searched() { plan && says '! exploratory: 50 windows of' && says 'goal      the cost of 800 whole runs, as many as are finished now'; }
ok 'what was searched is exploratory' searched
half() { plan --half-width 0.1 && says 'a half-width of 0.100 pp'; }
ok 'a half-width' half
budget() { plan --runs-budget 100 --cost 0.1 && says 'the cost of 100 whole runs' && says 'for 9[0-9.]* whole runs\|for 100.0 whole runs'; }
ok 'a budget' budget

printf 'share,hours\n0.1,1\n0.5,3\n1,4\n' >costs.csv
by_file() {
    declared --cost costs.csv:hours >/dev/null && grep -q '"window": 0.05, "cost": 0.125,' plan.json &&
        grep -q '"window": 0.3, "cost": 0.5,' plan.json
}
ok 'costs from a file' by_file
ok 'no such column' fails_with 2 "$LOGVAR" plan sim/study.yaml --cost costs.csv:days
printf 'share,hours\n0.5,3\n0.1,1\n1,4\n' >costs.csv
ok 'shares that fall' fails_with 2 "$LOGVAR" plan sim/study.yaml --cost costs.csv:hours
printf 'share,hours\n0.5,3\n' >costs.csv
ok 'no whole run' fails_with 2 "$LOGVAR" plan sim/study.yaml --cost costs.csv:hours
ok 'no such file' fails_with 2 "$LOGVAR" plan sim/study.yaml --cost none.csv:hours
ok 'a cost above a whole run' fails_with 2 "$LOGVAR" plan sim/study.yaml --cost 1.5
ok 'two goals' fails_with 2 "$LOGVAR" plan sim/study.yaml --half-width 1 --runs-budget 9
ok 'one arm' fails_with 2 "$LOGVAR" plan sim/study.yaml --pair arm1
ok 'no such arm' fails_with 2 "$LOGVAR" plan sim/study.yaml --pair arm1,arm9
ok 'another format' fails_with 2 "$LOGVAR" plan sim/study.yaml --format html
ok 'a negative half-width' fails_with 2 "$LOGVAR" plan sim/study.yaml --half-width -1
"$LOGVAR" simulate -o flat --log-format table --runs 20 --candidates 4 --families 1 >/dev/null
no_time() { fails_with 2 "$LOGVAR" plan flat/study.yaml && says 'have no time: --cost SHARE'; }
ok 'a table has no time' no_time
ok 'but with a cost there is a plan' fails_with 0 "$LOGVAR" plan flat/study.yaml --cost 0.1
ok 'no study' fails_with 1 "$LOGVAR" plan nowhere.yaml
tap_done
