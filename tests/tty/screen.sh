#!/bin/sh
# The explorer in a real terminal: start and quit, resizing, locales, mouse.
. "$LOGVAR_SRCDIR/tests/lib/tap.sh"
. "$LOGVAR_SRCDIR/tests/tty/tty.sh"

tty_start 100 30 -- study.yaml --fresh
ok "it starts and shows figures" tty_until 'deep .*20 .*[+-][0-9]*\.[0-9]'
ok "it finishes" tty_until '200 splits done'
tty_keys '?'
ok "the help opens" tty_until 'Lists on the left'
tty_keys q
ok "and closes" tty_without 'Lists on the left'
tty_keys Down Space
ok "a tick changes the table at once" tty_until ' 1/2 '
tty_keys Escape
ok "Esc goes back to the view" tty_until 's sort'
tty_keys q
ok "q leaves, the terminal is restored" tty_restored 0

tty_start 100 30 -- study.yaml --fresh
tty_until 'Variance reduction' >/dev/null
tty_resize 140 40
ok "a wider terminal is used" tty_until '200 splits, 200 draws done'
tty_resize 30 8
ok "a window that is too small says so" tty_until 'needs 40x10'
tty_resize 1 1
tty_resize 90 26
ok "and back" tty_until 'Variance reduction'
for size in '40 10' '200 60' '10 3' '81 25' '2 2' '60 16' '100 30'; do
    # shellcheck disable=SC2086 # two words
    tty_resize $size
    tty_keys Tab
done
ok "a storm of sizes is survived" tty_until 'Variance reduction'
tty_resize 30 8
tty_until 'needs 40x10' >/dev/null
tty_keys q
ok "q works in a small window" tty_restored 0

tty_start 100 30 LC_ALL=C -- study.yaml --fresh
ok "the C locale draws ASCII" tty_until '^+ Arms --'
ok "and nothing else" sh -c "! tmux -L $tty_name capture-pane -p -t t | LC_ALL=C grep -q '[^ -~]'"
tty_keys q
ok "and ends well" tty_restored 0

mkdir "$tap_folder/locale"
if localedef -i de_DE -f UTF-8 "$tap_folder/locale/de_DE.UTF-8" >/dev/null 2>&1; then
    tty_start 100 30 "LOCPATH=$tap_folder/locale" LC_ALL=de_DE.UTF-8 -- study.yaml --fresh
    ok "a comma locale keeps the points" tty_until 'deep .*[0-9]\.[0-9].*[+-][0-9]*\.[0-9]'
    ok "and draws UTF-8" tty_until '┌ Arms'
    tty_keys q
    ok "and ends well" tty_restored 0
else
    skip "a comma locale" "no locale can be made here"
fi

tty_start 100 30 NO_COLOR=1 -- study.yaml --fresh
tty_until '200 splits done' >/dev/null
ok "NO_COLOR sends no colour" sh -c "! tmux -L $tty_name capture-pane -e -p -t t | grep -q '\[[0-9;]*\(3[0-8]\|9[0-7]\)[;m]'"
tty_keys q
tty_restored 0 >/dev/null

tty_start 100 30 TERM=screen -- study.yaml --fresh
tty_until '200 splits done' >/dev/null
# click COLUMN ROW (from 1): button 1 down and up, as a terminal reports it
click() {
    tty_place=$(printf '\\%04o\\%04o' $(($1 + 32)) $(($2 + 32)))
    tty_keys -l "$(printf '%b' "\\0033[M $tty_place\\0033[M#$tty_place")"
}
click 10 2
ok "a click chooses a view" tty_until 'which arm is better'
click 4 4
ok "a click ticks a box" tty_until ' 1/2 '
# mouse CODE COLUMN ROW: one event, ' ' for down, '@' for moved, '#' for up
mouse() {
    tty_place=$(printf '\\%04o\\%04o' $(($2 + 32)) $(($3 + 32)))
    tty_keys -l "$(printf '%b' "\\0033[M$1$tty_place")"
}
tty_keys 8
tty_until 'drag a slider' >/dev/null
tty_keys p
tty_until 'Free play' >/dev/null
# A step at a time: where a terminal sends down and up in one go, it was a click.
mouse ' ' 31 25
tty_until '> runs ' >/dev/null
mouse @ 42 25
ok "the pointer drags a slider of the lesson" tty_until ' runs  *200 '
mouse '#' 42 25
tty_keys q
ok "the mouse is given back" tty_restored 0

# A run that appears is offered, and taken in.
tty_start 100 30 -- study.yaml --fresh
tty_until '200 splits done' >/dev/null
echo 'deep,s21,0.8913,0.4321,0.1234' >>"$tap_folder/runs.csv"
ok "new lines are offered" tty_until 'u takes it in'
tty_keys u
ok "and taken in" tty_until 'deep .*21 '
tty_keys w C-u report.md Enter
ok "a whole report is written" tty_until 'Written to report.md'
tty_keys w C-u report.md Enter
ok "not over an existing one without asking" tty_until 'Overwrite'
tty_keys n
ok "and left alone" tty_until 'Nothing was written'
tty_keys q
ok "and it ends well" tty_restored 0
ok "the report says exploratory" grep -qi 'exploratory' "$tap_folder/report.md"

# A terminal without a second screen, whose capabilities ask for padding.
tty_start 100 30 TERM=vt100 -- study.yaml --fresh
ok "a plain terminal will do" tty_until '200 splits done'
tty_keys q
ok "it is wiped at the end" tty_without 'Variance reduction'
ok "no padding is left behind" tty_without '\$<'

tty_start 100 30 TERM=no-such-terminal -- study.yaml --fresh
ok "an unknown terminal is named" tty_until 'not known here'

tty_start 100 30 TERM=dumb -- study.yaml --fresh
ok "a terminal without cursor movement is refused" tty_until 'cannot place its cursor'
ok "with status 2" tty_restored 2

ok "no terminal at all is said" fails_with 2 "$LOGVAR" "$tap_folder/study.yaml" --fresh
ok "with what to use instead" says 'logvar report'
tap_done
