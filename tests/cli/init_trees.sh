#!/bin/sh
# logvar init: trees as tools leave them, each turned into the right study without editing what it
# writes.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"
cd "$tap_folder" || exit 99
. "$LOGVAR_SRCDIR/tests/cli/init_lib.sh"

# arms NAME...: exactly these arms, in any order
arms() {
    awk '/^Arms$/ { on = 1; getline; next } /^$/ { on = 0 } on { print $1 }' checked | sort >names
    printf '%s\n' "$@" | sort | cmp - names || { cat checked; return 1; }
}

# tell FILE LINES...: a file of these lines
tell() {
    tell_file=$1
    shift
    mkdir -p "$(dirname "$tell_file")"
    printf '%s\n' "$@" >"$tell_file"
}

# jsonl FILE SEED, text FILE SEED: the log of one run in other forms
jsonl() {
    log one.csv "$2" train/loss eval/loss eval/accuracy
    mkdir -p "$(dirname "$1")"
    awk -F, 'NR > 1 { printf "{\"step\": %d, \"train/loss\": %s, \"eval/loss\": %s, \"eval/accuracy\": %s}\n",
        100 * $1, $2, $3, $4 }' one.csv >"$1"
}

text() {
    log one.csv "$2" train_loss val_loss val_acc
    mkdir -p "$(dirname "$1")"
    awk -F, 'BEGIN { print "srun: job started" } NR > 1 {
        printf "epoch %d/6: train_loss=%s val_loss=%s val_acc=%s time=3.2s\n", $1, $2, $3, $4 }' one.csv >"$1"
}

# ---- what tells arms apart stands in the names ----

n=0
for arm in adam sgd; do
    for seed in 1 2 3 4; do
        n=$((n + 1))
        log "hydra/multirun/2024-05-01/12-30-45/optimizer=$arm,seed=$seed/metrics.csv" $n val_loss val_acc
        jsonl "keys/seed=$seed,lr=0.$seed${arm#???}/metrics.jsonl" $n
        log "lightning/$arm/lightning_logs/version_$seed/metrics.csv" $n val_loss val_acc
        tell "lightning/$arm/lightning_logs/version_$seed/hparams.yaml" "seed: $seed" 'lr: 0.1'
        text "slurm/$arm/slurm-48213$n.out" $n
        log "dates/$arm/2024-03-0${n}_12-3$n-15/log.csv" $n val_loss val_acc
        log "days/2024-03-0$n/$arm/seed$seed/log.csv" $n val_loss val_acc
        jsonl "flat/${arm}_$seed.jsonl" $n
        log "timm/output/train/20240301-12${n}000-$arm-224/summary.csv" $n train_loss eval_loss eval_top1
        for env in HalfCheetah-v4 Walker2d-v4; do
            log "nested/$arm/$env/$seed/progress.csv" $n$seed rollout/ep_rew_mean
        done
    done
done
rm -r keys
for lr in 0.1 0.01; do for seed in 1 2 3; do jsonl "keys/seed=$seed,lr=$lr/metrics.jsonl" "$seed${lr#0.}"; done; done
for seed in 1 2 3 4 5; do
    for arm in baseline ours ours_noaug; do
        log "suffix/${arm}_s$seed/log.csv" "$seed$(printf %s $arm | wc -c)" val_loss val_acc
        tell "suffix/${arm}_s$seed/test.json" "{\"test_acc\": 0.8$seed$(printf %s $arm | wc -c)}"
    done
    text "jobs/slurm-900_$seed.out" $seed
done

ok 'overrides of Hydra as names' guessed hydra 2 8
ok 'the comma ends a value' has 'discover: "hydra/multirun/2024-05-01/12-30-45/optimizer={arm},seed={run}/"'
ok 'seed=1,lr=0.1' guessed keys 2 6
ok 'the seed may come first' arms 0.1 0.01
ok 'Lightning, a folder an arm' guessed lightning 2 8
ok 'its versions are runs' has 'discover: "lightning/{arm}/lightning_logs/version_{run}/"'
ok 'output of jobs, a folder an arm' guessed slurm 2 8
ok 'numbers of jobs are runs' has 'discover: "slurm/{arm}/slurm-{run}.out"'
ok 'an array of jobs' guessed jobs 1 5
ok 'dates and times as runs' guessed dates 2 8
ok 'their arms' arms adam sgd
ok 'a date above arms and seeds' guessed days 2 8
ok 'is passed over' has 'discover: "days/2024-03-*/{arm}/seed{run}/"'
ok 'all in the names of files' guessed flat 2 8
ok 'timm, arms among time stamps' guessed timm 2 8
ok 'their names' arms adam sgd
ok 'arm, environment, seed' guessed nested 4 16
ok 'the environment is the group' has 'discover: "nested/{arm}/{group}-v4/{run}/"'
ok 'a seed behind names of several words' guessed suffix 3 15
ok 'the names are whole' arms baseline ours ours_noaug
ok 'and one pattern finds them' has 'discover: "suffix/{arm}_s{run}/"'
ok 'the test result next to the log is the outcome' has 'file: test.json'

# ---- what tells arms apart stands next to the logs ----

