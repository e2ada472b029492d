#!/bin/sh
# The command line itself: help, version, usage faults, output that cannot be written.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"

shows_help() {
    fails_with 0 "$LOGVAR" "$@" --help && says '^Usage: logvar' && says '--help'
}

all_faults_at_once() {
    fails_with 2 "$LOGVAR" report --famlies x --splits 0 &&
        says 'did you mean --families' && says '--splits: "0"' && says 'report needs STUDY.yaml' &&
        says "Try 'logvar report --help'" && [ ! -s "$tap_folder/out" ]
}

full_disk() {
    "$LOGVAR" --help >/dev/full 2>"$tap_folder/err"
    [ $? -eq 3 ] && grep -q 'cannot write to standard output' "$tap_folder/err"
}

# The reader of the pipe is gone before anything is written.
closed_pipe() {
    { sleep 0.2; "$LOGVAR" --help 2>"$tap_folder/err"; echo $? >"$tap_folder/status"; } | true
    [ "$(cat "$tap_folder/status")" -eq 3 ] && grep -q 'cannot write' "$tap_folder/err"
}

ok 'help of the program' shows_help
ok 'help of a command' shows_help report
ok 'version' fails_with 0 "$LOGVAR" --version
ok 'it names itself' says '^logvar [0-9]'
ok 'all faults of the command line are said at once' all_faults_at_once
ok 'a misspelt command is a usage fault' fails_with 2 "$LOGVAR" reprot x.yaml
ok 'and the nearest is named' says 'did you mean report'
if [ -e /dev/full ]; then
    ok 'a full disk is an error' full_disk
else
    skip 'a full disk is an error' 'no /dev/full'
fi
ok 'a closed pipe is an error' closed_pipe
tap_done
