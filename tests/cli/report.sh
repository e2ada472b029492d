#!/bin/sh
# logvar report: formats, sections, choices among the study's arms, output files.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"
. "$LOGVAR_SRCDIR/tests/cli/lib.sh"

study=$LOGVAR_SRCDIR/data/demo/demo.yaml
quick='--splits 20 --draws 20'

text_report() {
    # shellcheck disable=SC2086 # a list of words on purpose
    fails_with 0 "$LOGVAR" report $quick "$study" &&
        says 'not finite-sample guarantees' && says 'Pairs of arms' && says 'Budget' &&
        says '^raw ' && [ ! -s "$tap_folder/err" ]
}

keeps_old_file() {
    echo old >"$tap_folder/kept"
    chmod 500 "$tap_folder" || return 1
    # shellcheck disable=SC2086
    "$LOGVAR" report $quick -o "$tap_folder/kept" "$study" 2>/dev/null
    status=$?
    chmod 700 "$tap_folder"
    # Nobody is refused who may do everything.
    [ "$(id -u)" -eq 0 ] || { [ $status -eq 3 ] && [ "$(cat "$tap_folder/kept")" = old ]; }
}

no_such_folder() {
    # shellcheck disable=SC2086
    fails_with 3 "$LOGVAR" report $quick -o "$tap_folder/none/x" "$study" && says 'none/x'
}

full_disk() {
    # shellcheck disable=SC2086
    fails_with 3 "$LOGVAR" report $quick -o /dev/full "$study" && says 'cannot write to /dev/full'
}

one_arm() {
    # shellcheck disable=SC2086
    report $quick --arms "$1" --only arms "$study" &&
        [ "$(grep -c '^      "name": ' "$tap_folder/report.json")" -eq 1 ]
}

foreign_locale() {
    locale=$(locale -a 2>/dev/null | grep -i '^de_DE.utf-*8$' | head -n 1)
    [ -n "$locale" ] || return 0
    # shellcheck disable=SC2086
    "$LOGVAR" report $quick --format json "$study" >"$tap_folder/c" &&
        LC_ALL=$locale "$LOGVAR" report $quick --format json "$study" >"$tap_folder/de" &&
        cmp "$tap_folder/c" "$tap_folder/de"
}

no_home() {
    # shellcheck disable=SC2086
    env -u HOME -u XDG_STATE_HOME -u XDG_CONFIG_HOME "$LOGVAR" report $quick "$study" >/dev/null
}

names_of() {
    sed -n 's/^      "name": "\(.*\)",$/\1/p' "$tap_folder/report.json"
}

ok 'a text report' text_report
# shellcheck disable=SC2086
ok 'a JSON report' report $quick --only all "$study"
first=$(names_of | head -n 1)
ok 'one arm by its name' one_arm "$first"
ok 'an arm by a pattern' one_arm "$(echo "$first" | sed 's/.$/?/')"
ok 'an unknown arm is a usage fault' fails_with 2 "$LOGVAR" report --arms "${first}x" "$study"
ok 'and the nearest is named' says "did you mean $first"
ok 'an unknown family' fails_with 2 "$LOGVAR" report --families nothing "$study"
ok 'an unknown adjuster' fails_with 2 "$LOGVAR" report --adjusters bset "$study"
ok 'and the nearest adjuster is named' says 'did you mean best'
ok 'an unknown statistic' fails_with 2 "$LOGVAR" report --statistic nothing@1/3 "$study"
ok 'a folder that is not there' no_such_folder
if [ -e /dev/full ]; then
    ok 'a full disk' full_disk
else
    skip 'a full disk' 'no /dev/full'
fi
ok 'a file that cannot be replaced stays' keeps_old_file
ok 'a locale with a decimal comma changes nothing' foreign_locale
ok 'no home folder is needed' no_home
# shellcheck disable=SC2086
ok 'a condition that holds' fails_with 4 "$LOGVAR" report $quick --fail-if 'arm.fixed.vr.median<1' \
    "$study"
ok 'its rows are named' says '^arm.fixed.vr.median<1: .*, fixed: -*0'
# shellcheck disable=SC2086
ok 'a condition that does not hold' fails_with 0 "$LOGVAR" report $quick \
    --fail-if 'arm.fixed.vr.median>1' "$study"
ok 'a condition on what --only leaves out' fails_with 2 "$LOGVAR" report --only arms \
    --fail-if 'null.adjusted_rejection>0.08' "$study"
ok 'a condition that makes no sense' fails_with 2 "$LOGVAR" report --fail-if 'arm.vr' "$study"
ok 'bad data stays bad data' fails_with 1 "$LOGVAR" report --fail-if 'arm.fixed.vr.median<1' \
    "$tap_folder/none.yaml"
tap_done
