#!/bin/sh
# logvar init: trees of logs of many shapes, and the real ones, each without editing what it writes.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"
. "$LOGVAR_SRCDIR/tests/cli/lib.sh"

cd "$tap_folder" || exit 99
. "$LOGVAR_SRCDIR/tests/cli/init_lib.sh"

# ---- shapes of trees ----

for seed in 0 1 2 3; do
    for arm in adam sgd; do log "folders/$arm/seed_$seed/metrics.csv" "$seed" val_loss test_acc; done
done
ok 'runs in folders' guessed folders 2 8
ok 'the pattern of folders' has 'discover: "folders/{arm}/seed_{run}/"'
ok 'the outcome is the test metric' has 'metric: test_acc'
ok 'the declared statistic' has 'primary: val_loss@1/3'

for seed in 1 2 3; do
    for arm in adam sgd lamb; do
        for data in cifar10 mnist; do log "flat/${data}_${arm}_s$seed.csv" "$seed" train_loss val_acc; done
    done
done
ok 'runs in one folder, all in the names' guessed flat 6 18
ok 'the pattern of names' has 'discover: "flat/{group}_{arm}_s{run}.csv"'
ok 'the outcome of the validation set is unsure' has '# ? val_acc is the outcome'

for seed in 1 2 3; do
    log "two/conv/run_$seed.csv" "$seed" val_loss test_acc
    log "two/mlp/run_$seed.csv" "$seed" val_loss test_acc
    log "two/conv/run_${seed}_batches.csv" "$seed" loss grad_norm val_loss
    log "two/mlp/run_${seed}_batches.csv" "$seed" loss grad_norm val_loss
done
ok 'two logs a run' guessed two 2 6
ok 'the second log gets a prefix' has '{path: "two/{arm}/run_{run}_batches.csv", prefix: batches_}'

for seed in 1 2 3; do
    log "one/seed$seed.csv" "$seed" val_loss
    log "deep/a/b/x1/seed$seed/log.csv" "$seed" val_loss test_acc
    log "deep/a/c/x2/seed$seed/log.csv" "$seed" val_loss test_acc
    log "deep/d/b/x2/seed$seed/log.csv" "$seed" val_loss test_acc
done
ok 'a single arm' guessed one 1 3
ok 'it is listed' has 'runs: ["one/seed{run}.csv"]'
ok 'it is named by its folder' has 'name: one'
ok 'arms that no pattern tells apart are listed' guessed deep 3 9
ok 'their paths' has 'runs: ["deep/a/c/x2/seed{run}/"]'

for seed in 11 12 13; do
    for arm in a b; do
        log "stamped/$arm/2024-01-0${seed#1}_0930${seed}_seed$seed/log.csv" "$seed" val_loss test_acc
        printf 'test_acc\n0.%s\n' "$seed" >"stamped/$arm/2024-01-0${seed#1}_0930${seed}_seed$seed/best.csv"
        echo junk >"stamped/$arm/2024-01-0${seed#1}_0930${seed}_seed$seed/stdout"
        : >"stamped/$arm/2024-01-0${seed#1}_0930${seed}_seed$seed/model.pt"
    done
done
ok 'names with a time stamp' guessed stamped 2 6
ok 'files that are not logs are left out' has 'logs: [log.csv]'

for seed in 1 2 3; do
    log "uneven/a/run$seed.csv" "$seed" val_loss test_acc
    log "uneven/b/run$seed.csv" "$seed" val_loss test_acc
done
log uneven/c/run1.csv 1 val_loss test_acc
ok 'an arm with one run is left out' guessed uneven 2 6
ok 'and it is said' has '# ? 1 of 7 files'

for seed in 1 2 3; do
    for arm in adam sgd; do
        mkdir -p "runs/$arm/run-2024010$((seed % 2))_12000$seed-abcd${seed}fgh"
        for step in 1 2 3 4 5; do
            echo "{\"step\": $step, \"val_loss\": 0.$seed$step, \"eval/acc\": 0.$step$seed}"
        done >"runs/$arm/run-2024010$((seed % 2))_12000$seed-abcd${seed}fgh/history.jsonl"
        for env in hopper ant; do log "rl/$arm/$env-v3/${arm}_$env-v3_$seed/progress.csv" "$seed" ep_rew_mean train/loss; done
        log "lr/lr_0.$seed/seed_1.csv" "$seed" val_loss
        log "lr/lr_0.$seed/seed_2.csv" "1$seed" val_loss
    done
done
ok 'runs named by time and a random id' guessed runs 2 6
ok 'their pattern' has 'discover: "runs/{arm}/run-{run}/"'
ok 'a path that says the same thing twice' guessed rl 4 12
ok 'the second time is a star' has 'discover: "rl/{arm}/{group}-v3/*_*-v3_{run}/"'
ok 'arms that are numbers' guessed lr 3 6
ok 'keep the word before the number' has 'discover: "lr/{arm}/seed_{run}.csv"'

for arm in bert roberta; do
    for seed in 1 2 3; do
        for step in 30 60 90; do
            mkdir -p "hf/$arm/seed-$seed/checkpoint-$step"
            awk -v last="$step" -v seed="$seed" 'BEGIN {
                srand(seed); printf "{\"log_history\": ["
                for (s = 10; s <= last; s += 10)
                    printf "%s{\"step\": %d, \"eval_loss\": %f, \"eval_accuracy\": %f}", (s > 10 ? ", " : ""), s, rand(), rand()
                print "], \"global_step\": " last "}"
            }' >"hf/$arm/seed-$seed/checkpoint-$step/trainer_state.json"
        done
    done
