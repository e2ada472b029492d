#!/usr/bin/env python3
"""Average on the bundled study against valid.py, on the same splits: every arm becomes a table with its
folds, REPEATS times, and both say the variance reduction. Usage: average_study.py LOGVAR STUDY [REPEATS].
Needs numpy and scipy; too slow for make check, where average.sh compares two small arms."""
import csv
import io
import json
import os
import subprocess
import sys
import tempfile

import numpy as np

import valid

DECLARED = "val_loss@1/3"


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def candidates(logvar, study, arm, *more):
    rows = list(csv.reader(io.StringIO(run(logvar, "candidates", study, "--arms", arm, *more))))
    return rows[0][4:], rows[1:]


def read_arm(logvar, study, arm):
    label = f"{arm['group']}/{arm['name']}"
    names, rows = candidates(logvar, study, label)
    families = np.zeros(len(names), int)
    for k, family in enumerate(arm["families"]):
        if family["candidates"]:
            for name in candidates(logvar, study, label, "--families", family["name"])[0]:
                families[names.index(name)] = k
    X = np.array([[float(v) for v in row[4:]] for row in rows])
    y = np.array([float(row[3]) for row in rows])
    return label, names, families, X, y


def by_logvar(logvar, folder, X, y, families, folds, declared):
    columns = [f"f{f}:{j}" for j, f in enumerate(families)]
    with open(os.path.join(folder, "table.csv"), "w", encoding="utf-8") as file:
        file.write("run,fold,y," + ",".join(columns) + "\n")
        for i, x in enumerate(X):
            file.write(f"{i},{folds[i]},{float(y[i])!r}," + ",".join(repr(float(v)) for v in x) + "\n")
    study = os.path.join(folder, "study.yaml")
    with open(study, "w", encoding="utf-8") as file:
        file.write("logvar: 1\ntitle: one split\ntable: {file: table.csv, run: run, fold: fold}\n"
                   f'outcome: {{metric: y, better: higher}}\nprimary: "{columns[declared]}"\nfamilies:\n')
        file.writelines(f'  g{f}: ["f{f}:*"]\n' for f in sorted(set(families)))
    report = json.loads(run(logvar, "report", study, "--only", "arms", "--adjusters", "average",
                            "--format", "json"))
    return report["arms"][0]["adjusters"][0]["vr"]["mean"]


def main(logvar, study, repeats):
    rng = np.random.default_rng(7)
    arms = json.loads(run(logvar, "report", study, "--only", "arms", "--format", "json", "--splits", "1",
                          "--adjusters", "fixed"))["arms"]
    for arm in arms:
        label, names, families, X, y = read_arm(logvar, study, arm)
        declared, pairs = names.index(DECLARED), []
        for _ in range(repeats):
            folds = rng.permutation(np.arange(len(y)) % 5)
            adjusted = valid.adjusted(X, y, folds, lambda Z, v: valid.fit_average(Z, v, families, declared))
            with tempfile.TemporaryDirectory() as folder:
                pairs.append((1 - adjusted.var(ddof=1) / y.var(ddof=1),
                              by_logvar(logvar, folder, X, y, families, folds, declared)))
        pairs = np.array(pairs)
        print(f"{label:15s} valid.py {100 * pairs[:, 0].mean():+7.3f} %  logvar {100 * pairs[:, 1].mean():+7.3f} %"
              f"  largest difference {np.abs(pairs[:, 0] - pairs[:, 1]).max():.0e}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 2)
