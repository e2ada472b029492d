#!/bin/sh
# --keys: the real program driven from a file, with and without a terminal.
. "$LOGVAR_SRCDIR/tests/lib/tap.sh"
. "$LOGVAR_SRCDIR/tests/tty/tty.sh"
cd "$tap_folder" || exit 99

cat >keys <<'END'
# sizes count where there is no terminal
size 30 100
wait
save first
Down
Space
wait
save second
x
save third
END
ok "keys drive it without a terminal" "$LOGVAR" study.yaml --fresh --keys keys
ok "the screen is saved" grep -q '200 splits done' first
ok "with figures" grep -q 'deep .*[+-][0-9]*\.[0-9]' first
ok "a tick is seen" grep -q ' 1/2 ' second
ok "the view explains itself" [ -s third ]

printf 'Down\nDwon\nsize x\n' >wrong
ok "a fault in the file is status 2" fails_with 2 "$LOGVAR" study.yaml --keys wrong
ok "with file and line" says 'wrong:2:1: .*Dwon'
ok "every one of them" says 'wrong:3:1'

cp study.yaml other.yaml
printf 'Down\nSpace\nwait\n' >untick
printf 'wait\nsave remembered\n' >look
ok "a session" "$LOGVAR" other.yaml --keys untick
ok "is remembered" "$LOGVAR" other.yaml --keys look
ok "with its ticks" grep -q ' 1/2 ' remembered
ok "unless it is to be fresh" "$LOGVAR" other.yaml --fresh --keys look
ok "then all is as declared" grep -q ' 2/2 ' remembered
ok "a home that cannot be written does not disturb" \
    env XDG_STATE_HOME=/proc/nowhere "$LOGVAR" other.yaml --keys look
ok "nor does none" env -u XDG_STATE_HOME -u HOME "$LOGVAR" other.yaml --keys look

mkdir -p "$XDG_CONFIG_HOME/logvar"
printf '# my terminal\nascii\ncolour never\ncolor\n' >"$XDG_CONFIG_HOME/logvar/config"
printf 'wait\nsave plain\n' >plain_keys
ok "settings are read" fails_with 0 "$LOGVAR" study.yaml --fresh --keys plain_keys
ok "ascii means ascii" grep -q '^+ Arms --' plain
ok "an unknown setting is named with its place" says "config:3:1: .*colour"
ok "and one without its value" says "config:4:1: .*needs a value"
rm "$XDG_CONFIG_HOME/logvar/config"

printf 'wait\nsave shown\nq\n' >terminal
tty_start 120 40 -- study.yaml --fresh --keys terminal
ok "keys drive it in a terminal" tty_restored 0
ok "at the terminal's size" [ "$(wc -l <shown)" -eq 40 ]
tap_done