done
ok 'checkpoints are no runs' guessed hf 2 6
ok 'their folders belong to one run' has 'discover: "hf/{arm}/seed-{run}/"'

mkdir 'odd names'
for seed in 1 2 3; do
    for arm in 'a "b"' 'c: [d]' 'é*'; do log "odd names/$arm/s $seed.csv" "$seed" 'val loss' test_acc; done
done
ok 'names that YAML or patterns would take for something else' guessed 'odd names' 3 9

mkdir wide
for arm in sac td3; do
    awk 'BEGIN { print "step,rew,rew:seed_0_a1,rew:seed_1_a2,rew:seed_2_a3"
        for (i = 1; i < 9; i++) print i "," i "," i + 1 / i "," i + 2 / (i + 1) "," i * 1.1 }' >"wide/$arm.csv"
done
ok 'columns that are runs' guessed wide 2 6
ok 'the pattern of columns' has 'runs: "rew:seed_{run}_a*", metric: rew'

awk 'BEGIN { srand(2); print "seed,optimizer,epoch,train_loss,val_loss,val_acc"
    for (s = 1; s <= 4; s++) for (a = 0; a < 2; a++) for (e = 1; e <= 6; e++)
        print s "," (a ? "adam" : "sgd") "," e "," rand() "," 1 / e + rand() "," e / 10 + rand() / 5 }' >long.csv
ok 'a table with a row an epoch' guessed long.csv 2 8
ok 'says which column orders the rows' has 'table: {file: long.csv, arm: optimizer, run: seed, epoch: epoch}'

awk 'BEGIN { srand(1); print "model,dataset,seed,val_loss_e1,test_acc"
    for (i = 0; i < 24; i++) print "m" i % 2 ",d," int(i / 2) "," rand() "," rand() }' >table.csv
ok 'one table' guessed table.csv 2 24
ok 'its columns' has 'table: {file: table.csv, arm: model, group: dataset, run: seed}'

# ---- writing ----

ok 'an existing file is not overwritten' fails_with 3 "$LOGVAR" init folders -o study.yaml
ok 'and it is said' says 'study.yaml.*exists already'
ok 'but what it holds is kept' has 'table: {file: table.csv'
ok 'a folder that is not there cannot be written to' fails_with 3 "$LOGVAR" init folders -o none/study.yaml
ok 'without a file it goes to standard output' fails_with 0 "$LOGVAR" init folders
ok 'which is the manifest' says '^logvar: 1$'
mkdir elsewhere
ok 'paths are relative to the file' "$LOGVAR" init folders -o elsewhere/s.yaml
ok 'and found from there' "$LOGVAR" check elsewhere/s.yaml
ok 'a folder that is not there' fails_with 1 "$LOGVAR" init nowhere
ok 'is named' says '^nowhere: error'
mkdir empty && ok 'an empty folder' fails_with 1 "$LOGVAR" init empty
mkdir alone && cp one/seed1.csv alone/log.csv
ok 'a single run is no study' fails_with 1 "$LOGVAR" init alone
ok 'and it is said why' says 'no logs of repeated runs'
ok 'no folder is a fault of usage' fails_with 2 "$LOGVAR" init
mkdir pipes && mkfifo pipes/run1.csv pipes/run2.csv
ok 'named pipes are not opened' fails_with 1 timeout 10 "$LOGVAR" init pipes
mkdir noise && for i in 1 2 3; do head -c 3000 /dev/urandom >noise/run$i.log; done
ok 'noise is not a log' fails_with 1 timeout 10 "$LOGVAR" init noise

# ---- real logs ----

# real NAME ARMS RUNS
real() {
    if [ -d "${LOGVAR_SHARED:-}/real/$1" ]; then
        ok "$1" guessed "$LOGVAR_SHARED/real/$1" "$2" "$3"
    else
        skip "$1" 'no real logs here'
        return 1
    fi
}

# gives ADJUSTER ARM VR
gives() {
    report study.yaml --folds loo --only arms && near "$3" "$(figure "$2" "$1")" 1e-6
}

if real bert-finetune-50seeds 12 594; then
    ok 'RTE, adjusted, leave one out' gives fixed RTE/not_debiased 0.115537
    ok 'RTE, the second arm' gives fixed RTE/standard_debiased 0.148240
    ok 'data sets are the groups' has 'bert_output/{arm}/{group}/SEED{run}/'
    ok 'its outcome stands in another file' has 'file: test_last_log.txt'
fi
if real modded-nanogpt 2 78; then
    ok 'ValueEmbed, leave one out' gives fixed 2024-12-04_ValueEmbed 0.770905
    ok 'MFUTweaks, leave one out' gives fixed 2024-12-10_MFUTweaks 0.449634
    ok 'lower is better' has 'better: lower'
fi
if real mlperf-unet3d 1 36; then
    ok 'the outcome is when the target was reached' has 'at: reach(0.908)'
fi
if real mini 9 450; then
    ok 'two logs, one with a prefix' has 'run_{run}_steps.csv", prefix: steps_'
fi
if real tianshou-mujoco-10seeds 54 540; then
    ok 'seeds are the runs' has 'runs: "rew:seed_{run}_*"'
    ok 'environments are the groups' has 'benchmark/{group}/{arm}/test_rew_10seeds.csv'
fi
real samples 3 9 || true
tap_done
