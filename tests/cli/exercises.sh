#!/bin/sh
# data/exercises.md: every command runs, and prints the lines that stand below it.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"

page=$LOGVAR_SRCDIR/data/exercises.md
cd "$tap_folder" || exit 99

# One file a command: the command in the first line, what it must print in the others.
awk '/^    \$ logvar / { file = sprintf("exercise-%02d", ++n); print substr($0, 14) > file; next }
     /^    / && file { print substr($0, 5) > file; next }
     { file = "" }' "$page"

answers() {
    sed 1d "$1" >wanted
    # shellcheck disable=SC2046 # the command's words
    "$LOGVAR" $(sed 1q "$1") >printed 2>&1 || {
        cat printed
        return 1
    }
    while IFS= read -r line; do
        grep -Fxq -- "$line" printed || {
            echo "not printed: $line"
            cat printed
            return 1
        }
    done <wanted
}

there_are_many() {
    set -- exercise-*
    [ $# -ge 15 ]
}

ok 'the page has its exercises' there_are_many
for file in exercise-*; do
    ok "logvar$(sed 1q "$file" | cut -c 1-64)" answers "$file"
done
tap_done
