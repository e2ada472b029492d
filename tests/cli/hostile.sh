#!/bin/sh
# Hostile data: names that would run something in a terminal, a page, a spreadsheet or LaTeX; folders
# with loops, pipes and devices; files that cannot be read or written. Shown safely, or refused.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"
cd "$tap_folder" || exit 99

esc=$(printf '\033') rlo=$(printf '\342\200\256') zero=$(printf '\342\200\213') bad=$(printf '\377')
newline='
'
long=$(awk 'BEGIN { for (i = 0; i < 200; i++) printf "x" }')

# safe FILE: well-formed UTF-8 without control characters (a line's end apart), bidirectional or
# zero-width ones
safe() {
    [ -s "$1" ] || { echo "$1 is empty"; return 1; }
    iconv -f UTF-8 -t UTF-8 "$1" >/dev/null || return 1
    ! tr -d '\n' <"$1" | LC_ALL=C grep -a '[[:cntrl:]]' || return 1
    ! grep -e "$rlo" -e "$zero" "$1"
}

# log METRIC: six epochs of an outcome and of a metric
log() {
    printf 'epoch,acc,"%s"\n' "$1"
    seed=$((seed + 1))
    awk -v seed="$seed" 'BEGIN { srand(seed); for (e = 1; e <= 6; e++) printf "%d,%.4f,%.4f\n", e, rand(), rand() }'
}

# arm NAME METRIC: a dozen runs
seed=0
arm() {
    mkdir -p "tree/$1" || exit 99
    for run in 1 2 3 4 5 6 7 8 9 10 11 12; do
        log "$2" >"tree/$1/$run.csv"
    done
}
mkdir tree
arm "a${esc}[31;5m${esc}]0;title$(printf '\007')" loss
arm "b${rlo}cod${zero}e" "m${esc}[2J"
arm "c${bad}$(printf '\300\200')" "m${rlo}x${bad}"
arm 'd漢字かな' '漢字'
arm '=cmd|calc!A0' '=1+1'
arm '<script>alert(1)<' '<img src=x onerror=alert(1)>'
arm '\input{x}$&#_%~^"[' '\end{tabular}$&#_%~^'
arm '%n%s%p' '%n%s'
arm "f${newline}g" '@SUM'
arm "$long" "$long$long$long"
cat >study.yaml <<'END'
logvar: 1
title: "hostile \e[31m <b>\\input{x}"
outcome: {metric: acc, at: last, better: higher}
discover: "tree/{arm}/{run}.csv"
analysis: {splits: 20, draws: 20, budgets: [10]}
END

for format in text markdown latex html csv json; do
    ok "a $format report" fails_with 0 timeout 120 "$LOGVAR" report --format $format -o r.$format study.yaml
    ok "is safe" safe r.$format
done
# Every section there is, alone, in every format: a name may stand in a heading, a row or a sentence.
sections=$("$LOGVAR" report --only "?" study.yaml 2>&1 | sed -n "s/.*(known: \(.*\)).*/\1/p" | tr -d ,)
every_section() {
    for section in $sections; do
        "$LOGVAR" report --format "$1" --only "$section" -o r.section study.yaml || return 1
        safe r.section || { echo "$section in $1"; return 1; }
    done
    "$LOGVAR" report --format "$1" --only all -o r.section study.yaml && safe r.section
}
for format in text markdown latex html csv json; do
    ok "every section in $format is safe" every_section $format
done
ok 'a name with a line end is in one line of a heading' \
    sh -c "'$LOGVAR' report --only more study.yaml | grep -q '  f.ng '"
for figure in pairs budget scatter families coverage; do
    ok "the figure $figure is drawn" "$LOGVAR" plot -o r.svg study.yaml $figure
    ok 'and safe' safe r.svg
