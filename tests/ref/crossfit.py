#!/usr/bin/env python3
"""Reference values of cross-fitted adjustment: crossfit.csv (18 runs, 2 families) and crossfit.json.

Written for checking, not for speed: components from the candidates' covariance, least squares by normal
equations with an explicit intercept, ridge's leave-one-out errors by leaving each run out and solving
again. Needs numpy; run it in this folder. The versions it was run with stand in the output.
"""
import json

import numpy as np

RUNS, FAMILIES = 18, {"validation": 4, "training-loss": 9}
PENALTIES = [float(np.exp(-4 + step / 2)) for step in range(21)]


def study(rng):
    blocks, names = [], []
    for name, size in FAMILIES.items():
        shared = rng.normal(size=(RUNS, 1))
        block = shared * rng.uniform(0.3, 1.5, size=size) + rng.normal(size=(RUNS, size))
        blocks.append(np.round(block * 10.0 ** rng.integers(-2, 3, size=size) + 7, 6))
        names += [f"{name}:{j + 1}" for j in range(size)]
    x = np.hstack(blocks)
    z = (x - x.mean(axis=0)) / x.std(axis=0)
    y = np.round(0.6 + 0.02 * z[:, 1] + 0.015 * z[:, 6] + 0.02 * rng.normal(size=RUNS), 6)
    fold = rng.permutation([i % 4 for i in range(RUNS)])
    return x, y, fold, names


def families():
    first = 0
    for size in FAMILIES.values():
        yield slice(first, first + size)
        first += size


def regress(train, y):
    """Intercept and slopes, residual variance, and the diagonal of the slopes' inverse block."""
    a = np.column_stack([np.ones(len(y)), train])
    inverse = np.linalg.inv(a.T @ a)
    coefficients = inverse @ a.T @ y
    residual = y - a @ coefficients
    return coefficients[1:], residual @ residual / (len(y) - a.shape[1]), np.diag(inverse)[1:]


def plain(train, y):
    return regress(train, y)[0]


def shrunk(train, y):
    slopes, variance, diagonal = regress(train, y)
    return slopes * np.maximum(0, 1 - 2 * diagonal * variance / slopes**2)


def correlation(x, y):
    return np.array([np.corrcoef(column, y)[0, 1] ** 2 for column in x.T])


def components(x, held, k):
    train, out = [], []
    for family in families():
        mean, sd = x[:, family].mean(axis=0), x[:, family].std(axis=0, ddof=1)
        z, z_held = (x[:, family] - mean) / sd, (held[:, family] - mean) / sd
        values, vectors = np.linalg.eigh(z.T @ z)
        leading = vectors[:, np.argsort(values)[::-1][:k]]
        train.append(z @ leading)
        out.append(z_held @ leading)
    return np.hstack(train), np.hstack(out)


def ridge_fit(z, y, penalty):
    """Slopes that minimise squared error + penalty * p * |slopes|^2 on uncentred rows: the intercept is free,
    but z keeps the centring of all training runs."""
    n, p = z.shape
    a = np.column_stack([np.ones(n), z])
    cost = penalty * p * np.eye(p + 1)
    cost[0, 0] = 0
    return np.linalg.solve(a.T @ a + cost, a.T @ y)


def ridge(x, y, held):
    mean, sd = x.mean(axis=0), x.std(axis=0, ddof=1)
    z, z_held = (x - mean) / sd, (held - mean) / sd
    n = len(y)
    guesses = [np.array([np.delete(y, i).mean() for i in range(n)])]
    for penalty in PENALTIES[::-1]:
        fits = [ridge_fit(np.delete(z, i, 0), np.delete(y, i), penalty) for i in range(n)]
        guesses.append(np.array([fit[0] + z[i] @ fit[1:] for i, fit in enumerate(fits)]))
    errors = [np.sum((y - guess) ** 2) for guess in guesses]
    best = int(np.argmin(errors))
    if best == 0:
        return np.zeros(len(held))
    centred, guess = y - y.mean(), guesses[best] - y.mean()
    slope = np.clip(guess @ centred / (guess @ guess), 0, 1)
    return slope * (z_held @ ridge_fit(z, y, PENALTIES[::-1][best - 1])[1:])


def adjust(x, y, fold, how):
    out = y.copy()
    for f in np.unique(fold):
        held = fold == f
        out[held] -= how(x[~held], y[~held], x[held])
    return out


def on(choose, fit=plain):
    def how(x, y, held):
        train, out = choose(x, y, held)
        return (out - train.mean(axis=0)) @ fit(train, y)
    return how


def columns(which):
    return on(lambda x, y, held: (x[:, which], held[:, which]))


def best(x, y, held):
    j = [int(np.argmax(correlation(x, y)))]
    return x[:, j], held[:, j]


def main():
    x, y, fold, names = study(np.random.default_rng(2608))
    with open("crossfit.csv", "w") as table:
        print("run,fold,outcome," + ",".join(names), file=table)
        for i in range(RUNS):
            print(f"r{i + 1}", fold[i], *(repr(float(v)) for v in [y[i], *x[i]]), sep=",", file=table)
    posthoc = [int(np.argmax(correlation(x, y)))]
    adjusters = {"fixed": columns([1]), "fixed-vector": columns([1, 6]), "best": on(best),
                 "posthoc": columns(posthoc), "ridge": ridge}
    for k in (1, 2):
        adjusters[f"pca{k}"] = on(lambda x, y, held, k=k: components(x, held, k))
        adjusters[f"pca{k}-shrunk"] = on(lambda x, y, held, k=k: components(x, held, k), shrunk)
    result = {"numpy": np.__version__}
    for label, folds in (("folds", fold), ("loo", np.arange(RUNS))):
        result[label] = {}
        for name, how in adjusters.items():
            adjusted = adjust(x, y, folds, how)
            vr = 1 - adjusted.var(ddof=1) / y.var(ddof=1)
            result[label][name] = {"vr": float(vr), "adjusted": [float(v) for v in adjusted]}
    with open("crossfit.json", "w") as out:
        json.dump(result, out, indent=1)
        out.write("\n")


main()
