#!/bin/sh
# logvar simulate: the table, and studies with known truth that are read back.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"
. "$LOGVAR_SRCDIR/tests/cli/lib.sh"

cd "$tap_folder" || exit 99
small='--runs 20 --candidates 12 --families 3'

reads_back() {
    # shellcheck disable=SC2086 # a list of words on purpose
    "$LOGVAR" simulate -o "as-$1" --log-format "$1" $small --seed 3 && "$LOGVAR" check "as-$1/study.yaml" >found &&
        grep -q '2 arms, 40 usable runs, 0 left out' found && grep -q 'declared: validation_1' found &&
        [ "$(grep -c '^  arm[12]  *20  *0 .* 12$' found)" -eq 2 ] || {
        cat found
        return 1
    }
}

# The values are the same whatever the format; a table's candidates have no @e1.
same_values() {
    "$LOGVAR" candidates as-csv/study.yaml | sed 's/@e1//g' >wanted
    for format in jsonl text table; do
        "$LOGVAR" candidates "as-$format/study.yaml" | sed 's/@e1//g' | cmp - wanted || return 1
    done
}

# The declared statistic explains what was asked for, the arms differ as they should.
truth() {
    "$LOGVAR" simulate -o truth --rho2 0.8 --effect 3 --runs 400 --candidates 10 &&
        report --splits 20 --only all --draws 20 truth/study.yaml &&
        near 0.797 "$(figure arm1 fixed)" 0.06 && difference
}

difference() {
    "$LOGVAR" candidates truth/study.yaml | awk -F, '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == "outcome") y = i; next }
        { for (i = 1; i < y; i++) if ($i ~ /^arm/) { sum[$i] += $y; n[$i]++ } }
        END { d = (sum["arm2"] / n["arm2"] - sum["arm1"] / n["arm1"]) / 0.01
              if (d < 2.7 || d > 3.3) { print "difference " d " sd"; exit 1 } }'
}

same_on_threads() {
    # shellcheck disable=SC2086
    "$LOGVAR" simulate $small --repeats 60 --threads 1 >one && "$LOGVAR" simulate $small --repeats 60 --threads 3 >three &&
        cmp one three
}

another_seed() {
    # shellcheck disable=SC2086
    "$LOGVAR" simulate $small --repeats 60 --seed 9 >other && ! cmp -s one other
}

full_folder() {
    fails_with 3 "$LOGVAR" simulate -o as-csv && says 'not empty' && says 'as-csv' &&
        fails_with 0 "$LOGVAR" simulate -o as-csv --force --runs 20 --candidates 12 --families 3 --seed 3
}

both() {
    # shellcheck disable=SC2086
    fails_with 0 "$LOGVAR" simulate -o both --summary $small --repeats 20 && says '^theory' && [ -e both/study.yaml ]
}

for format in csv jsonl text table; do
    ok "a study as $format is read back whole" reads_back "$format"
done
ok 'every format holds the same values' same_values
ok 'the truth is in the candidates' truth
ok 'threads change nothing' same_on_threads
ok 'the seed does' another_seed
ok 'a folder that holds something is refused, or not with --force' full_folder
ok 'a summary of what is written' both
ok 'no folder there' fails_with 3 "$LOGVAR" simulate -o none/known
ok 'it is named' says 'none/known'
ok 'more families than candidates' fails_with 2 "$LOGVAR" simulate --candidates 3 --families 4
ok 'a share above one' fails_with 2 "$LOGVAR" simulate --rho2 1.5
ok 'no such place' fails_with 2 "$LOGVAR" simulate --signal famly
ok 'the nearest is named' says 'did you mean family'
ok 'how many arms' fails_with 2 "$LOGVAR" simulate --arms two
ok 'no such log format' fails_with 2 "$LOGVAR" simulate -o x --log-format xml
ok 'a log format without a folder' fails_with 2 "$LOGVAR" simulate --log-format csv
tap_done
