#!/bin/sh
# The tables of data/README.md are what logvar prints: every block that begins with "$ logvar report"
# is run, and each of its lines must stand in the output.
. "$LOGVAR_SRCDIR/tests/lib/tap.sh"
cd "$LOGVAR_SRCDIR" || exit 99

# compare BLOCK: a file with the command in its first line
compare() {
    # shellcheck disable=SC2046 # the words of the command
    set -- "$1" $(sed -n '1s/^\$ logvar //p' "$1")
    block=$1
    shift
    rm -rf "$XDG_STATE_HOME" # what an earlier block looked at would mark this one
    "$LOGVAR" "$@" >"$block.out" || return 1
    sed 1d "$block" | grep . | while IFS= read -r line; do
        grep -qxF -- "$line" "$block.out" || {
            echo "not printed: $line"
            exit 1
        }
    done
}

awk -v folder="$tap_folder" '
    /^```/ { file = ""; opened = !opened; next }
    opened && !file && /^\$ logvar report/ { file = folder "/block" (++n) }
    file { print > file }' data/README.md
for block in "$tap_folder"/block?; do
    ok "$(sed -n '1s/^. //p' "$block")" compare "$block"
done
ok "there are four tables" [ -e "$tap_folder/block4" ]
tap_done
