#!/bin/sh
# Faults of the surroundings: what cannot be read, listed or written, no memory, a clock that jumps.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"
chmod 755 "$tap_folder" # somebody else is to work in here
cd "$tap_folder" || exit 99
faults=$LOGVAR_BUILDDIR/tests/lib/faults.so
sanitized() {
    grep -q -a -e __asan_init -e __tsan_init "$LOGVAR"
}

# study: five runs of each of three arms in tree/
study() {
    rm -rf tree
    seed=0
    for arm in a b c; do
        mkdir -p tree/$arm
        for run in 1 2 3 4 5; do
            seed=$((seed + 1))
            awk -v seed=$seed 'BEGIN {
                srand(seed); print "epoch,acc,loss"
                for (e = 1; e <= 6; e++) printf "%d,%.4f,%.4f\n", e, 0.5 + 0.1 * rand(), rand()
            }' >tree/$arm/$run.csv
        done
    done
    chmod -R a+rX tree
}
cat >study.yaml <<'END'
logvar: 1
outcome: {metric: acc, at: last, better: higher}
primary: loss@1/3
discover: "tree/{arm}/{run}.csv"
analysis: {splits: 20, draws: 20, budgets: [4]}
END
chmod a+r study.yaml
study

# ---- what cannot be read ----
# found ARM RUNS: check has found this many of the arm
found() {
    grep -q "^  $1 *$2 " out || {
        cat out err
        return 1
    }
}
if as_nobody_works; then
    mkdir -m 777 drafts
    [ "$(id -u)" -ne 0 ] || chown 65534 drafts
    chmod 0 tree/b/2.csv
    ok 'a file that cannot be read' fails_with 0 as_nobody "$LOGVAR" check study.yaml
    ok 'is named with the reason' says '^tree/b/2.csv: warning: .*Permission denied'
    ok 'and nothing else is lost' found b '4 *1'
    chmod 0 tree/a
    ok 'a folder that cannot be listed' fails_with 0 as_nobody "$LOGVAR" check study.yaml
    ok 'is named with the reason' says '^tree/a: warning: left out: Permission denied'
    ok 'and nothing else is lost' found c '5'
    chmod 644 tree/c
    ok 'a folder whose files cannot be reached' fails_with 0 as_nobody "$LOGVAR" check study.yaml
    ok 'has them named with the reason' says '^tree/c/5.csv: warning: left out: Permission denied'
    ok 'and nothing else is lost' found b '4 *1'
    chmod 755 tree/c
    ok 'init in such a tree' fails_with 0 as_nobody "$LOGVAR" init --output drafts/init.yaml tree
    ok 'names the folder with the reason' says 'tree/a: warning: left out: Permission denied'
    ok 'once' [ "$(grep -c 'tree/a:' err)" -eq 1 ]
    ok 'and finds the rest' grep -q '{arm}' drafts/init.yaml
    chmod 0 tree
    ok 'init of a folder that cannot be listed' \
        fails_with 1 as_nobody "$LOGVAR" init --output drafts/none.yaml tree
    ok 'gives the reason' says 'tree: warning: left out: Permission denied'
    ok 'as does a study of it' fails_with 1 as_nobody "$LOGVAR" check study.yaml
    ok 'by its name' says '^tree: warning: left out: Permission denied'
    chmod 755 tree
    # A run that is a folder, one of whose folders cannot be listed.
    mkdir -p deep/a/1 deep/a/2 deep/a/3/inner
    for run in 1 2 3; do cp tree/b/$run.csv deep/a/$run/log.csv; done
    chmod -R a+rX deep
    chmod 0 deep/a/3/inner
    sed 's|tree/{arm}/{run}.csv|deep/{arm}/{run}|' study.yaml >deep.yaml
    ok 'a folder in the folder of a run' fails_with 0 as_nobody "$LOGVAR" check deep.yaml
    ok 'is named as well' says '^deep/a/3/inner: warning: left out: Permission denied'
    ok 'and the run used' found a 3
    chmod 755 deep/a/3/inner
    mkdir -m 333 drafts/closed
    ok 'simulate does not write into what it cannot list' \
        fails_with 3 as_nobody "$LOGVAR" simulate -o drafts/closed
    ok 'and gives the reason' says 'closed: error: .*Permission denied'
else
    skip 'what cannot be read is named' 'no other user to be, or the program is out of his reach'
fi
study
ln -s nowhere.csv tree/a/8.csv
ln -s 9.csv tree/a/9.csv
mkfifo tree/a/pipe.csv
ok 'links that lead nowhere and pipes' fails_with 0 timeout 20 "$LOGVAR" check study.yaml
ok 'are named: dangling' says '^tree/a/8.csv: warning: left out: No such file'
ok 'a loop' says '^tree/a/9.csv: warning: left out: Too many levels'
ok 'a pipe' says '^tree/a/pipe.csv: warning: left out: neither a file nor a folder'
study

