"""Forges a JSON report: forge.py NAME REPORT OUT; without arguments lists the forgeries, each with a pattern
of what verify must say. Each is something that was believed once, or is of its kind."""
import json
import re
import sys


def everywhere(value, change):
    if isinstance(value, dict):
        change(value)
        for member in value.values():
            everywhere(member, change)
    elif isinstance(value, list):
        for member in value:
            everywhere(member, change)


def unmark(report):
    def change(row):
        if row.get("exploratory") is True:
            row["exploratory"] = False
            row["exploratory_reason"] = None
    everywhere(report, change)


def forget_looks(report):
    unmark(report)
    record = report["record"]
    record["first_look_at_candidates"] = None
    for arm in record["arms"]:
        arm["candidate_looks"] = 0


def registered_before(report):
    report["record"]["registered"] = "2020-01-01T00:00:00.000000Z"
    report["record"]["registered_first"] = True


def flatten(report):
    for i, arm in enumerate(report.pop("arms")):
        for key, value in arm.items():
            report[f"arms[{i}].{key}"] = value


def set_in(report, path, value):
    *keys, last = path
    for key in keys:
        report = report[key]
    report[last] = value


def setter(*path_and_value):
    return lambda report: set_in(report, path_and_value[:-1], path_and_value[-1])


def drop(report, *path):
    *keys, last = path
    for key in keys:
        report = report[key]
    del report[last]


# name: (change of the parsed report, pattern); a change of the text takes and returns text
PARSED = {
    # Those that were believed:
    "marks taken away": (unmark, r"exploratory: the report says false"),
    "looks taken away with their marks": (forget_looks, r"candidate_looks: the report says 0"),
    "arms as keys with points": (flatten, r"\[.arms\[0\].adjusters.\]: the report says"),
    "pairs in the record": (setter("record", "pairs", [{"difference": 1}]), r"record.pairs"),
    "an earlier registration": (registered_before, r"record.registered: the report says 2020"),
    # Others of the kind:
    "an empty section that was not asked for": (setter("null", []), r"^null: the report says a list"),
    "an empty object for a list": (setter("arms", 0, "left_out", {}), r"left_out: the report says an object"),
    "another version": (setter("logvar", "9.9"), r"^logvar: the report says 9.9"),
    "another digest": (setter("study", "sha256", "0" * 64), r"^study.sha256: "),
    "another manifest": (setter("study", "manifest", "better.yaml"), r"^study.manifest: "),
    "another title": (setter("study", "title", "A preregistered study"), r"^study.title: "),
    "no record": (lambda report: drop(report, "record"), r"record: the report says nothing"),
    "another head of the register": (setter("record", "register_head", "0" * 64), r"none of this register"),
    "another head of the ledger": (setter("record", "ledger_head", "1" * 64), r"none of this ledger"),
    "a run left out": (setter("arms", 0, "left_out", [{"run": "101", "reason": "diverged"}]), r"left_out"),
    "fewer runs": (setter("arms", 0, "runs", 11), r"^arms\[0\].runs: "),
    "an empty key": (setter("", 1), r"^\[..\]: the report says 1"),
    "null for a figure": (setter("arms", 0, "mean", None), r"\.mean: the report says null"),
    "a text for a figure": (lambda r: set_in(r, ("arms", 0, "mean"), str(r["arms"][0]["mean"])), r"\.mean: "),
    "another sentence": (setter("pairs", 0, "sentence", "It is better."), r"pairs\[0\].sentence: "),
    "a window of all": (setter("settings", "window", "all of training"), r"^settings.window: "),
    "an arm twice": (lambda r: r["arms"].append(r["arms"][0]), r"arms\[2\]"),
    "work without end": (setter("settings", "splits", 900000000), r"more than 10,000,000|splits"),
}
TEXT = {
    "wrapped under an empty key": (lambda text: '{"": ' + text + "}", r"not a JSON report|no JSON report"),
    "a second pairs": (lambda text: re.sub(r"}\s*$", ', "pairs": {}}', text), r"pairs stands there twice"),
    "a second mean": (lambda text: text.replace('"mean":', '"mean": 1, "mean":', 1), r"mean stands there twice"),
    "an object in two halves": (
        lambda text: text.replace('"study": {', '"study": {"title": "x"}, "study": {', 1), r"stands there twice"),
    "something after the end": (lambda text: text + "{}", r"something follows its end"),
}

if len(sys.argv) == 1:
    for name, (_, pattern) in (PARSED | TEXT).items():
        print(f"{name}\t{pattern}")
    sys.exit()
name, source, target = sys.argv[1:]
text = open(source, encoding="utf-8").read()
if name in PARSED:
    report = json.loads(text)
    PARSED[name][0](report)
    forged = json.dumps(report, indent=1)
else:
    forged = TEXT[name][0](text)
open(target, "w", encoding="utf-8").write(forged)
