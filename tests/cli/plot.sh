#!/bin/sh
# Figures: formats, texts, the exploratory mark, faults. How they look is looked at by eye.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"

study=$LOGVAR_SRCDIR/data/demo/demo.yaml
quick='--splits 8 --draws 8'

if [ "${LOGVAR_CAIRO:-no}" != yes ]; then
    ok 'without cairo it is said' fails_with 2 "$LOGVAR" plot "$study" budget -o "$tap_folder/a.svg"
    ok 'and what is missing' says 'libcairo2-dev'
    tap_done
    exit 0
fi

# plot FIGURE FILE OPTION...
plot() {
    figure=$1 file=$2
    shift 2
    # shellcheck disable=SC2086 # a list of words on purpose
    fails_with 0 "$LOGVAR" plot $quick "$study" "$figure" -o "$tap_folder/$file" "$@" &&
        [ ! -s "$tap_folder/out" ] && [ ! -s "$tap_folder/err" ]
}

# holds FILE PATTERN...: its texts are in the description
holds() {
    file=$tap_folder/$1
    shift
    for pattern; do
        grep -q -- "$pattern" "$file" || { echo "no $pattern"; return 1; }
    done
}

begins() {
    [ "$(head -c "${#2}" "$tap_folder/$1")" = "$2" ]
}

twice_the_same() {
    plot "$1" "one.$2" --threads 1 && plot "$1" "two.$2" --threads 2 &&
        cmp "$tap_folder/one.$2" "$tap_folder/two.$2"
}

not_marked() {
    # Figures of families were looked at before: that is known where the ledger is.
    XDG_STATE_HOME=$tap_folder/unknown
    plot "$@" && ! grep -q 'exploratory' "$tap_folder/$2"
}

png_width() {
    [ "$(od -An -tu1 -j16 -N4 "$tap_folder/$1" | awk '{ print $1 * 16777216 + $2 * 65536 + $3 * 256 + $4 }')" -eq "$2" ]
}

well_formed() {
    xmllint --noout "$tap_folder/$1"
}

old_file_stays() {
    echo old >"$tap_folder/old.svg"
    fails_with 2 "$LOGVAR" plot "$study" nothing -o "$tap_folder/old.svg" &&
        [ "$(cat "$tap_folder/old.svg")" = old ]
}

# The scatter of the screen, with the keys of a person.
written_on_the_screen() {
    printf '%s\n' 6 wait w Ctrl-U "type $tap_folder/screen.svg" Enter wait wait q >"$tap_folder/keys"
    # shellcheck disable=SC2086
    "$LOGVAR" "$study" --fresh $quick --arms rate-0.03 --keys "$tap_folder/keys" >/dev/null &&
        holds screen.svg 'rate-0.03' 'val_loss@1/3'
}

for figure in budget scatter pairs pair-budget families coverage; do
    ok "$figure as SVG" plot $figure $figure.svg
    ok "$figure names its arms" holds $figure.svg 'rate-0.1' 'rate-0.03'
    ok "$figure is the same bytes on other threads" twice_the_same $figure svg
    if command -v xmllint >/dev/null; then
        ok "$figure is well-formed" well_formed $figure.svg
    else
        skip "$figure is well-formed" 'no xmllint'
    fi
done
ok 'units on axes' holds scatter.svg 'test_acc (pp)' 'val_loss@1/3'
ok 'the study behind it' holds budget.svg '<metadata>logvar .* sha256 [0-9a-f]\{64\}, seed 2026'
ok 'the mark and its reason' holds budget.svg 'best !' '! exploratory (best): the adjuster selects'
ok 'no mark where nothing was chosen' not_marked budget fixed.svg --adjusters fixed
ok 'no mark in the declared scatter' not_marked scatter declared.svg
ok 'another statistic' plot scatter other.svg --statistic val_loss@e1
ok 'is marked' holds other.svg '! exploratory (statistic): the statistic is not the one'
ok 'no title unless asked for' plot pairs title.svg --title
ok 'the title' holds title.svg '^<desc>pairs: Two learning rates, 12 runs each$'
ok 'PDF' plot pairs a.pdf
ok 'it is one' begins a.pdf '%PDF-'
ok 'PDF is the same bytes on other threads' twice_the_same pairs pdf
ok 'PNG' plot pairs a.png
ok 'it is a column wide, 300 dots per inch' png_width a.png 1020
ok 'another width' plot pairs b.PNG --width 7
ok 'it is a page wide' png_width b.PNG 2100
ok 'an existing file is replaced, as by report' plot budget a.png
ok 'an unknown ending' fails_with 2 "$LOGVAR" plot "$study" budget -o "$tap_folder/a.gif"
ok 'names those that are known' says '\.svg, \.pdf, \.png'
ok 'an unknown figure' old_file_stays
ok 'names those that are known' says 'budget, scatter, pairs, pair-budget, families, coverage'
ok 'no file' fails_with 2 "$LOGVAR" plot "$study" budget
ok 'no figure' fails_with 2 "$LOGVAR" plot "$study" -o "$tap_folder/a.svg"
# shellcheck disable=SC2086 # words on purpose
ok 'no pair' fails_with 1 "$LOGVAR" plot $quick "$study" pairs --arms rate-0.1 -o "$tap_folder/no.svg"
ok 'leaves no file' test ! -e "$tap_folder/no.svg"
ok 'a width that is none' fails_with 2 "$LOGVAR" plot "$study" pairs --width 0 -o "$tap_folder/a.svg"
# shellcheck disable=SC2086 # words on purpose
ok 'no such folder' fails_with 3 "$LOGVAR" plot $quick "$study" scatter -o "$tap_folder/none/a.svg"
ok 'w on the screen writes the figure of the view' written_on_the_screen
tap_done