n=0
for seed in 1 2 3; do
    for arm in adam sgd; do
        job=multirun/$((n % 2))/2024-05-01/12-30-4$((n % 2))
        log "$job/$n/metrics.csv" $n val_loss val_acc
        tell "$job/$n/.hydra/overrides.yaml" "- optimizer=$arm" "- ++seed=$seed"
        tell "$job/$n/.hydra/config.yaml" "optimizer: $arm" "seed: $seed" "lr: 0.1"
        log "versions/lightning_logs/version_$n/metrics.csv" $n val_loss val_acc
        tell "versions/lightning_logs/version_$n/hparams.yaml" 'lr: 0.1' "model: org/$arm" "seed: $seed" \
            "model_name: $arm" "log_dir: x/$n" 'layers:' '- 1'
        mkdir -p "offline/wandb/offline-run-2024030${seed}_12000$n-ab3c${n}e5f/files"
        jsonl "offline/wandb/offline-run-2024030${seed}_12000$n-ab3c${n}e5f/files/wandb-history.jsonl" $n
        tell "offline/wandb/offline-run-2024030${seed}_12000$n-ab3c${n}e5f/files/config.yaml" \
            'optimizer:' '  desc: null' "  value: $arm" 'seed:' '  desc: null' "  value: $seed" \
            'width:' '  desc: null' "  value: $((64 * (1 + n % 2)))"
        log "alike/run_$n/log.csv" $n val_loss val_acc
        tell "alike/run_$n/config.json" "{\"seed\": $n, \"lr\": 0.1$n, \"model\": {\"name\": \"mlp\", \"depth\": 3}}"
        for env in hopper ant; do
            log "rl/run_$n$env/progress.csv" $n$seed rollout/ep_rew_mean
        done
        n=$((n + 1))
    done
done
rm -r rl
n=0
for seed in 1 2 3; do
    for arm in ppo sac; do
        for env in Hopper-v4 Ant-v4; do
            log "rl/run_$n/progress.csv" $n rollout/ep_rew_mean
            tell "rl/run_$n/config.json" "{\"seed\": $seed, \"algorithm\": \"$arm\", \"env\": {\"env_id\": \"$env\"}, \"lr\": 0.1}"
            n=$((n + 1))
        done
    done
done

ok 'jobs of Hydra by number' guessed multirun 2 6
ok 'their arms are the overrides' arms adam sgd
ok 'whatever the time of the sweep' has 'name: adam'
ok 'it is said that settings made the arms' has '# ? no path tells the arms apart, but optimizer in .hydra/overrides.yaml'
ok 'versions of Lightning' guessed versions 2 6
ok 'a model with a slash in its name' arms org-adam org-sgd
ok 'offline runs of Weights & Biases' guessed offline 2 6
ok 'what goes together is named once' arms adam sgd
ok 'settings in which every run has its own value make no arms' guessed alike 1 6
ok 'an environment among the settings' guessed rl 4 12
ok 'is the group' arms Hopper-v4/ppo Hopper-v4/sac Ant-v4/ppo Ant-v4/sac

# ---- what tools write twice ----

n=0
for arm in adam sgd; do
    for seed in 1 2 3; do
        trial="ray/train_fn_2024-03-01_12-00-00/train_fn_a1b2c_0000${n}_${n}_optimizer=$arm,seed=${seed}_2024-03-01_12-00-0$n"
        log one.csv $n mean_accuracy val_loss
        mkdir -p "$trial"
        awk -F, -v n=$n 'NR == 1 { print "mean_accuracy,val_loss,done,training_iteration,trial_id,date,time_total_s,pid,hostname" }
            NR > 1 { print $2 "," $3 ",False," $1 ",a1b2c,2024-03-01," $1 ",12" n ",host" }' one.csv >"$trial/progress.csv"
        awk -F, -v n=$n 'NR > 1 { printf "{\"mean_accuracy\": %s, \"val_loss\": %s, \"done\": false, \"training_iteration\": %d, \"pid\": 12%d, \"hostname\": \"host\"}\n",
            $2, $3, $1, n }' one.csv >"$trial/result.json"
        tell "$trial/params.json" "{\"optimizer\": \"$arm\", \"seed\": $seed}"
        n=$((n + 1))
    done
done
ok 'trials of Ray Tune' guessed ray 2 6
ok 'the log that says the same is not read' has 'logs: [progress.csv]'
ok 'and it is said' has '# result.json says the same as progress.csv and is not read.'
ok 'numbers of processes are not candidates' has '# In no family, so no candidates: [done, pid]'

mkdir export
awk 'BEGIN {
    srand(5); printf "\"Step\""
    for (s = 0; s < 3; s++) for (a = 0; a < 2; a++) {
        name = (a ? "big" : "base") "-s" s " - val/acc"
        printf ",\"%s\",\"%s__MIN\",\"%s__MAX\"", name, name, name
    }
    print ""
    for (e = 1; e <= 8; e++) {
        printf "\"%d\"", e
        for (i = 0; i < 6; i++) { v = e / 10 + rand() / 10; printf ",\"%s\",\"%s\",\"%s\"", v, v, v }
        print ""
    }
}' >export/wandb_export_2024-03-01T12_00_00.000+01_00.csv
ok 'an export of Weights & Biases' guessed export 2 6
ok 'its columns are runs, of the arms in their names' arms base big
ok 'least and most are none' has 'runs: "base-s{run} - val/acc", metric: val/acc'

# ---- what is not a log ----

mkdir packed && for seed in 1 2 3; do printf '\050\265\057\375\044\011\111' >packed/run_$seed.csv.zst; done
ok 'logs that are compressed otherwise' fails_with 1 "$LOGVAR" init packed
ok 'are named, with what to do' says 'packed/run_1.csv.zst: note: is compressed with Zstandard.*zstd -d.*of 3 files'
mkdir yolo && log yolo/train/results.csv 9 val/loss && for seed in 2 3 4; do log yolo/train$seed/results.csv $seed val/loss; done
ok 'a run without a number' guessed yolo 1 3
ok 'is left out by name' has '1 of 4 files are not logs of repeated runs of these arms, and left out; the first is yolo/train/results.csv'
tap_done
