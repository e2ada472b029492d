#!/bin/sh
# What is not a key of logvar does nothing: every key that terminals send with and without modifiers, keys
# with Alt, and pasted text.
. "$LOGVAR_SRCDIR/tests/lib/tap.sh"
. "$LOGVAR_SRCDIR/tests/tty/tty.sh"
cd "$tap_folder" || exit 99

command -v infocmp >/dev/null 2>&1 || {
    echo '1..0 # SKIP infocmp is not there'
    exit 0
}
terminals='xterm screen tmux linux'
acts='kcuu1|kcud1|kcub1|kcuf1|kpp|knp|khome|kend|kbs|kdch1|kent|kcbt|kf1|kf10|kmous|ka1|ka3|kc1|kc3'

# sequences TERMINAL: what its keys send, for printf %b, a line each
sequences() {
    infocmp -x -1 "$1" 2>/dev/null | sed -n 's/^[[:space:]]*\(k[A-Za-z0-9]*\)=\(.*\),$/\1 \2/p' |
        sed 's/\\E/\\033/g'
}
# Those with modifiers as xterm numbers them, whatever terminfo says.
modified() {
    for modifier in 2 3 4 5 6 7 8; do
        for final in A B C D F H P Q R S; do
            printf '%s\n' "\\033[1;$modifier$final"
        done
        for number in 1 2 3 5 6 11 15 17 21 24; do
            printf '%s\n' "\\033[$number;$modifier~"
        done
    done
}

for terminal in $terminals; do
    sequences "$terminal" | grep -E "^($acts) " | cut -d' ' -f2- >"own-$terminal"
    for other in $terminals; do
        sequences "$other" | grep -vE "^($acts) " | cut -d' ' -f2-
    done | sort -u | grep '^.033' | grep -vxF -f "own-$terminal" >"send-$terminal"
    modified >>"send-$terminal"
    ok "keys of $terminal are known here" [ "$(wc -l <"send-$terminal")" -gt 150 ]

    # For the Linux console curses loads the library of gpm, which leaks and is unloaded again.
    leaks=1
    [ "$terminal" != linux ] || leaks=0
    tty_start 100 30 "TERM=$terminal" "ASAN_OPTIONS=detect_leaks=$leaks" -- study.yaml --fresh
    tty_until '200 splits done' >/dev/null
    tty_screen >before-screen
    while read -r sequence; do
        tty_keys -l "$(printf '%b' "$sequence")"
    done <"send-$terminal"
    for letter in q w 5 n x; do
        tty_keys "M-$letter"
    done
    tty_keys '?'
    ok "$terminal: it still listens" tty_until 'Lists on the left'
    tty_keys q
    tty_without 'Lists on the left' >/dev/null
    tty_screen >after-screen
    ok "$terminal: no such key changes anything" cmp before-screen after-screen
    tty_keys q
    ok "$terminal: and it ends well" tty_until '^status 0'
done

# 10 kB that would run as keys: views, looks, ticks, quitting.
awk 'BEGIN { for (i = 0; i < 1000; i++) printf "5 n6q\r\tw8 " }' >pasted
tty_start 100 30 TERM=xterm -- study.yaml --fresh
tty_until '200 splits done' >/dev/null
tty_screen >before-screen
tty_tmux load-buffer pasted
tty_tmux paste-buffer -p -t t
tty_keys '?'
ok "pasted text is over" tty_until 'Lists on the left'
tty_keys q
tty_without 'Lists on the left' >/dev/null
tty_screen >after-screen
ok "pasted text changes nothing" cmp before-screen after-screen
printf 'wi\nde' >pasted
tty_keys /
tty_tmux load-buffer pasted
tty_tmux paste-buffer -p -t t
ok "where text is typed it is inserted" tty_until '/wide'
tty_keys Escape
tty_without '/wide' >/dev/null
tty_keys q
ok "and it ends well" tty_restored 0
ok "no look was counted" sh -c "! grep -rq ranking '$XDG_STATE_HOME'"
tap_done