done
ok 'HTML has no script of a name' sh -c "! grep -i -e '<script' -e '<img src=x' -e '<b>' r.html"
ok 'LaTeX has no command of a name' sh -c "! grep -F -e '\\input' -e '\\end{tabular}\$&' r.latex"
ok 'CSV has no formula' sh -c "! grep -E '(^|,)\"?[=@+]' r.csv"
ok 'format directives stay text' grep -q '%n%s%p' r.text
ok 'an escape sequence is a mark' grep -q 'a\\e\[31' r.text
ok 'a line end in a name is a mark' grep -q 'f\\ng' r.text
ok 'check' fails_with 0 timeout 60 "$LOGVAR" check study.yaml
cat out err >both
ok 'is safe' safe both
ok 'candidates' fails_with 0 timeout 60 "$LOGVAR" candidates study.yaml
ok 'are safe' safe out
ok 'and no formulas' sh -c "! grep -E '(^|,)\"?[=@+]' out"
ok 'init' fails_with 0 timeout 60 "$LOGVAR" init --output draft.yaml tree
ok 'what it writes is safe' safe draft.yaml
cat out err >both
ok 'what it says as well' safe both

# Every view, and the candidates' list with the worst names.
{
    echo 'size 40 120'
    for view in 1 2 3 4 5 6 7; do
        printf '%s\nwait\nsave screen%s\nDown\nDown\nx\nsave explained%s\nEsc\n' $view $view $view
    done
} >keys
ok 'the screen is drawn' fails_with 0 timeout 120 "$LOGVAR" study.yaml --fresh --keys keys
cat screen? explained? >screens
ok 'and safe' safe screens
# A double-width character takes two columns of the 120.
ok 'no line is wider than the screen' [ "$(wc -L <screens)" -eq 120 ]

# ---- messages ----
refused() {
    fails_with "$@" || return 1
    cat out err >both
    safe both
}
name="no${esc}[31m${rlo}such${newline}file${bad}"
ok 'a manifest that is not there' refused 1 "$LOGVAR" report "$name"
ok 'an option that is none' refused 2 "$LOGVAR" report "--$name" study.yaml
ok 'a command that is none' refused 1 "$LOGVAR" "$name"
ok 'an arm that is none' refused 2 "$LOGVAR" report --arms "$name" study.yaml
ok 'a statistic that is none' refused 2 "$LOGVAR" report --statistic "$name" study.yaml
ok 'a condition that is none' refused 2 "$LOGVAR" report --fail-if "$name" study.yaml
ok 'an output that cannot be' refused 3 "$LOGVAR" report -o "nowhere/$name" study.yaml
ok 'keys that are none' sh -c "printf '%s\n' '$name' >k; exit 0"
ok 'are named safely' refused 2 "$LOGVAR" study.yaml --keys k
ok 'a report to verify that is not there' refused 1 "$LOGVAR" verify "$name" study.yaml
printf '{"settings": {"manifest": "x\\u001b[31m"}, "x": "%s"}' "$esc" >"v${esc}[31m.json"
ok 'or is none' refused 1 "$LOGVAR" verify "v${esc}[31m.json" study.yaml
ok 'parts that are not there' refused 1 "$LOGVAR" merge "$name" "$name"
printf 'logvar: 1\noutcome: {metric: "x\\e[2J"}\n"%s": 1\narms: [{name: a, runs: "%s/*"}]\n' "$rlo" "$zero" >odd.yaml
ok 'unknown keys' refused 1 "$LOGVAR" report odd.yaml

# ---- what may lie in a folder ----
rm -rf tree/f*
mkfifo tree/d漢字かな/pipe.csv
ln -s /dev/zero tree/d漢字かな/zero.csv
ln -s nowhere.csv tree/d漢字かな/dangling.csv
ln -s . tree/d漢字かな/self.csv
ln -s . tree/loop
ln -s "$tap_folder/tree" tree/again
mkdir tree/d漢字かな/folder.csv
ok 'pipes, devices, links and loops do not hang a report' \
    fails_with 0 timeout 60 "$LOGVAR" report --only arms study.yaml
ok 'nor init' fails_with 0 timeout 60 "$LOGVAR" init --output draft2.yaml tree
ok 'a pipe as the study of verify' fails_with 1 timeout 10 "$LOGVAR" verify tree/d漢字かな/pipe.csv study.yaml
ok 'a device as keys' fails_with 2 timeout 10 "$LOGVAR" study.yaml --keys /dev/zero

