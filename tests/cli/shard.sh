#!/bin/sh
# Parts of a report, in any order, are the undivided report; what does not fit is refused by name.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"
. "$LOGVAR_SRCDIR/tests/cli/lib.sh"

study=$LOGVAR_SRCDIR/data/demo/demo.yaml
quick='--splits 150 --draws 70 --only all --adjusters fixed,best,pca1,best-shrunk,average'

part() {
    # shellcheck disable=SC2086 # a list of words on purpose
    "$LOGVAR" report $quick "$@" "$study"
}

parts() {
    part --shard 1/3 -o "$tap_folder/1.part" && part --shard 2/3 --threads 1 -o "$tap_folder/2.part" &&
        part --shard 3/3 >"$tap_folder/3.part"
}

same_bytes() {
    part --format "$1" -o "$tap_folder/whole" &&
        "$LOGVAR" merge --format "$1" "$tap_folder/3.part" "$tap_folder/1.part" "$tap_folder/2.part" \
            >"$tap_folder/merged" &&
        cmp "$tap_folder/whole" "$tap_folder/merged"
}

missing() {
    fails_with 1 "$LOGVAR" merge "$tap_folder/3.part" "$tap_folder/1.part" &&
        says 'part 2 of 3 is missing'
}

foreign() {
    part --shard 2/3 --seed 7 -o "$tap_folder/seed.part" &&
        fails_with 1 "$LOGVAR" merge "$tap_folder/3.part" "$tap_folder/1.part" "$tap_folder/seed.part" &&
        says 'seed.part: error: .*other settings'
}

damaged() {
    head -c 3000 "$tap_folder/2.part" >"$tap_folder/cut.part"
    fails_with 1 "$LOGVAR" merge "$tap_folder/1.part" "$tap_folder/cut.part" "$tap_folder/3.part" &&
        says 'cut.part: error: .*cut short'
}

no_part() {
    fails_with 1 "$LOGVAR" merge "$study" && says 'demo.yaml: error: this is not a part'
}

shares() {
    for share in 0/2 3/2 1 1/ /2 a/b 1/2/3 -1/2; do
        fails_with 2 "$LOGVAR" report --shard="$share" "$study" && says 'not a share' || return 1
    done
}

ok 'three parts are written' parts
ok 'merged text is the whole' same_bytes text
ok 'merged JSON is the whole' same_bytes json
ok 'a missing part' missing
ok 'a part with other settings' foreign
ok 'a part that was cut short' damaged
ok 'what is not a part' no_part
ok 'shares that are none' shares
tap_done
