#!/bin/sh
# Shell completion: what is offered is what the program takes.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"

# completes WANTED WORD...: bash's completion of the last word holds WANTED
completes() {
    wanted=$1
    shift
    bash -c '
        "$LOGVAR" --completion bash >"$0" && . "$0" || exit 1
        COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
        _logvar
        printf "%s\n" "${COMPREPLY[@]}"
    ' "$tap_folder/completion.bash" "$@" >"$tap_folder/offered" && grep -qx -- "$wanted" "$tap_folder/offered" || {
        cat "$tap_folder/offered"
        return 1
    }
}

never_completes() {
    ! completes "$@" >/dev/null
}

parses() {
    "$LOGVAR" --completion "$1" >"$tap_folder/script" && "$1" -n "$tap_folder/script"
}

# fish itself says what it would offer
fish_completes() {
    "$LOGVAR" --completion fish >"$tap_folder/logvar.fish" &&
        HOME="$tap_folder" fish --no-config -c "source $tap_folder/logvar.fish; complete -C '$1'" |
        cut -f1 | grep -qx -- "$2"
}

for shell in bash zsh fish; do
    if command -v $shell >/dev/null; then
        ok "the script of $shell is well-formed" parses $shell
    else
        skip "the script of $shell is well-formed" "no $shell"
    fi
done
export LOGVAR
ok 'a command' completes report logvar rep
ok 'an option of a command' completes --fail-if logvar report --f
ok 'but not of another' never_completes --ascii logvar report --a
ok 'a word of an argument' completes markdown logvar report --format m
ok 'a second word of a list' completes arms,pairs logvar report --only arms,pa
if command -v fish >/dev/null; then
    ok 'fish: an option of a command' fish_completes 'logvar report --fail' --fail-if
    ok 'fish: a word of an argument' fish_completes 'logvar report --format ma' markdown
else
    skip 'fish' 'no fish'
fi
ok 'another shell is a usage fault' fails_with 2 "$LOGVAR" --completion tcsh
tap_done
