#!/usr/bin/env python3
"""Reference values of tests/unit/check_more.c, by ways of their own: exhaustive search over numbers of
runs, Student's and chi-square quantiles by integrating the densities and halving, Lambert's function
by halving. Needs nothing but Python."""
from math import exp, lgamma, log, pi, sqrt
from statistics import NormalDist


def integral(f, a, b, n=4000):
    h = (b - a) / n
    return h / 3 * (f(a) + f(b) + sum((4 if i % 2 else 2) * f(a + i * h) for i in range(1, n)))


def halve(f, low, high):
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (middle, high) if f(middle) < 0 else (low, middle)
    return (low + high) / 2


def t_quantile(p, df):
    c = exp(lgamma((df + 1) / 2) - lgamma(df / 2)) / sqrt(df * pi)
    return halve(lambda t: 0.5 + integral(lambda x: c * (1 + x * x / df) ** (-(df + 1) / 2), 0, t, 400) - p, 0, 50)


def chi2_quantile(p, df):
    """The quantile with probability p above it."""
    c = -lgamma(df / 2) - df / 2 * log(2)
    density = lambda x: exp(c + (df / 2 - 1) * log(x) - x / 2) if x > 0 else 0.0
    return halve(lambda x: integral(density, 0, x) - (1 - p), 0, 20 * df)


def welch(va, na, vb, nb):
    a, b = va / na, vb / nb
    return sqrt(a + b), (a + b) ** 2 / (a * a / (na - 1) + b * b / (nb - 1))


def search(va, na, vb, nb, fine):
    """The least total, and of the allocations of that total the one with the least error."""
    total = na + nb
    while True:
        found = [(welch(va, a, vb, total - a)[0], a) for a in range(na, total - nb + 1)]
        se, a = min(found)
        if fine(va, a, vb, total - a):
            return a - na, total - a - nb
        total += 1


def for_half_width(va, na, vb, nb, half_width, level):
    def fine(va, a, vb, b):
        se, df = welch(va, a, vb, b)
        return t_quantile(0.5 + level / 2, df) * se <= half_width
    return search(va, na, vb, nb, fine)


def for_power(va, na, vb, nb, difference, level, power):
    z = NormalDist().inv_cdf(0.5 + level / 2) + NormalDist().inv_cdf(power)
    return search(va, na, vb, nb, lambda va, a, vb, b: z * welch(va, a, vb, b)[0] <= difference)


def rho2(t, level):
    """Minimises the width at t directly, with no Lambert function: golden section over log rho^2."""
    f = lambda r: half_width(1, t, exp(r), level)
    low, high, g = -30.0, 10.0, (sqrt(5) - 1) / 2
    for _ in range(200):
        a, b = high - g * (high - low), low + g * (high - low)
        low, high = (low, b) if f(a) < f(b) else (a, high)
    return exp((low + high) / 2)


def half_width(se, t, rho2, level):
    s = se * sqrt(t)  # of one run
    return s * sqrt(2 * (t * rho2 + 1) / (t * t * rho2) * log(sqrt(t * rho2 + 1) / (1 - level)))


for case in [(1, 10, 4, 12, 0.8), (0.25, 50, 0.36, 50, 0.15), (1, 5, 1e-4, 5, 0.5), (2, 30, 2, 8, 0.9)]:
    print("half-width", case, for_half_width(*case, 0.95))
for case in [(1, 10, 4, 12, 1.0), (0.25, 50, 0.36, 50, 0.2), (2, 30, 2, 8, 0.9)]:
    print("power", case, for_power(*case, 0.95, 0.8))
for case in [(1, 10, 4, 12), (0.25, 50, 0.36, 50)]:
    se, df = welch(*case)
    print("factor", case, *("%.9g" % (df / chi2_quantile(p, df)) for p in (0.1, 0.9)))
for t, level in [(100, 0.95), (24, 0.9)]:
    print("sequence", t, level, "%.6g" % rho2(t, level), "%.9g" % half_width(0.3, t, 0.08, level),
          "%.9g" % half_width(0.3, 4 * t, 0.08, level))
