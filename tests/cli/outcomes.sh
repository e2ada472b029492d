#!/bin/sh
# An arm's outcome is its own: direction, scale and unit hold in every output, and arms whose outcomes
# differ are not compared.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"
. "$LOGVAR_SRCDIR/tests/cli/lib.sh"
cd "$tap_folder" || exit 99

# runs FOLDER METRIC LEVEL: four runs of four epochs that end at LEVEL + 0, 0.25, 0.5, 0.75 of 1/8
runs() {
    mkdir -p "$1"
    for run in 0 1 2 3; do
        awk -v metric="$2" -v level="$3" -v run="$run" 'BEGIN {
            print "epoch,val_loss," metric
            for (e = 1; e <= 4; e++)
                printf "%d,%.4f,%.5f\n", e, 1 / e + run * run * e / 50, level + run / 32 + (4 - e) / 8
        }' >"$1/seed_$run.csv"
    done
}

make_study() {
    runs x/img/a test_acc 0.5 && runs x/img/b test_acc 0.75
    runs x/lm/a test_loss 2 && runs x/lm/b test_loss 3
    cat >m.yaml <<'YAML'
logvar: 1
outcome: {metric: test_acc, better: higher, scale: 100, unit: pp}
primary: val_loss@1/3
discover: "x/{group}/{arm}/seed_{run}.csv"
arms:
  - {group: lm, outcome: {metric: test_loss, better: lower, scale: 1, unit: nats}}
YAML
    # The same with both data sets in one group.
    cat >one.yaml <<'YAML'
logvar: 1
outcome: {metric: test_acc, better: higher, scale: 100, unit: pp}
primary: val_loss@1/3
arms:
  - {name: img, runs: x/img/a/*.csv}
  - {name: img2, runs: x/img/b/*.csv}
  - {name: lm, runs: x/lm/a/*.csv, outcome: {metric: test_loss, better: lower, scale: 1, unit: nats}}
YAML
}

in_reports() {
    for format in text markdown html latex; do
        fails_with 0 "$LOGVAR" report --only pairs,variability --splits 10 --adjusters fixed \
            --format "$format" m.yaml &&
            says 'a is better than b by 1\.0000 nats' && says 'a is worse than b by 25\.00 pp' &&
            says '2\.0469 nats' && says '54\.69 pp' && says 'at last, lower is better' ||
            return 1
    done
}

in_check() {
    fails_with 0 "$LOGVAR" check m.yaml && says 'test_loss at last, lower is better, in nats: lm/a' &&
        says '^  lm/a  *4  *0  *2\.0469' && says '^  img/a  *4  *0  *54\.6875'
}

in_json() {
    report --only pairs,arms --splits 10 --adjusters fixed m.yaml &&
        python3 - "$tap_folder/report.json" <<'PYTHON'
import json, sys
report = json.load(open(sys.argv[1]))
assert [report["study"][key] for key in ("outcome", "better", "scale", "unit")] == [None] * 4
outcomes = {f'{arm["group"]}/{arm["name"]}': arm["outcome"] for arm in report["arms"]}
assert outcomes["lm/b"] == {"text": "test_loss at last", "metric": "test_loss", "better": "lower",
                            "scale": 1, "unit": "nats"}, outcomes
assert outcomes["img/a"]["unit"] == "pp" and outcomes["img/a"]["scale"] == 100
sentences = {pair["group"]: pair["sentence"] for pair in report["pairs"]}
assert "a is better than b by 1.0000 nats" in sentences["lm"], sentences
PYTHON
}

on_screen() {
    printf 'size 30 130\n2\nwait\nsave %s\n' "$tap_folder/screen.txt" >keys
    "$LOGVAR" --keys keys m.yaml >screen.txt 2>&1
    grep -q 'lm: a - b.*-1\.000 nats' screen.txt && grep -q 'img: a - b.*-25\.0 pp' screen.txt || {
        cat screen.txt
        return 1
    }
}

not_compared() {
    report --only pairs --splits 10 --adjusters fixed one.yaml &&
        grep -q "arms 'img' and 'lm' are of one group and are not compared" "$tap_folder/err" &&
        [ "$(grep -c '"difference"' "$tap_folder/report.json")" -gt 0 ] &&
        ! grep -q '"b": "lm"' "$tap_folder/report.json" && grep -q '"b": "img2"' "$tap_folder/report.json"
}

goal_needs_one_unit() {
    fails_with 2 "$LOGVAR" report --only more --half-width 1 m.yaml && says 'different units' &&
        fails_with 0 "$LOGVAR" report --only more --half-width 0.01 --splits 5 --arms 'lm/*' m.yaml &&
        says 'For a half-width of 0\.0100 nats'
}

guessed() {
    "$LOGVAR" init x -o guessed.yaml 2>err && fails_with 0 "$LOGVAR" check guessed.yaml &&
        says 'test_loss at last, lower is better: lm/a' && says '^  lm/a  *4  *0  *2\.0469'
}

many_arms() {
    i=0
    echo 'arm,run,y,x' >many.csv
    while [ $i -lt 30 ]; do
        i=$((i + 1))
        printf 'a%d,1,%d,1\na%d,2,%d,2\na%d,3,%d,1.5\n' $i $i $i $((i + 2)) $i $((i + 1)) >>many.csv
    done
    printf '%s\n' 'logvar: 1' 'table: {file: many.csv, arm: arm, run: run}' \
        'outcome: {metric: y, better: higher}' 'primary: x' >many.yaml
    fails_with 1 "$LOGVAR" report many.yaml && says '30 arms without groups make 435 pairs' &&
        fails_with 0 "$LOGVAR" report --only arms --splits 2 many.yaml &&
        fails_with 0 "$LOGVAR" report --arms a1,a2 --only pairs --splits 2 many.yaml &&
        says 'a1 and a2 are not distinguishable'
}

make_study
ok "in every report" in_reports
ok "in check" in_check
ok "in JSON, arm by arm" in_json
ok "on the screen" on_screen
ok "arms whose outcomes differ are not compared" not_compared
ok "a goal is in the units of one outcome" goal_needs_one_unit
ok "init writes all of an outcome where it differs" guessed
ok "many arms without groups ask for groups" many_arms
tap_done
