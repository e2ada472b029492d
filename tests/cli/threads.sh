#!/bin/sh
# A report is the same bytes whatever the number of threads, and whichever other sections there are.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"

study=$LOGVAR_SRCDIR/data/demo/demo.yaml

same_bytes() {
    for threads in 1 2 5; do
        "$LOGVAR" report --threads $threads --only all --splits 60 --draws 80 \
            --adjusters fixed,best,pca1,posthoc,best-shrunk,ridge,average --format "$1" \
            -o "$tap_folder/$threads" "$study" || return 1
    done
    cmp "$tap_folder/1" "$tap_folder/2" && cmp "$tap_folder/1" "$tap_folder/5"
}

# The pairs section of a report of pairs alone stands unchanged in the whole report.
alone_or_together() {
    for only in null all; do
        "$LOGVAR" report --only $only --splits 60 --draws 80 --format json "$study" |
            sed -n '/^  "null": \[/,/^  \]/p' | sed 's/^  \],$/  ]/' >"$tap_folder/only-$only" ||
            return 1
    done
    [ -s "$tap_folder/only-null" ] && cmp "$tap_folder/only-null" "$tap_folder/only-all"
}

seed_matters() {
    "$LOGVAR" report --seed 1 --splits 20 --only arms --format json "$study" >"$tap_folder/a" &&
        "$LOGVAR" report --seed 2 --splits 20 --only arms --format json "$study" >"$tap_folder/b" &&
        ! cmp -s "$tap_folder/a" "$tap_folder/b"
}

ok 'text on 1, 2 and 5 threads' same_bytes text
ok 'JSON on 1, 2 and 5 threads' same_bytes json
ok 'a section alone and among others' alone_or_together
ok 'another seed gives other figures' seed_matters
tap_done
