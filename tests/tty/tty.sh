# shellcheck shell=sh
# shellcheck disable=SC2154 # tap_folder is of tap.sh
# Real-terminal tests: tmux is the terminal. Source after tests/lib/tap.sh.
#
# Nothing sleeps and then looks: tty_until polls for what must come, and gives up late (a loaded
# machine under a sanitizer is slow).
tty_count=0
tty_name=logvar-$$-0
tty_patience=${LOGVAR_TTY_PATIENCE:-120}

command -v tmux >/dev/null 2>&1 || {
    echo "1..0 # SKIP tmux is not there"
    exit 0
}

tty_tmux() {
    tmux -L "$tty_name" -f /dev/null "$@"
}
trap 'tty_tmux kill-server 2>/dev/null; rm -rf "$tap_folder"' EXIT

# A study with figures in an instant: a table of two arms, 20 runs each.
awk 'BEGIN {
    print "arm,run,acc,val_loss,grad"
    srand(3)
    for (a = 0; a < 2; a++)
        for (r = 1; r <= 20; r++) {
            x = rand()
            printf "%s,s%d,%.4f,%.4f,%.4f\n", a ? "wide" : "deep", r, 0.9 - 0.02 * x + 0.01 * rand(), x, rand()
        }
}' >"$tap_folder/runs.csv"
cat >"$tap_folder/study.yaml" <<'END'
logvar: 1
title: Tables and chairs
outcome: {metric: acc, better: higher, scale: 100, unit: pp}
primary: val_loss
table: {file: runs.csv, arm: arm, run: run}
analysis: {splits: 200, draws: 200, budgets: [10, 15]}
END

# A server of its own for every terminal: one that is still ending must not be met.
tty_fresh() {
    tty_tmux kill-server 2>/dev/null
    tty_count=$((tty_count + 1))
    tty_name=logvar-$$-$tty_count
}

# tty_start COLUMNS ROWS [VARIABLE=VALUE...] -- ARGUMENTS...: runs the program in a fresh terminal,
# between two notes of the line settings; the end says its status.
tty_start() {
    tty_columns=$1 tty_rows=$2
    shift 2
    tty_environment=
    while [ "$1" != -- ]; do
        tty_environment="$tty_environment $1"
        shift
    done
    shift
    tty_fresh
    rm -f "$tap_folder/before" "$tap_folder/after" "$tap_folder/pid"
    cat >"$tap_folder/start.sh" <<END
cd '$tap_folder'
ulimit -c 0 2>/dev/null
trap : INT QUIT # Ctrl-C is for the program
stty -g >before
echo 'an earlier line'
sh -c 'echo \$\$ >pid; exec env $tty_environment "$LOGVAR" $*'
echo "status \$?"
stty -g >after
exec sleep 600
END
    tty_tmux new-session -d -s t -x "$tty_columns" -y "$tty_rows" "sh '$tap_folder/start.sh'"
}

tty_screen() {
    tty_tmux capture-pane -p -t t
}

# tty_until PATTERN: waits until a line of the screen matches
tty_until() {
    tty_left=$((tty_patience * 10))
    while [ "$tty_left" -gt 0 ]; do
        tty_screen 2>/dev/null | grep -q -- "$1" && return 0
        tty_left=$((tty_left - 1))
        sleep 0.1
    done
    echo "never seen: $1"
    tty_screen
    return 1
}

# tty_without PATTERN: waits until no line of the screen matches
tty_without() {
    tty_left=$((tty_patience * 10))
    while [ "$tty_left" -gt 0 ]; do
        tty_screen | grep -q -- "$1" || return 0
        tty_left=$((tty_left - 1))
        sleep 0.1
    done
    echo "still there: $1"
    tty_screen
    return 1
}

tty_keys() {
    tty_tmux send-keys -t t "$@"
}

tty_resize() {
    tty_tmux resize-window -t t -x "$1" -y "$2"
}

tty_signal() {
    while [ ! -s "$tap_folder/pid" ]; do
        sleep 0.1
    done
    kill -"$1" "$(cat "$tap_folder/pid")"
}

# The program is gone and the terminal is as it was: the former screen, cursor, no mouse, and the
# line settings to the last bit.
tty_restored() {
    tty_until "^status $1" && tty_until 'an earlier line' || return 1
    tty_state=$(tty_tmux display -p -t t '#{alternate_on} #{cursor_flag} #{mouse_any_flag}')
    [ "$tty_state" = "0 1 0" ] || {
        echo "alternate screen, cursor, mouse: $tty_state"
        return 1
    }
    while [ ! -s "$tap_folder/after" ]; do
        sleep 0.1
    done
    cmp "$tap_folder/before" "$tap_folder/after"
}
