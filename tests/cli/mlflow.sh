#!/bin/sh
# MLflow's database as a tracking server leaves it or still writes it: each way of SQLite to keep what is
# not yet in the file, folders that cannot be written to, programs that hold locks.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"

cd "$tap_folder" || exit 99
python=$(command -v /usr/bin/python3 || command -v python3)
database() { "$python" "$LOGVAR_SRCDIR/tests/lib/mlflow_db.py" "$@"; }

if ! "$python" -c 'import sqlite3' 2>/dev/null; then
    skip 'databases of MLflow' 'no python3 with sqlite3'
    tap_done
    exit 0
fi
# study FOLDER: a manifest next to the folder, for what lies in it
study() {
    cat >"$1.yaml" <<EOF
logvar: 1
outcome: {metric: test_acc, better: higher}
mlflow: {file: $1/mlflow.db, run: param seed}
EOF
}

mkdir probe && study probe && database make probe/mlflow.db
"$LOGVAR" check probe.yaml 2>&1 | grep -q 'built without SQLite' && {
    skip 'databases of MLflow' 'logvar is built without SQLite'
    tap_done
    exit 0
}

# as_reader COMMAND...: as somebody who may write nowhere here
as_reader() {
    if [ "$(id -u)" = 0 ]; then
        setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
    else
        "$@"
    fi
}

# The index of the WAL (-shm) is where SQLite's programs tell each other who reads what; not compared.
state() { ls -l "$1" && cat "$1"/mlflow.db && { [ ! -e "$1"/mlflow.db-wal ] || cat "$1"/mlflow.db-wal; }; }

# reads FOLDER RUNS [PREFIX]: that many runs of the arm baseline, of which the first has the value that
# mlflow_db.py gives it; nothing is changed in the folder
reads() {
    state "$1" >before
    ${3:-} "$LOGVAR" candidates "$1.yaml" >found 2>said || { cat said; return 1; }
    state "$1" >after
    [ "$(grep -c '^baseline,' found)" = "$2" ] || { cat found said; return 1; }
    grep -q '^baseline,,1,87.91346153846153,5.25,4.625,3.875,3.95,' found || { cat found; return 1; }
    cmp before after || { ls -l "$1"; return 1; }
}

# reads_only FOLDER RUNS: the same from a folder that cannot be written to
reads_only() {
    chmod a-w "$1" "$1"/*
    reads "$1" "$2" as_reader
    reads_status=$?
    chmod u+w "$1" "$1"/*
    return $reads_status
}

# fails_soon PATTERN: candidates of hold.yaml fails, says so and does not wait for ever
fails_soon() {
    timeout 20 "$LOGVAR" candidates hold.yaml >found 2>said
    [ $? = 1 ] || { echo "not status 1"; cat said; return 1; }
    grep -q -- "$1" said || { cat said; return 1; }
}

await() {
    await_tries=0
    while [ ! -e "$1" ]; do
        await_tries=$((await_tries + 1))
        [ $await_tries -lt 1500 ] || { echo "no $1"; return 1; }
        sleep 0.02
    done
    rm "$1"
}

chmod 755 "$tap_folder"
for folder in plain wal crash copy serve hold; do mkdir $folder; study $folder; done
database make plain/mlflow.db
database make wal/mlflow.db wal
database crash crash/mlflow.db
cp crash/mlflow.db crash/mlflow.db-wal copy

ok 'a rollback journal' reads plain 4
ok 'WAL mode, closed' reads wal 4
ok 'WAL mode, the last commits next to the file' reads crash 4
ok 'a copy of file and WAL, without their index' reads copy 4
ok 'the copy held nothing in the file itself' [ "$(wc -c <copy/mlflow.db)" -lt "$(wc -c <copy/mlflow.db-wal)" ]
mkdir 'odd ?#%20' && cp wal/mlflow.db 'odd ?#%20' && study 'odd ?#%20'
ok 'a folder whose name means something in a URI' reads 'odd ?#%20' 4
mkdir linked && ln -s ../crash/mlflow.db linked/mlflow.db && study linked
ok 'a link to a file with its WAL' reads linked 4

if as_reader "$LOGVAR" --version >/dev/null 2>&1; then
    for folder in plain wal crash copy; do
        ok "$folder, in a folder that cannot be written to" reads_only $folder 4
    done
else
    skip 'folders that cannot be written to' 'another user cannot run logvar here'
fi

# ---- a server that writes ----
database serve serve/mlflow.db go &
server=$!
await go.done
ok 'a server is running' reads serve 4
: >go.next
ok 'it logs a run' await go.done
ok 'which is seen at once' reads serve 5
if as_reader "$LOGVAR" --version >/dev/null 2>&1; then
    ok 'also by somebody who may not write' reads_only serve 5
else
    skip 'also by somebody who may not write' 'another user cannot run logvar here'
fi
ok 'though it stands next to the file' grep -q '' serve/mlflow.db-wal
: >go.stop
wait $server
rm go.stop
ok 'the server closed the file as it should' [ ! -e serve/mlflow.db-wal ]
ok 'and all runs are there' reads serve 5

# ---- locks ----
database make hold/mlflow.db
database hold hold/mlflow.db go &
holder=$!
await go.done
ok 'a lock is told' fails_soon 'hold/mlflow.db: error: cannot be read: database is locked (another program writes'
: >go.stop
wait $holder
ok 'and is gone with its program' reads hold 4
tap_done
