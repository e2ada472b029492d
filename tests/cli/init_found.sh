#!/bin/sh
# logvar init on what people have: it finds the runs or says why not; directions and scales are guesses
# from values; what it leaves out is named.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"
cd "$tap_folder" || exit 99
. "$LOGVAR_SRCDIR/tests/cli/init_lib.sh"

# refused FOLDER WORDS: init fails and says so
refused() {
    "$LOGVAR" init "$1" -o no.yaml --force >notes 2>&1 && { echo 'a manifest was written'; return 1; }
    grep -q -- "$2" notes || { cat notes; return 1; }
}

# ---- why nothing is proposed ----

mkdir -p glued/seed0 glued/seed1 alone prose/r1 prose/r2
for seed in 0 1; do
    printf '#{"t_start": 1.5}\nr,l,t12.25,30,0.5\n14.5,31,1.0\n15.5,29,1.5\n' >glued/seed$seed/monitor.csv
done
log alone/first.csv 1 val_loss
for run in 1 2; do
    for n in 1 2 3 4 5; do echo "we are at $n of 5 and the fit is 0.$n"; done >prose/r$run/notes.txt
done
ok 'a header glued to the first row is named' refused glued 'monitor.csv:2: note: the header and the first row stand on one line.*2 files'
ok 'text of no known form is sent to log.pattern' refused prose 'notes.txt: note: .*pattern: ….*2 files with names that end in .txt'
ok 'a log without repeats is read and said so' refused alone 'first.csv: note: is read (metrics: val_loss)'

# ---- directions and scales ----

# falling FOLDER NAME: a metric whose name says nothing, and that falls
for seed in 1 2 3 4; do
    mkdir -p falls/seed$seed plural/seed$seed
    { echo epoch,quux; for e in 1 2 3 4 5 6; do echo "$e,$((80 - 10 * e)).$seed"; done; } >falls/seed$seed/log.csv
    { echo epoch,train_losses,test_losses; for e in 1 2 3 4; do echo "$e,$((9 - e)).$seed,$((8 - e)).$seed"; done; } >plural/seed$seed/log.csv
done
falls() { guessed falls 1 4 && has 'better: lower  # ? since it falls in training'; }
plural() { guessed plural 1 4 && has 'metric: test_losses' && has 'better: lower  # ? by its name'; }
ok 'a metric that falls in training is better when lower' falls
ok 'test_losses are losses' plural

# table FILE FACTOR: one row per run, test_acc times the factor
table() {
    awk -v factor="$2" 'BEGIN { print "arm,seed,val_loss,test_acc"
        for (i = 1; i <= 8; i++) print (i % 2 ? "a" : "b") "," i "," 0.3 + i / 50 "," factor * (0.9 + i / 100) }' >"$1"
}
mkdir percent share
table percent/runs.csv 100
table share/runs.csv 1
in_percent() { guessed percent 2 8 && has_not 'scale:'; }
as_share() { guessed share 2 8 && has 'scale: 100  # ? all values lie between -1 and 1'; }
ok 'accuracies near 91 are percent already' in_percent
ok 'accuracies near 0.91 are shown in percent' as_share

# ---- tables ----

mkdir optuna three
awk 'BEGIN { print "number,value,params_lr,params_seed,user_attrs_val_loss,state"
    for (i = 0; i < 8; i++) print i "," 0.7 + i / 100 ",0.1," i "," 1 - i / 50 ",COMPLETE" }' >optuna/trials.csv
trials() { guessed optuna 1 8 && has 'metric: value' && has 'exclude: [number, params_*]' && has 'run: params_seed'; }
ok "Optuna's trials have their value for the outcome" trials
for task in dog cat; do
    awk -v seed="$task" 'BEGIN { print "step,reward,seed"
        for (s = 1; s <= 3; s++) for (t = 0; t < 5; t++) print 100 * t "," 10 * t + s "," s }' >three/$task.csv
done
others() { guessed three 1 3 && grep -q 'other tables of this kind are not read: 1 (three/dog.csv)' notes; }
ok 'other long tables are named' others

# wide FILE LEVEL: seven steps of two arms with four runs each
wide() {
    mkdir -p "$(dirname "$1")"
    awk -v level="$2" 'BEGIN { srand(level); print "step,adamw_seed0,adamw_seed1,adamw_seed2,adamw_seed3,sgd_seed0,sgd_seed1,sgd_seed2,sgd_seed3"
        for (s = 1; s <= 7; s++) { line = s; for (i = 0; i < 8; i++) line = line "," level + rand(); print line } }' >"$1"
}
wide wide/val_loss.csv 2
wide wides/val_loss.csv 2
wide wides/val_acc.csv 0
by_prefix() { guessed wide 2 8 && has 'metric: val_loss' && has 'arm: adamw' && has 'arm: sgd' && has 'better: lower'; }
ok 'in a wide file of one metric the names before the seeds are the arms' by_prefix
ok 'in one for each metric, too' guessed wides 2 8

# ---- a grid of settings, one of which was repeated ----

n=0
for opt in adam sgd; do
    n=$((n + 1))
    for lr in 1.e-01 1.e-02 1.e-03 1.58e-02; do
        seeds=42
        [ $lr = 1.58e-02 ] && seeds='42 43 44 45'
        for seed in $seeds; do
            log "grid/$opt/lr__$lr/random_seed__${seed}__2019-02-13-14-35-0$((seed - 40)).csv" "$n$seed" val_loss val_acc
        done
    done
done
ok 'the seed is the run, not the learning rate' guessed grid 2 8

# ---- what is left out ----

for arm in adam sgd; do for seed in 1 2 3; do log "lone/$arm/seed$seed/log.csv" $seed val_loss val_acc; done; done
log lone/lion/seed1/log.csv 9 val_loss val_acc
lone() { guessed lone 2 6 && grep -q 'with one run only, and so no arms: 1 (lone/lion)' notes; }
ok 'an arm with one run is named' lone
tap_done
