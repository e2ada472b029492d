# shellcheck shell=sh
# What the tests of logvar init share; source it after tap.sh, in the folder of the test.

# log FILE SEED COLUMNS...: a CSV log of six epochs with made-up numbers
log() {
    log_file=$1 log_seed=$2
    shift 2
    mkdir -p "$(dirname "$log_file")"
    awk -v seed="$log_seed" -v columns="$*" 'BEGIN {
        srand(seed); n = split(columns, names, " ")
        line = "epoch"; for (i = 1; i <= n; i++) line = line "," names[i]
        print line
        for (e = 1; e <= 6; e++) {
            line = e; for (i = 1; i <= n; i++) line = line "," (e / 10 + rand() / 5)
            print line
        }
    }' >"$log_file"
}

# guessed FOLDER ARMS RUNS: init writes a manifest that check accepts, with so many arms and runs
guessed() {
    "$LOGVAR" init "$1" -o study.yaml --force 2>notes || { cat notes; return 1; }
    "$LOGVAR" check study.yaml >checked 2>&1 || { cat study.yaml checked; return 1; }
    grep -q "found *$2 arms\{0,1\}, $3 usable runs" checked || { cat study.yaml checked; return 1; }
}

has() {
    grep -qF -- "$1" study.yaml || { echo "no line with: $1"; cat study.yaml; return 1; }
}

has_not() {
    ! grep -qF -- "$1" study.yaml || { echo "a line with: $1"; cat study.yaml; return 1; }
}
