#!/bin/sh
# Real logs through the hand-written manifests of tests/manifests; figures were computed by hand.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"
. "$LOGVAR_SRCDIR/tests/cli/lib.sh"

cd "$tap_folder" || exit 99
if [ ! -d "${LOGVAR_SHARED:-}/real" ]; then
    skip 'real logs' 'not here'
    tap_done
    exit 0
fi
ln -s "$LOGVAR_SHARED/real" real
cp "$LOGVAR_SRCDIR"/tests/manifests/*.yaml .

# found STUDY PATTERN...: check accepts the study and prints a line that matches each pattern
found() {
    "$LOGVAR" check "$1" >checked 2>/dev/null || { cat checked; return 1; }
    shift
    for pattern; do
        grep -q -- "$pattern" checked || { echo "no line matches $pattern"; cat checked; return 1; }
    done
}

# member NAME: the first value of this member in the report
member() {
    sed -n "s/^ *\"$1\": \\([^,]*\\),*\$/\\1/p" report.json | head -n 1
}

# vr STUDY ARM WANTED: leave-one-out VR of the declared statistic
vr() {
    report "$1" --folds loo --adjusters fixed --only arms && near "$3" "$(figure "$2" fixed)" 1e-6
}

pair() {
    report modded-nanogpt.yaml --folds loo --adjusters fixed --only pairs &&
        near -0.000895 "$(member difference)" 1e-6 && near 44.8 "$(member narrower_percent)" 0.05
}

ok 'text logs of two records' found modded-nanogpt.yaml '2 arms, 78 usable runs' \
    'ValueEmbed *38 *0 *3.27761' 'MFUTweaks *40 *0 *3.27850'
ok 'leave-one-out VR of the first' vr modded-nanogpt.yaml ValueEmbed 0.770905
ok 'leave-one-out VR of the second' vr modded-nanogpt.yaml MFUTweaks 0.449634
ok 'their difference, and how much narrower' pair
ok 'runs without an outcome are left out and named' found bert-sts-b.yaml '594 usable runs, 6 left out' \
    'STS-B/not_debiased *44 *6' '6 runs: 2, 19, 38, 41, 45, 48'
ok 'aborted runs are left out and named' found mlperf-unet3d.yaml '36 usable runs, 4 left out' \
    'mxnet *36 *4 *424573.33' 'aborted.*: 04, 07, 27, 38'
ok 'columns that are runs, and two that are none' found tianshou.yaml '18 arms, 180 usable runs' \
    'Ant-v3/sac *10 *0'
ok 'two logs a run' found mini.yaml '9 arms, 450 usable runs' 'fashion/conv *50 *0 *85.377'
ok 'event files' found tensorboard.yaml '3 arms, 9 usable runs'
ok 'rows of training and validation apart' found lightning.yaml '1 arm, 4 usable runs'
tap_done