# ---- what cannot be written ----
cat >keys <<'END'
size 40 120
wait
5
wait
1
w
Ctrl-U
type written.html
Enter
wait
save screen
END
# read_only FOLDER COMMAND...: the command sees the folder read-only
read_only() {
    how=-rm
    [ "$(id -u)" -ne 0 ] || how=-m
    # shellcheck disable=SC2016 # for the inner shell
    unshare $how sh -c 'mount --bind "$1" "$1" && mount -o "remount,bind,ro" "$1" && cd "$1" && shift && exec "$@"' sh "$@"
}
if read_only . true 2>/dev/null; then
    mkdir home
    "$LOGVAR" report --only arms -o before study.yaml
    find . | sort >names
    ok 'a report' fails_with 3 read_only "$PWD" "$LOGVAR" report --only arms -o before study.yaml
    ok 'gives the reason' says 'before: error: .*Read-only file system'
    for arguments in 'report --shard 1/2 -o part study.yaml' 'init --output init.yaml tree' \
        'simulate -o simulated' 'register study.yaml' 'candidates -o matrix.csv study.yaml' \
        'check -o checked study.yaml'; do
        # shellcheck disable=SC2086 # a list of words on purpose
        ok "$arguments" fails_with 3 read_only "$PWD" "$LOGVAR" $arguments
        ok 'gives the reason' says 'Read-only file system'
    done
    if [ "${LOGVAR_CAIRO:-}" = yes ]; then
        ok 'a figure' fails_with 3 read_only "$PWD" "$LOGVAR" plot -o figure.pdf study.yaml budget
        ok 'gives the reason' says 'Read-only file system'
    fi
    ok 'the screen' fails_with 0 read_only "$PWD" env -u XDG_STATE_HOME -u XDG_CONFIG_HOME HOME="$PWD/home" \
        "$LOGVAR" study.yaml --keys keys
    ok 'the ledger' fails_with 0 read_only "$PWD" env -u XDG_STATE_HOME HOME="$PWD/home" "$LOGVAR" ledger study.yaml
    ok 'gives the reason' says 'no ledger could be kept: its place cannot be written to'
    find . | sort | grep -v -x -e ./out -e ./err -e ./names -e ./after >after
    grep -v -x -e ./out -e ./err -e ./names names >wanted
    ok 'nothing is left behind' cmp after wanted
    # Only the home is read-only: the screen says what was not written.
    sed 's|^type written|type home/written|' keys >home_keys
    ok 'a file of the screen' fails_with 0 read_only "$PWD/home" sh -c \
        "cd .. && HOME=home '$LOGVAR' study.yaml --fresh --keys home_keys"
    ok 'is told there' grep -q 'Read-only file system' screen
else
    skip 'a read-only home' 'no mount namespace may be made here'
fi

# places STATE CONFIG HOME: works all the same, with these in the place of folders
places() {
    (
        for name in XDG_STATE_HOME XDG_CONFIG_HOME HOME; do
            if [ "$1" = unset ]; then unset "$name"; else export "$name=$1"; fi
            shift
        done
        "$LOGVAR" study.yaml --keys keys && "$LOGVAR" ledger study.yaml &&
            "$LOGVAR" report --only arms --format json -o places.json study.yaml
    ) >out 2>err
    status=$?
    cat out err
    [ $status -eq 0 ] && [ ! -s err ] && grep -q "$4" out
}
: >file
rm -f written.html
mkdir made
ok 'no home, no XDG folders' places unset unset unset 'there is no home for it'
rm -f written.html
ok 'XDG folders that are files' places "$PWD/file" "$PWD/file" "$PWD/made" 'its place cannot be written to'
rm -f written.html
ok 'a home that is a file' places unset unset "$PWD/file" 'its place cannot be written to'
rm -f written.html
ok 'relative ones, which count as none' places here there home 'there is no home for it'
rm -f written.html
ok 'empty ones' places '' '' '' 'there is no home for it'
rm -f written.html
ok 'a home in which nothing was yet' places unset unset "$PWD/made" 'candidates'
ok 'gets the ledger' sh -c 'ls made/.local/state/logvar/*.ledger.jsonl'
ok 'and nobody else may look into it' [ "$(stat -c %a made/.local)" = 700 ]

# ---- memory ----
if sanitized || ! LD_PRELOAD=$faults "$LOGVAR" --version >/dev/null 2>&1; then
    skip 'no memory' 'nothing can be loaded before the program here'
