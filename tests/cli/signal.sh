#!/bin/sh
# report --only signal: when the logs begin to tell, against a second computation.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"
cd "$tap_folder" || exit 99

# 14 runs of 12 epochs: val_loss is noise until epoch 6 and tells the outcome from then on; flat never varies.
awk 'BEGIN {
    srand(5)
    for (r = 1; r <= 14; r++) {
        file = sprintf("a/seed%d.csv", r)
        system("mkdir -p a")
        y = 0.8 + 0.1 * rand()
        print "epoch,val_loss,flat,test_acc" >file
        for (e = 1; e <= 12; e++)
            printf "%d,%.6f,1,%.6f\n", e, (e < 7 ? rand() : 1 - y + 0.01 * rand()), (e < 12 ? rand() : y) >file
        close(file)
    }
}'
cat >study.yaml <<'END'
logvar: 1
outcome: {metric: test_acc, better: higher}
primary: val_loss@1/3
discover: "{arm}/seed{run}.csv"
END

"$LOGVAR" report study.yaml --only signal --format json >signal.json 2>/dev/null

# rho2 EPOCH: the squared correlation of val_loss then with the outcome
rho2() {
    for file in a/*.csv; do
        awk -F, -v e="$1" '$1 == e { x = $2 } $1 == 12 { y = $4 } END { print x, y }' "$file"
    done | awk '{ n++; x[n] = $1; y[n] = $2; sx += $1; sy += $2 }
        END {
            for (i = 1; i <= n; i++) {
                dx = x[i] - sx / n; dy = y[i] - sy / n
                xx += dx * dx; yy += dy * dy; xy += dx * dy
            }
            printf "%.9f\n", xy * xy / (xx * yy)
        }'
}
# of METRIC FIELD: what the report says of a metric
of() {
    tr -d '\n ' <signal.json | sed "s/.*\"metric\":\"$1\"//; s/\"metric\".*//; s/.*\"$2\"://; /^\[/!s/[,}].*//; s/^\[\([^]]*\)\].*/\1/"
}
at_epoch() {
    of val_loss rho2 | cut -d, -f$(($1 * 5)) | awk '{ printf "%.9f\n", $1 }'
}
for epoch in 1 3 7 12; do
    ok "rho^2 at epoch $epoch" [ "$(at_epoch $epoch)" = "$(rho2 $epoch)" ]
done
ok "it tells from epoch 7 on" awk -v at="$(of val_loss above_noise_from)" 'BEGIN { exit !(at >= 6.9 && at < 7.3) }'
ok "and not within the window" awk -v at="$(of val_loss in_window)" -v noise="$(of val_loss noise)" \
    'BEGIN { exit !(at < noise) }'
ok "noise of 14 runs is a third or so" awk -v noise="$(of val_loss noise)" 'BEGIN { exit !(noise > 0.25 && noise < 0.7) }'
ok "what never varies has no figure" [ "$(of flat noise)" = null ]
ok "the outcome is not a candidate" [ "$(of test_acc candidate)" = false ]
ok "it is exploratory" grep -q '"exploratory": true' signal.json
"$LOGVAR" report study.yaml --only signal >text 2>/dev/null
ok "in words" grep -q 'val_loss .*epoch 7 (5[0-9] %)' text
ok "that say so" grep -q 'Exploratory: metrics are seen' text

printf 'arm,run,y,x\na,1,1,3\na,2,2,4\na,3,3,4\n' >small.csv
printf 'logvar: 1\ntable: {file: small.csv, arm: arm, run: run}\noutcome: {metric: y}\nprimary: x\n' >table.yaml
"$LOGVAR" report table.yaml --only signal >text 2>/dev/null
ok "a table has no curves, which is said" grep -q 'a table has no training curves' text
tap_done
