#!/usr/bin/env python3
"""Candidates of a few real runs, computed apart from logvar, straight from the method's definitions.

Standard library only. Writes arm,run,candidate,value for two runs each of four arms:
    tests/ref/study_candidates.py SHARED/real > tests/ref/study_candidates.csv
"""
import csv
import statistics
import sys

PREFIXES = [10, 50, 100, 200, 500, 1000]
GRID = 100


def series(path, axis, prefix=""):
    found = {}
    with open(path) as f:
        reader = csv.reader(f)
        names = next(reader)
        for cells in reader:
            row = {k: float(v) for k, v in zip(names, cells) if k and v.strip()}
            for name, value in row.items():
                if name != axis:
                    found.setdefault(prefix + name, []).append((row[axis], value))
    return found


def summaries(name, values, prefixes):
    for n in [p for p in prefixes if p < len(values)] + [len(values)]:
        x = values[:n]
        inside = name if n == len(values) else f"{name},1:{n}"
        yield f"mean({inside})", statistics.fmean(x)
        yield f"sd({inside})", statistics.stdev(x)
        yield f"min({inside})", min(x)
        yield f"max({inside})", max(x)
        yield f"slope({inside})", statistics.linear_regression(range(n), x).slope
        yield f"first({inside})", x[0]
        yield f"last({inside})", x[-1]
        yield f"change({inside})", x[-1] - x[0]


def candidates(logged, letter, end):
    for name, points in logged.items():
        points = [p for p in points if p[0] <= end]
        n = len(points)
        grid = points if n <= GRID else [points[k * n // GRID - 1] for k in range(1, GRID + 1)]
        for position, value in grid:
            yield f"{name}@{letter}{position:g}", value
        yield f"{name}@1/3", points[-1][1]
        if not name.startswith("val_"):
            yield from summaries(name, [v for _, v in points], PREFIXES if letter == "s" else [])


def main():
    real = sys.argv[1]
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["arm", "run", "candidate", "value"])
    # Left out: what logvar drops because all or most runs of the arm agree (read off its check).
    dropped = ("learning_rate", "best_", "lr@", "(lr")
    for arm in ("not_debiased", "reinit_debiased"):
        for run in ("0", "37"):
            logged = series(f"{real}/bert-finetune-50seeds/bert_output/{arm}/RTE/SEED{run}/raw_log.txt",
                            "step")
            for name, value in candidates(logged, "s", 234 / 3):
                if not any(d in name for d in dropped):
                    out.writerow([arm, run, name, repr(value)])
    for run in ("01", "31"):
        folder = f"{real}/mini/fashion_conv/run_{run}"
        epochs = {k: v for k, v in series(folder + ".csv", "epoch").items()
                  if not k.startswith("test_")}
        steps = series(folder + "_steps.csv", "step", "batch_")
        for name, value in [*candidates(epochs, "e", 24 / 3), *candidates(steps, "s", 300 / 3)]:
            if not any(d in name for d in dropped):
                out.writerow(["fashion/conv", run, name, repr(value)])


main()
