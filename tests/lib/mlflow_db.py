#!/usr/bin/python3
"""Databases as an MLflow tracking server writes them, for tests/cli/mlflow.sh.

make DB [wal]    two experiments, four finished runs each; with wal the database is in WAL mode and
                 closed as it should be
crash DB         the same in WAL mode, but the last commits stand in DB-wal and DB-shm lies next to it
serve DB WAIT    a server in WAL mode that logs a point of a new run whenever WAIT.next appears, says
                 so by WAIT.done, and stops when WAIT.stop appears
hold DB WAIT     a program that keeps a write lock (rollback journal) until WAIT.stop appears
"""
import os
import sqlite3
import sys
import time

# The tables and columns of MLflow 2.x that a tracking server fills for runs.
SCHEMA = """
CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY);
CREATE TABLE experiments (experiment_id INTEGER NOT NULL PRIMARY KEY, name VARCHAR(256) NOT NULL UNIQUE,
    artifact_location VARCHAR(256), lifecycle_stage VARCHAR(32), creation_time BIGINT,
    last_update_time BIGINT, CHECK (lifecycle_stage IN ('active', 'deleted')));
CREATE TABLE experiment_tags (key VARCHAR(250) NOT NULL, value VARCHAR(5000),
    experiment_id INTEGER NOT NULL REFERENCES experiments, PRIMARY KEY (key, experiment_id));
CREATE TABLE runs (run_uuid VARCHAR(32) NOT NULL PRIMARY KEY, name VARCHAR(250), source_type VARCHAR(20),
    source_name VARCHAR(500), entry_point_name VARCHAR(50), user_id VARCHAR(256), status VARCHAR(9),
    start_time BIGINT, end_time BIGINT, source_version VARCHAR(50), lifecycle_stage VARCHAR(20),
    artifact_uri VARCHAR(200), experiment_id INTEGER REFERENCES experiments, deleted_time BIGINT,
    CHECK (lifecycle_stage IN ('active', 'deleted')),
    CHECK (status IN ('SCHEDULED', 'FAILED', 'FINISHED', 'RUNNING', 'KILLED')));
CREATE TABLE metrics (key VARCHAR(250) NOT NULL, value FLOAT NOT NULL, timestamp BIGINT NOT NULL,
    run_uuid VARCHAR(32) NOT NULL REFERENCES runs, step BIGINT DEFAULT '0' NOT NULL,
    is_nan BOOLEAN DEFAULT '0' NOT NULL, PRIMARY KEY (key, timestamp, step, run_uuid, value, is_nan),
    CHECK (is_nan IN (0, 1)));
CREATE TABLE latest_metrics (key VARCHAR(250) NOT NULL, value FLOAT NOT NULL, timestamp BIGINT,
    step BIGINT NOT NULL, is_nan BOOLEAN NOT NULL, run_uuid VARCHAR(32) NOT NULL REFERENCES runs,
    PRIMARY KEY (key, run_uuid), CHECK (is_nan IN (0, 1)));
CREATE TABLE params (key VARCHAR(250) NOT NULL, value VARCHAR(8000) NOT NULL,
    run_uuid VARCHAR(32) NOT NULL REFERENCES runs, PRIMARY KEY (key, run_uuid));
CREATE TABLE tags (key VARCHAR(250) NOT NULL, value VARCHAR(5000),
    run_uuid VARCHAR(32) NOT NULL REFERENCES runs, PRIMARY KEY (key, run_uuid));
"""
START_MS = 1760000000000
STEPS = 12


def connect(path, wal):
    db = sqlite3.connect(path)
    db.execute("PRAGMA page_size = 1024")
    if wal:
        db.execute("PRAGMA journal_mode = WAL")
    return db


def start_run(db, experiment, seed, status):
    uuid = f"{experiment:016x}{seed:016x}"
    start = START_MS + 1000000 * experiment + 10000 * seed
    db.execute("INSERT INTO runs VALUES (?, ?, 'LOCAL', 'train.py', '', 'me', ?, ?, ?, '', 'active', "
               "'mlflow-artifacts:/x', ?, NULL)",
               (uuid, f"seed-{seed}", status, start, start + 9000, experiment))
    db.execute("INSERT INTO params VALUES ('seed', ?, ?)", (str(seed), uuid))
    db.execute("INSERT INTO tags VALUES ('mlflow.runName', ?, ?)", (f"seed-{seed}", uuid))
    return uuid, start


def log(db, uuid, key, value, timestamp, step):
    db.execute("INSERT INTO metrics VALUES (?, ?, ?, ?, ?, 0)", (key, value, timestamp, uuid, step))
    db.execute("INSERT OR REPLACE INTO latest_metrics VALUES (?, ?, ?, ?, 0, ?)",
               (key, value, timestamp, step, uuid))


def value(experiment, seed, step):
    """A loss that falls, from which the accuracy follows; no two runs alike."""
    return 2 * experiment + seed * 0.25 + (seed * 7 + step * 3) % 5 * 0.125 + 6 / (1 + step)


def train(db, experiment, seed):
    uuid, start = start_run(db, experiment, seed, "FINISHED")
    for step in range(1, STEPS + 1):
        log(db, uuid, "val_loss", value(experiment, seed, step), start + 100 * step, step)
    log(db, uuid, "test_acc", 90 + experiment - value(experiment, seed, STEPS), start + 5000, STEPS)


def fill(db):
    db.executescript(SCHEMA)
    for experiment, name in ((1, "baseline"), (2, "wide")):
        db.execute("INSERT INTO experiments VALUES (?, ?, '', 'active', ?, ?)",
                   (experiment, name, START_MS, START_MS))
        for seed in range(1, 5):
            train(db, experiment, seed)
    db.commit()


def wait_for(path):
    while not os.path.exists(path):
        time.sleep(0.02)
    os.unlink(path)


def say(path):
    with open(path, "w"):
        pass


def serve(path, wait):
    db = connect(path, True)
    fill(db)
    say(wait + ".done")
    seed = 5
    while True:
        while not os.path.exists(wait + ".next") and not os.path.exists(wait + ".stop"):
            time.sleep(0.02)
        if os.path.exists(wait + ".stop"):
            break
        os.unlink(wait + ".next")
        train(db, 1, seed)
        db.commit()
        seed += 1
        say(wait + ".done")
    db.close()


def main():
    command, path = sys.argv[1:3]
    if command == "make":
        db = connect(path, sys.argv[3:] == ["wal"])
        fill(db)
        db.close()
    elif command == "crash":
        db = connect(path, True)
        db.executescript("PRAGMA wal_autocheckpoint = 0")
        fill(db)
        os._exit(0)  # nothing is closed, nothing is taken back
    elif command == "serve":
        serve(path, sys.argv[3])
    elif command == "hold":
        db = connect(path, False)
        db.execute("BEGIN EXCLUSIVE")
        say(sys.argv[3] + ".done")
        wait_for(sys.argv[3] + ".stop")
    else:
        sys.exit(__doc__)


main()