# Files that come and go while they are read.
cp -r tree moving
sed 's/tree/moving/' study.yaml >moving.yaml
(
    while :; do
        for file in 'moving/%n%s%p'/*.csv; do
            mv "$file" "$file.gone" 2>/dev/null && mv "$file.gone" "$file"
            : >>"$file"
        done
    done
) &
mover=$!
for try in 1 2 3 4 5; do
    timeout 60 "$LOGVAR" check moving.yaml >out 2>err
    case $? in 0 | 1) ;; *) echo "try $try" >>crashed ;; esac
done
kill $mover
ok 'files that vanish while they are read do no harm' [ ! -e crashed ]

# ---- writing ----
echo before >kept
ok '/dev/full is an error' fails_with 3 "$LOGVAR" report --only arms -o /dev/full study.yaml
ok 'as standard output too' sh -c "'$LOGVAR' report --only arms study.yaml >/dev/full 2>err; [ \$? -eq 3 ]"
ok 'with the reason' grep -q 'No space left' err
mkdir small
if [ "$(id -u)" -eq 0 ] && mount -t tmpfs -o size=8k none small 2>/dev/null; then
    echo before >small/report
    ok 'a full disk is an error' fails_with 3 "$LOGVAR" report --format html -o small/report study.yaml
    ok 'with the reason' says 'No space left'
    ok 'the old file stays' [ "$(cat small/report)" = before ]
    ok 'and nothing else' [ "$(ls small)" = report ]
    umount small
else
    # A limit on the size of files is the nearest thing for everybody.
    ok 'a file that may not grow is an error' \
        sh -c "ulimit -f 1; trap '' XFSZ; '$LOGVAR' report --format html -o kept study.yaml 2>err; [ \$? -eq 3 ]"
    ok 'the old file stays' [ "$(cat kept)" = before ]
fi

cp study.yaml before.yaml
ok 'the manifest is not overwritten' fails_with 1 "$LOGVAR" report --only arms -o study.yaml study.yaml
ok 'nor through a link' sh -c "ln -s study.yaml link; '$LOGVAR' report --only arms -o link study.yaml 2>err; [ \$? -eq 1 ]"
ok 'and stays as it was' cmp before.yaml study.yaml
echo before >private
chmod 600 private
ok 'a file that is replaced keeps its mode' sh -c \
    "'$LOGVAR' report --only arms -o private study.yaml && [ \"\$(ls -l private | cut -c1-10)\" = -rw------- ]"

# Killed at any moment, the old file or the new one is there, never a part.
"$LOGVAR" report --only arms --format json -o whole study.yaml
i=0
while [ $i -lt 20 ]; do
    i=$((i + 1))
    cp whole target
    "$LOGVAR" report --only arms --format json -o target study.yaml &
    writer=$!
    sleep 0.0$i
    kill -9 $writer 2>/dev/null
    wait $writer 2>/dev/null
    cmp whole target >>torn 2>&1
done
ok 'kill -9 while writing leaves a whole file' [ ! -s torn ]

# ---- surroundings ----
ok 'a home that is not a folder' env -u XDG_STATE_HOME -u XDG_CONFIG_HOME HOME=/dev/null \
    "$LOGVAR" study.yaml --keys keys
ok 'no home, no XDG folders' env -u XDG_STATE_HOME -u XDG_CONFIG_HOME -u HOME "$LOGVAR" study.yaml --keys keys
ok 'an empty environment' env -i "$LOGVAR" report --only arms -o empty study.yaml
ok 'with the records the same figures' \
    env -i XDG_STATE_HOME="$XDG_STATE_HOME" "$LOGVAR" report --only arms --format json -o empty.json study.yaml
ok 'are made' cmp whole empty.json
if command -v taskset >/dev/null 2>&1; then
    ok 'one processor' taskset -c 0 "$LOGVAR" report --only arms --format json -o one.json study.yaml
    ok 'gives the same figures' cmp whole one.json
fi
ok '64 threads' "$LOGVAR" report --threads 64 --only arms --format json -o many.json study.yaml
ok 'give the same figures' cmp whole many.json
if grep -q -a -e __asan_init -e __tsan_init "$LOGVAR"; then
    skip 'little memory is said' 'a sanitizer needs much of it'
else
    ok 'little memory is said' \
        sh -c "ulimit -v 30000; '$LOGVAR' report '$LOGVAR_SRCDIR/data/study/study.yaml' >/dev/null 2>err; [ \$? -eq 3 ]"
    ok 'in one line' [ "$(cat err)" = 'logvar: out of memory' ]
fi
tap_done