else
    # without COMMAND...: whatever allocation fails, of the program or of a library, and whether those after
    # it fail too: the output is as ever, or out of memory is said and nothing is written.
    without() {
        "$@" >wanted 2>wanted.err || return 1
        LD_PRELOAD=$faults FAULTS_COUNT=count "$@" >out 2>err
        n=$(cat count) i=0 failed=0
        [ "$n" -gt 200 ] || return 1
        while [ $i -lt 60 ]; do
            i=$((i + 1))
            for rest in '' ,once; do
                at=$((1 + (n * i * i / 3600 + i * 7) % n))
                LD_PRELOAD=$faults FAULTS_MEMORY=$at$rest "$@" >out 2>err
                status=$?
                if [ $status -eq 3 ] && [ ! -s out ] && grep -q -x 'logvar: out of memory' err; then
                    failed=$((failed + 1))
                elif [ $status -ne 0 ] || ! cmp out wanted; then
                    echo "allocation $at$rest of $n: status $status"
                    cat err
                    return 1
                fi
            done
        done
        [ $failed -gt 10 ] || echo "$failed of 120 tries failed"
        [ $failed -gt 10 ]
    }
    ok 'check without memory' without "$LOGVAR" check study.yaml
    ok 'report without memory' without "$LOGVAR" report --format json --threads 1 study.yaml
    ok 'init without memory' without "$LOGVAR" init tree
    "$LOGVAR" report --format json -o whole.json study.yaml
    ok 'verify without memory' without "$LOGVAR" verify whole.json study.yaml
    gzip -k tree/*/*.csv && rm tree/*/*.csv
    sed 's/csv"/csv.gz"/' study.yaml >packed.yaml
    ok 'compressed logs without memory' without "$LOGVAR" candidates packed.yaml
    study

    # ---- a clock that jumps ----
    # looks YEARS: the explorer shows the candidates while the wall clock is off by so many years
    looks() {
        echo $(($1 * 31557600)) >clock
        LD_PRELOAD=$faults FAULTS_CLOCK=$PWD/clock "$LOGVAR" study.yaml --fresh --keys keys
        kept=$?
        rm -f written.html
        return $kept
    }
    # The clock jumps to and fro all the time.
    while :; do
        for years in 0 10 -20 50 -50; do
            echo $((years * 31557600)) >clock.new
            mv clock.new clock.jumping
            sleep 0.01
        done
    done &
    jumper=$!
    sleep 0.1
    ok 'the screen with a clock that jumps' env LD_PRELOAD="$faults" FAULTS_CLOCK="$PWD/clock.jumping" timeout 60 \
        "$LOGVAR" study.yaml --fresh --keys keys
    ok 'a report with it' env LD_PRELOAD="$faults" FAULTS_CLOCK="$PWD/clock.jumping" timeout 60 \
        "$LOGVAR" report --format json -o jumped.json study.yaml
    kill $jumper
    wait $jumper 2>/dev/null
    "$LOGVAR" report --format json -o steady.json study.yaml
    ok 'gives the same figures' cmp jumped.json steady.json
    rm -rf state study.register.jsonl written.html
    ok 'a look while the clock is ten years ahead' looks 10
    ok 'has its time in the ledger' grep -q "\"time\": *\"$(($(date +%Y) + 10))-[01][0-9]-" state/logvar/*.ledger.jsonl
    ok 'a registration after it, with the clock put right' fails_with 0 "$LOGVAR" register study.yaml
    "$LOGVAR" report --only arms study.yaml >after_look
    ok 'does not pass for one before' grep 'exploratory (fixed.*candidates were ranked' after_look
    rm -rf state study.register.jsonl
    ok 'a registration' fails_with 0 "$LOGVAR" register study.yaml
    ok 'and a look after it' looks 0
    "$LOGVAR" report --only arms study.yaml >after_registration
    ok 'leave the declared statistic declared' sh -c "! grep 'exploratory (fixed' after_registration"
    rm -rf state study.register.jsonl
    ok 'a look in 1969' looks -70
    ok 'has a time of its form' grep -q '"time": *"19[0-9][0-9]-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-5][0-9][.][0-9]*Z"' \
        state/logvar/*.ledger.jsonl
    rm -rf state study.register.jsonl
fi

# ---- killed while writing ----
# whole FILE: what is there was written to its end
whole() {
    case $1 in
    *.html) tail -n 1 "$1" | grep -q '</html>' ;;
    *.json) tail -n 1 "$1" | grep -q '^}' ;;
    *.yaml) "$LOGVAR" check "$1" ;;
    *.jsonl) [ ! -s "$1" ] || [ "$(tail -c 1 "$1" | od -An -c | tr -d ' ')" = '\n' ] ;;
    *) grep -q . "$1" ;;
    esac >/dev/null 2>&1
}
# killed FILE COMMAND...: at twenty moments; FILE is whole, or not there
killed() {
    target=$1
    shift
    for moment in 01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 17 18 19 20; do
        "$@" >/dev/null 2>&1 &
        writer=$!
        sleep 0.$moment
        kill -9 $writer 2>/dev/null
        wait $writer 2>/dev/null
        for file in $target; do
            [ ! -e "$file" ] || whole "$file" || {
                echo "$file is not whole after 0.$moment s"
                return 1
            }
        done
    done
}
ok 'a killed register' killed study.register.jsonl "$LOGVAR" register study.yaml
ok 'is sound' fails_with 0 "$LOGVAR" register --show study.yaml
ok 'a killed screen' killed "state/logvar/*.jsonl written.html" "$LOGVAR" study.yaml --keys keys
ok 'leaves a sound ledger' fails_with 0 "$LOGVAR" ledger study.yaml
ok 'a killed init' killed drafted.yaml "$LOGVAR" init --force --output drafted.yaml tree
ok 'a killed part' killed part.json "$LOGVAR" report --format json -o part.json study.yaml
tap_done
