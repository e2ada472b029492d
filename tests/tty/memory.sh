#!/bin/sh
# Memory that runs out under the screen: one line says so, and the terminal is given back.
. "$LOGVAR_SRCDIR/tests/lib/tap.sh"
. "$LOGVAR_SRCDIR/tests/tty/tty.sh"

if grep -q -a -e __asan_init -e __tsan_init "$LOGVAR" || ! command -v prlimit >/dev/null 2>&1; then
    echo '1..0 # SKIP a sanitizer needs much memory, or prlimit is not there'
    exit 0
fi
for limit in 30000000 45000000 60000000; do
    tty_start 100 30 prlimit "--as=$limit" -- "$LOGVAR_SRCDIR/data/study/study.yaml" --fresh
    ok "out of memory is said ($limit bytes)" tty_until '^logvar: out of memory$'
    ok 'and the terminal restored' tty_restored 3
done

# A thread runs out just while the main one shows how far it is (3) or draws (60): nothing is shown after
# the message, nothing drawn on the restored terminal.
for when in 3 60; do
    tty_start 100 30 "LD_PRELOAD=$LOGVAR_BUILDDIR/tests/lib/faults.so" FAULTS_MEMORY=$when,shown -- \
        "$LOGVAR_SRCDIR/data/study/study.yaml" --fresh
    ok "a thread without memory at the main one's write $when" tty_until '^logvar: out of memory$'
    ok 'leaves the terminal restored' tty_restored 3
    ok 'and nothing else on it' [ "$(tty_screen | grep -c .)" -eq 3 ]
done
tap_done
