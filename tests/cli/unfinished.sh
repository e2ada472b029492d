#!/bin/sh
# Unfinished runs: two-phase figures against reference values, what check says of each kind of trouble,
# and what simulation shows of coverage. And: nothing says that an arm is better on the strength of an
# adjusted interval.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"
case $LOGVAR_SRCDIR in /*) source=$LOGVAR_SRCDIR ;; *) source=$PWD/$LOGVAR_SRCDIR ;; esac
cd "$tap_folder" || exit 99

# ---- reference values, through a table ----

cp "$source/tests/ref/twophase.csv" .
cat >reference.yaml <<'END'
logvar: 1
outcome: {metric: outcome, better: higher}
primary: f0_c0
families: {f0: [f0_*], f1: [f1_*], f2: [f2_*]}
unfinished: random
table: {file: twophase.csv, arm: arm, run: run, fold: fold}
END

# near FIGURE ARM VALUE: that figure of fixed in the CSV report, to 1e-9
near() {
    awk -F, -v figure="$1" -v arm="$2" -v wanted="$3" '
        $3 == arm && $5 == "fixed" && $10 == figure {
            found = 1
            if (($11 - wanted) ^ 2 > (1e-9 * wanted) ^ 2) { print $11, "not", wanted; exit 1 }
            exit 0
        }
        END { if (!found) { print "no", figure; exit 1 } }' report.csv
}
reported() {
    "$LOGVAR" report reference.yaml --only arms,pairs --format csv --adjusters fixed "$@" >report.csv
}
ok 'folds of the table' reported
ok 'mean of A' near two_phase_mean A 90.01601220057672
ok 'half-width of A' near two_phase_half_width A 0.7096883647698137
ok 'mean of B' near two_phase_mean B 89.30364667939332
ok 'half-width of B' near two_phase_half_width B 0.528421774795946
ok 'leaving one out' reported --folds loo
ok 'mean of A' near two_phase_mean A 89.9244570781501
ok 'half-width of A' near two_phase_half_width A 0.7013213086975228
ok 'the difference' near two_phase_difference A 0.6452167668607842
ok 'its half-width' near two_phase_half_width A 0.7013213086975228
ok 'its degrees of freedom' sh -c "grep -q '^pairs,.*,fixed,.*,two_phase_df,19.2312025151' report.csv"
claims() {
    grep -q '^pairs,,A,B,raw,,12,no,ok,claim_half_width,0.82687805854' report.csv &&
        grep -q '^pairs,,A,B,raw,,12,no,ok,half_width,0.77344844247' report.csv
}
averaged() {
    "$LOGVAR" report reference.yaml --only arms,pairs --format csv --adjusters average --folds loo >average.csv &&
        awk -F, '$5 == "average" && ($10 == "two_phase_mean" || $10 == "two_phase_difference") {
            wanted = $1 == "pairs" ? 0.559053390853137 : $3 == "A" ? 89.81672047269778 : 89.25766708184464
            n++
            if (($11 - wanted) ^ 2 > (1e-9 * wanted) ^ 2) { print $0, "not", wanted; bad = 1 } }
            END { exit bad || n != 3 }' average.csv
}
ok 'average, leaving one out: both means and the difference' averaged
ok 'what is declared is the claim, raw stands next to it' claims
fails_by_claim() {
    fails_with 4 "$LOGVAR" report reference.yaml --folds loo --fail-if 'pair.half_width>0.8' &&
        fails_with 0 "$LOGVAR" report reference.yaml --folds loo --fail-if 'pair.raw.half_width>0.8'
}
ok 'a condition goes by the claim' fails_by_claim
same_parts() {
    "$LOGVAR" report reference.yaml --format json -o whole.json &&
        "$LOGVAR" report reference.yaml --format json --shard 1/2 -o one &&
        "$LOGVAR" report reference.yaml --format json --shard 2/2 -o two &&
        "$LOGVAR" merge --format json one two -o merged.json && cmp whole.json merged.json &&
        "$LOGVAR" verify whole.json reference.yaml
}
ok 'parts give the same bytes, and the report verifies' same_parts
other_runs() {
    sed '21s/,[^,]*$/,0.5/' twophase.csv >changed && mv changed twophase.csv &&
        fails_with 1 "$LOGVAR" merge one two && says 'another study\|not of one study\|differ' &&
        cp "$source/tests/ref/twophase.csv" .
}
ok 'a part from other unfinished runs is refused' other_runs

# ---- what is said ----

# table FINISHED UNFINISHED [SHIFT]: arms a and b; the statistic of unfinished runs is moved by SHIFT
table() {
    awk -v n="$1" -v u="$2" -v shift="${3:-0}" 'BEGIN {
        srand(7)
        print "arm,run,acc,x"
        for (a = 0; a < 2; a++)
            for (i = 0; i < n + u; i++) {
                x = rand() + rand() + rand() - 1.5
                y = x + (rand() + rand() + rand() - 1.5) / 2
                printf "%s,%d,%s,%.6f\n", a ? "b" : "a", i, i < n ? sprintf("%.6f", y) : "", i < n ? x : x + shift
            }
    }' >t.csv
}
# study KEY…: a manifest of t.csv with these lines
study() {
    printf 'logvar: 1\noutcome: {metric: acc, better: higher}\nprimary: x\ntable: {file: t.csv, arm: arm, run: run}\n' >t.yaml
    for line; do printf '%s\n' "$line" >>t.yaml; done
}
# checked STATUS PATTERN: logvar check says that, however its lines are broken
checked() {
    fails_with "$1" "$LOGVAR" check t.yaml || return
    cat out err | tr -s '\n ' '  ' | grep -q -- "$2" || { cat out err; return 1; }
}
raw_stands() {
    fails_with 0 "$LOGVAR" report t.yaml --only pairs --splits 5 --draws 5 && says '^raw '
}
table 20 20
study
ok 'not declared: how many, and what it would bring' checked 0 '20 of 40 runs unfinished: if which ones .* lets them count: the interval of the mean would be about [0-9]* % narrower (x explains'
study 'unfinished: ignore'
ok 'ignored: the same' checked 0 '20 of 40 runs unfinished: if which'
study 'unfinished: random'
ok 'declared: they count' checked 0 'declared random, they count (x does not tell'
study 'unfinished: sometimes'
ok 'another word' checked 1 '"sometimes" is not one of random, ignore'
table 20 0
study 'unfinished: random'
ok 'declared where there are none' checked 0 't.yaml:5:.*no arm has unfinished runs'
study 'arms: [{name: a, unfinished: random}]'
ok 'declared in an arm with none' checked 0 "arm 'a' has no unfinished runs"
ok 'raw figures stand' raw_stands
table 9 20
study 'unfinished: random'
ok 'fewer than 10 finished runs' checked 0 'with fewer than 10 finished runs they cannot count; raw figures only'
ok 'raw figures stand' raw_stands
table 0 20
ok 'all runs unfinished' checked 1 "arm 'a' has 0 finished runs and 20 unfinished"
table 20 20 3
ok 'stopped because of the log' checked 0 'they differ from the finished ones in x (p < 0.0001): not stopped at random'
ok 'raw figures stand' raw_stands
table 20 20
sed '30s/[^,]*$//' t.csv >changed && mv changed t.csv
ok 'a statistic missing in an unfinished run' checked 0 'x is missing in 1 of them, so they cannot count; raw figures only'
ok 'raw figures stand' raw_stands
table 20 1
ok 'one alone' checked 0 'one alone cannot count, since at least 2 are needed'
table 20 20
sed '30s/,,/,nan,/' t.csv >changed && mv changed t.csv
diverged() {
    fails_with 0 "$LOGVAR" check t.yaml && says '19 of 39 runs unfinished' && says 'diverged: the outcome is not finite'
}
ok 'nan is what became of a run, not an unfinished one' diverged

# ---- the register ----

registered() {
    study 'unfinished: random' && table 20 15 && fails_with 0 "$LOGVAR" register t.yaml &&
        fails_with 0 "$LOGVAR" register --show t.yaml && says '30 unfinished runs known' &&
        says 'unfinished of a: random' && grep -q '"unfinished_runs": 30' t.register.jsonl
}
ok 'registered: how many were known, and that they are declared' registered
changed() {
    study && fails_with 0 "$LOGVAR" report t.yaml --only variability && says 'unfinished of a'
}
ok 'not to declare them any more is a change' changed
rm -f t.register.jsonl

# ---- logs: who reached the window ----

mkdir -p logs/a logs/b
for arm in a b; do
    for run in $(seq 1 14); do
        last=9
        [ "$run" -gt 11 ] && last=5  # stopped after the window
        [ "$run" -eq 14 ] && last=2  # … before its end
        awk -v run="$run" -v last="$last" -v arm="$arm" 'BEGIN {
            srand(run * 7 + (arm == "b") * 100); print "epoch,val_loss,test_acc"
            for (e = 1; e <= last; e++) printf "%d,%.4f,%s\n", e, rand() / e, e == 9 ? rand() : ""
        }' >"logs/$arm/run_$run.csv"
    done
done
printf 'logvar: 1\noutcome: {metric: test_acc, at: last, better: higher}\nunfinished: random\ndiscover: "logs/{arm}/run_{run}.csv"\n' >t.yaml
reached() {
    fails_with 0 "$LOGVAR" check t.yaml && says '2 of 13 runs unfinished' &&
        says 'no value of the outcome test_acc, 1 run: 14'
}
ok 'the window ends where it does in finished runs; who did not reach it is left out' reached
printf 'logvar: 1\noutcome: {metric: test_acc, at: reach(0.2), better: higher}\nwindow: e3\nunfinished: random\ndiscover: "logs/{arm}/run_{run}.csv"\n' >t.yaml
never() {
    fails_with 0 "$LOGVAR" check t.yaml && ! grep -q 'runs unfinished' "$tap_folder/out"
}
ok 'with reach no run is unfinished' never

# ---- simulation ----

# figure ROW: interval and coverage of a row
figure() {
    awk -v row="$1" '$1 == row { print $(NF - 1), $NF }' summary
}
simulated() {
    "$LOGVAR" simulate --runs 16 --unfinished 32 --candidates 12 --families 1 --repeats 1500 "$@" >summary
}
half_holds() {
    simulated --rho2 0.5 || return
    echo "$(figure raw) $(figure two-phase) $(figure fixed)" | awk '{
        print
        exit !($2 >= 93.5 && $2 <= 96.5 && $4 >= 94 && $4 <= 96.5 && $3 / $1 >= 0.82 && $3 / $1 <= 0.88 && $6 < 90) }'
}
ok 'rho^2 0.5: raw and two-phase cover, two-phase is narrower, adjusted does not cover' half_holds
nothing_lost() {
    simulated --rho2 0 || return
    echo "$(figure raw) $(figure two-phase)" | awk '{ print; exit !($3 / $1 <= 1.02 && $4 >= 94) }'
}
ok 'rho^2 0: next to nothing is lost' nothing_lost
guarded() {
    simulated --rho2 0.5 --stopped outcome || return
    awk '$1 == "refused" { found = 1; exit !($2 > 750) } END { exit !found }' summary
}
ok 'stopped by outcome: mostly refused' guarded
read_back() {
    "$LOGVAR" simulate -o "sim-$1" --runs 12 --unfinished 8 --candidates 6 --families 2 --log-format "$1" &&
        fails_with 0 "$LOGVAR" check "sim-$1/study.yaml" && says '8 of 20 runs unfinished'
}
for format in csv jsonl text table; do
    ok "unfinished runs as $format are read back" read_back "$format"
done
ok 'no such reason' fails_with 2 "$LOGVAR" simulate --stopped whim

# ---- no verdict by an adjusted interval ----

# Where the raw interval holds zero, no format and no view says that an arm is better.
printf 'arm,run,acc,x\n' >close.csv
awk 'BEGIN { srand(11); for (a = 0; a < 2; a++) for (i = 0; i < 30; i++) {
    x = rand() + rand() + rand() - 1.5
    printf "%s,%d,%.6f,%.6f\n", a ? "second" : "first", i, x + a * 0.3 + (rand() - 0.5) / 8, x } }' >>close.csv
printf 'logvar: 1\noutcome: {metric: acc, better: higher}\nprimary: x\ntable: {file: close.csv, arm: arm, run: run}\n' >close.yaml
supposed_only() {
    "$LOGVAR" report close.yaml --format csv --only pairs >close.out &&
        awk -F, '$10 == "claim_low" || $10 == "claim_high" { claim[$10] = $11 }
                 $5 == "fixed" && ($10 == "if_known_low" || $10 == "if_known_high") { known[$10] = $11 }
            END { exit !(claim["claim_low"] * claim["claim_high"] < 0 && known["if_known_low"] * known["if_known_high"] > 0) }' close.out
}
ok 'a pair that only the adjusted interval tells apart' supposed_only
never_better() {
    for format in text markdown latex html csv json; do
        "$LOGVAR" report "$1" --only pairs,more,null --splits 50 --draws 100 --format "$format" || return
    done >said
    ! grep -nE '(first|second|AttnGate|ValueEmbed)[^.]* (is|are) (better|worse)|better than|worse than' said
}
ok 'no report says that an arm is better' never_better close.yaml
nanogpt=$LOGVAR_SHARED/real/modded-nanogpt
if [ -n "$LOGVAR_SHARED" ] && [ -d "$nanogpt" ]; then
    ln -s "$LOGVAR_SHARED/real" real && cp "$source/tests/manifests/modded-nanogpt.yaml" nanogpt.yaml
    raw_only() {
        "$LOGVAR" report nanogpt.yaml --only pairs --splits 50 --draws 100 --format json >nano.json || return
        # every sentence that says better or worse is of a claim whose interval leaves zero out
        awk '/"sentence": ".*(better|worse) than/ { said++ }
             /"claim": / { inside = 1 }
             inside && /"low": / { split($0, part, /"low": |, "high": |, "half/); if (part[2] * part[3] > 0) decided++; inside = 0 }
             END { print said + 0, decided + 0; exit said + 0 != decided + 0 }' nano.json
    }
    ok 'nanogpt: who is better is said by the raw interval alone' raw_only
else
    skip 'nanogpt' 'no shared data'
fi
tap_done
