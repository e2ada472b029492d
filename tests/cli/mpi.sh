#!/bin/sh
# Two ranks give the report of one process, and a failing rank ends both.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"
. "$LOGVAR_SRCDIR/tests/cli/lib.sh"

study=$LOGVAR_SRCDIR/data/demo/demo.yaml
quick='--splits 150 --draws 70 --only all --threads 1 --format json'
# Open MPI refuses to run as root, or with more ranks than processors, unless told that it may.
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
two='mpirun --oversubscribe -n 2'

same_bytes() {
    # shellcheck disable=SC2086 # lists of words on purpose
    "$LOGVAR" report $quick "$study" >"$tap_folder/one" &&
        $two "$LOGVAR" report $quick "$study" >"$tap_folder/two" &&
        cmp "$tap_folder/one" "$tap_folder/two"
}

a_file_once() {
    # shellcheck disable=SC2086
    $two "$LOGVAR" report $quick -o "$tap_folder/file" "$study" >"$tap_folder/out" &&
        cmp "$tap_folder/one" "$tap_folder/file" && [ ! -s "$tap_folder/out" ]
}

failing() {
    # shellcheck disable=SC2086
    fails_with 1 $two "$LOGVAR" report "$tap_folder/none.yaml" && says 'none.yaml'
}

by_hand() {
    # shellcheck disable=SC2086
    "$LOGVAR" report $quick "$study" | cmp - "$tap_folder/one"
}

if [ "${LOGVAR_MPI-no}" = no ]; then
    skip 'two ranks' 'not configured with --enable-mpi'
elif ! command -v mpirun >/dev/null; then
    skip 'two ranks' 'no mpirun'
else
    ok 'two ranks write the report of one process' same_bytes
    ok 'two ranks write one file' a_file_once
    ok 'a study that cannot be read ends both' failing
    ok 'started by hand there is one rank' by_hand
fi
tap_done
