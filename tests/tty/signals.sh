#!/bin/sh
# Every way out: whatever ends or stops the explorer, the terminal is given back as it was.
. "$LOGVAR_SRCDIR/tests/lib/tap.sh"
. "$LOGVAR_SRCDIR/tests/tty/tty.sh"

for pair in TERM:143 HUP:129 INT:130; do
    tty_start 100 30 -- study.yaml --fresh
    tty_until 'Variance reduction' >/dev/null
    tty_signal "${pair%:*}"
    ok "SIG${pair%:*} ends it, the terminal is restored" tty_restored "${pair#*:}"
done

tty_start 100 30 -- study.yaml --fresh
tty_until 'Variance reduction' >/dev/null
tty_keys C-c
ok "Ctrl-C ends it, the terminal is restored" tty_restored 130

tty_start 100 30 -- study.yaml --fresh
tty_until 'Variance reduction' >/dev/null
tty_keys "C-\\"
ok "Ctrl-\\ ends it, the terminal is restored" tty_restored 131

for signal in SEGV ABRT; do
    tty_start 100 30 -- study.yaml --fresh
    tty_until 'Variance reduction' >/dev/null
    tty_signal "$signal"
    ok "a crash ($signal) leaves the terminal restored" tty_restored '[1-9]'
done

# The terminal itself goes away.
tty_start 100 30 -- study.yaml --fresh
tty_until 'Variance reduction' >/dev/null
process=$(cat "$tap_folder/pid")
tty_tmux kill-server
gone() {
    tty_left=$((tty_patience * 10))
    while kill -0 "$process" 2>/dev/null; do
        tty_left=$((tty_left - 1))
        [ "$tty_left" -gt 0 ] || return 1
        sleep 0.1
    done
}
ok "it ends when its terminal goes away" gone

# Suspend and resume under a shell with job control.
tty_fresh
tty_tmux new-session -d -s t -x 100 -y 30 "cd '$tap_folder' && PS1='shell%% ' exec bash --norc --noprofile -i"
tty_keys "PS1='shell'; '$LOGVAR' study.yaml --fresh; stty -g >again" Enter
tty_until 'Variance reduction' >/dev/null
tty_keys C-z
ok "Ctrl-Z gives the terminal to the shell" tty_until 'Stopped'
ok "without the alternate screen" [ "$(tty_tmux display -p -t t '#{alternate_on}')" = 0 ]
tty_keys clear Enter
tty_without 'Stopped' >/dev/null
tty_resize 90 26
tty_keys fg Enter
ok "fg takes it back" tty_until 'Variance reduction'
ok "at the new size" sh -c "[ \$(tmux -L $tty_name capture-pane -p -t t | sed -n 2p | wc -m) -le 91 ]"
tty_keys '?'
ok "and keys work" tty_until 'Lists on the left'
tty_keys C-z
ok "Ctrl-Z works again" tty_until 'Stopped'
tty_keys fg Enter
tty_until 'Lists on the left' >/dev/null
tty_keys q
tty_keys q
ok "q leaves" tty_without 'Lists on the left'
tap_done
