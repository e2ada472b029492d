"""pandas.read_csv and json.loads on the files of parse.c, the best of several turns, one thread, by the
processor's time."""
import glob
import json
import os
import sys
import time

N_TURNS = 3


def best(work):
    seconds = []
    for _ in range(N_TURNS):
        start = time.process_time()
        work()
        seconds.append(time.process_time() - start)
    return min(seconds)


def tell(name, files, read):
    mb = sum(map(os.path.getsize, files)) / 1e6
    print(f"{name:34} {mb:6.1f} MB {'':16} {mb / best(lambda: [read(f) for f in files]):6.0f} MB/s")


def read_lines(path):
    with open(path, encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def main(folder):
    csv = sorted(glob.glob(os.path.join(folder, "csv", "*")))
    tell("json.loads, line by line", sorted(glob.glob(os.path.join(folder, "jsonl", "*"))), read_lines)
    try:
        import pandas
    except ImportError:
        sys.exit("pandas is not there (Debian: python3-pandas)")
    tell("pandas.read_csv", csv, pandas.read_csv)
    tell("pandas.read_csv, exact", csv, lambda f: pandas.read_csv(f, float_precision="round_trip"))


main(sys.argv[1])
