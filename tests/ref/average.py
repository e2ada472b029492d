#!/usr/bin/env python3
"""Reference values of average for finished runs: the arms of twophase.json as a table, average.csv (runs
without an outcome have an empty one), and average.json: adjusted outcomes for the folds of that file and
leave-one-out, their VR, and the weights of the first training fold, all by valid.py, which is the
reference implementation. Needs numpy and scipy; run it in this folder."""
import json

import numpy as np

import valid


def average(Z, v, families):
    return valid.fit_average(Z, v, families, 0)


def weights(X, y, folds, families):
    """Of the training runs outside fold 0: single candidates, nothing, declared, component, family, all."""
    train = folds != 0
    Z = valid.standardise(X, train)[train]
    models = valid.models(Z, y[train] - y[train].mean(), families, 0)
    log = np.array([weight for _, weight, _ in models])
    share = np.exp(log - log.max())
    share /= share.sum()
    names = dict.fromkeys(name for name, _, _ in models)
    return {name: float(sum(s for s, (n, _, _) in zip(share, models) if n == name)) for name in names}


def main():
    with open("twophase.json", encoding="utf-8") as file:
        arms = json.load(file)["arms"]
    out, rows = {}, ["arm,run,fold,y," + ",".join(f"{family}:{j}" for family in "ab" for j in "123")]
    for name, arm in arms.items():
        X, n = np.array(arm["X"]), arm["n"]
        y, families = np.array(arm["y"]), np.array(arm["families"])
        assert list(families) == [0, 0, 0, 1, 1, 1]
        for i, x in enumerate(arm["X"]):
            outcome = arm["y"][i] if i < n else ""
            fold = arm["folds_k4"][i] if i < n else ""
            rows.append(f"{name},{i + 1},{fold},{outcome}," + ",".join(map(repr, x)))
        for plan, folds in (("k4", np.array(arm["folds_k4"])), ("loo", np.arange(n))):
            adjusted = valid.adjusted(X[:n], y, folds, lambda Z, v: average(Z, v, families))
            out[f"{name}_{plan}"] = {
                "vr": 1 - adjusted.var(ddof=1) / y.var(ddof=1), "adjusted": list(adjusted),
                "weights": weights(X[:n], y, folds, families)}
    with open("average.csv", "w", encoding="utf-8") as file:
        file.write("\n".join(rows) + "\n")
    with open("average.json", "w", encoding="utf-8") as file:
        json.dump(out, file, indent=1)
        file.write("\n")


main()
