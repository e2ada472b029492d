#!/bin/sh
# A folder wandb/ as the client of Weights & Biases leaves it opens with init, unedited.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"
cd "$tap_folder" || exit 99
. "$LOGVAR_SRCDIR/tests/cli/init_lib.sh"
python=$(command -v /usr/bin/python3 || command -v python3)

if [ -z "$python" ]; then
    skip 'files of Weights & Biases' 'no python3'
    tap_done
    exit 0
fi
"$python" "$LOGVAR_SRCDIR/tests/lib/wandb_tree.py" w/wandb

# Two optimisers of eight runs; in each one crashed and one was killed.
arms_by_config() {
    guessed w/wandb 2 12 && has 'name: adam' && has 'name: sgd' && has 'metric: test_acc' &&
        has 'logs: [run-*.wandb]' && has_not output.log
}
ok 'arms are named by the config keys that differ, offline runs among them' arms_by_config

crashed() {
    grep -q 'failed: exit code 1, 1 run' checked && grep -q 'no value of the outcome test_acc, 1 run' checked
}
ok 'crashed and killed runs are left out by name' crashed

# The mean of adam's six finished runs, from the summaries by the same generator.
mean_is_right() {
    "$python" - "$LOGVAR_SRCDIR/tests/lib" >wanted <<'EOF'
import random, sys
sys.path.insert(0, sys.argv[1])
import wandb_tree
finals = []
class Keep(wandb_tree.Writer):
    def summary(self, **values):
        finals.append(values["test_acc"])
wandb_tree.Writer = Keep
for seed in range(6):
    wandb_tree.run_file("adam", seed)
print("%.2f" % (100 * sum(finals) / len(finals)))
EOF
    grep -q "adam *6 *2 *$(cat wanted) " checked || { cat wanted checked; return 1; }
}
ok 'the outcome is the one of the summary' mean_is_right
tap_done
