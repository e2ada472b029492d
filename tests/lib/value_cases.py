"""Small studies whose logs do not mean what they seem to, for tests/cli/values.sh; one folder each."""
import os
import struct
import sys

root = sys.argv[1]


def write(path, text):
    path = os.path.join(root, path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb" if isinstance(text, bytes) else "w") as file:
        file.write(text)


def table(rows, header="epoch,val_loss,val_acc"):
    return "".join(line + "\n" for line in [header] + [",".join(map(str, row)) for row in rows])


def manifest(case, text):
    write(f"{case}/m.yaml", "logvar: 1\n" + text)


# ---- a file belongs to one arm, a run to one training ----

for run in (1, 2, 3):
    for name in (f"{run}", f"comparison_{run}"):
        write(f"owners/x/{name}.txt", table([(e, 1 / e, 0.5 + run / 100) for e in (1, 2, 3)]))
manifest("owners", '''outcome: {metric: val_acc}
arms:
  - {name: a, runs: "x/{run}.txt"}
  - {name: b, runs: "x/comparison_{run}.txt"}
''')

for rate, runs in (("lr1", (42,)), ("lr2", (42, 43, 44))):
    for run in runs:
        level = 0.5 if rate == "lr1" else 0.25 + run / 1000
        write(f"merged/x/{rate}/seed_{run}.csv", table([(e, 1 / e + level, level) for e in (1, 2, 3)]))
manifest("merged", '''outcome: {metric: val_acc}
discover: "{arm}/*/seed_{run}.csv"
''')

# ---- several attempts at one run ----


def attempt(level, epochs):
    """val_loss of epoch 2 is level + 0.5, val_acc of the last one level + 0.6"""
    return table([(e, round(level + 0.5 - (e - 2) * 0.05, 4), round(level + 0.6 - (6 - e) * 0.05, 4))
                  for e in range(1, epochs + 1)])


for run in range(5):
    logs = f"versions/a/seed{run}/lightning_logs"
    write(f"{logs}/version_0/metrics.csv", attempt(run / 100, 6))
write("versions/a/seed1/lightning_logs/version_1/metrics.csv", attempt(0.5, 2))
write("versions/a/seed2/lightning_logs/version_1/metrics.csv", attempt(0.32, 6))
manifest("versions", '''outcome: {metric: val_acc}
primary: val_loss@1/3
discover: "{arm}/{run}/"
''')


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    crc ^= 0xFFFFFFFF
    return ((crc >> 15 | crc << 17) + 0xA282EAD8) & 0xFFFFFFFF


def record(data):
    length = struct.pack("<Q", len(data))
    return length + struct.pack("<I", crc32c(length)) + data + struct.pack("<I", crc32c(data))


def field(number, data):
    return bytes([number << 3 | 2, len(data)]) + data


def event(step, tag, value):
    """Event {wall_time, step, summary {value {tag, simple_value}}}; steps below 128"""
    one = field(1, tag.encode()) + bytes([2 << 3 | 5]) + struct.pack("<f", value)
    return record(bytes([1 << 3 | 1]) + struct.pack("<d", 1e9 + step) + bytes([2 << 3, step]) +
                  field(5, field(1, one)))


def events(level, steps):
    head = record(bytes([1 << 3 | 1]) + struct.pack("<d", 1e9) + field(3, b"brain.Event:2"))
    return head + b"".join(event(step, "val/loss", level + 40 / step) +
                           event(step, "val/acc", level + step / 120) for step in steps)


for run in range(5):
    write(f"events/a/seed{run}/events.out.tfevents.1.host", events(run / 16, range(10, 70, 10)))
write("events/a/seed1/events.out.tfevents.1.host", events(0.0625, range(10, 70, 10)))
write("events/a/seed1/events.out.tfevents.2.host", events(0.5, range(10, 50, 10)))
manifest("events", '''outcome: {metric: val/acc}
primary: val/loss@1/3
discover: "{arm}/{run}/"
''')

# ---- "last" that is not the end ----


def curve(level, epochs, nan_from=None, header="epoch,val_loss,val_acc"):
    """val_acc rises to level at epoch 12"""
    return table([(e, round(1 / e + level, 4),
                   "nan" if nan_from and e >= nan_from else round(level - (12 - e) / 32, 5))
                  for e in range(1, epochs + 1)], header)


def runs_of(case, arm, lengths, **options):
    for run, epochs in enumerate(lengths):
        write(f"{case}/{arm}/{run}.csv", curve(0.5 + run / 64, epochs, **options))


simple = '''outcome: {metric: val_acc, better: higher}
primary: val_loss@1/3
discover: "{arm}/{run}.csv"
'''

runs_of("short", "a", (12, 12, 4, 12, 9, 12))
runs_of("short", "b", (12, 12, 12, 12, 12, 36))
manifest("short", simple)
runs_of("kept", "a", (12, 12, 4, 12))
manifest("kept", simple + "short_runs: use\n")
# Most runs of c were stopped; the study knows better than the arm.
runs_of("most", "a", (12, 12, 12, 12, 12))
runs_of("most", "c", (4, 12, 5, 12, 7))
manifest("most", simple)
# Early stopping: no two lengths agree, and nobody is short.
runs_of("early", "a", (5, 7, 9, 11, 12, 15))
manifest("early", simple)

runs_of("diverged", "a", (12,) * 5)
write("diverged/a/3.csv", curve(0.75, 12, nan_from=8))
write("diverged/a/4.csv", curve(0.75, 12).replace(",0.75\n", ",inf\n"))
manifest("diverged", simple)
# nan between values, as a program writes that measures every third epoch, is no divergence.
for run in range(3):
    write(f"sparse/a/{run}.csv", table([(e, 1 / e + run, e / 16 + run / 64 if e % 3 == 0 else "nan")
                                        for e in range(1, 15)]))
manifest("sparse", simple)

runs_of("renamed", "a", (12,) * 4)
for run in range(4):
    write(f"renamed/b/{run}.csv", table(
        [(e, 1 / e, e / 16 + run / 64 if e <= 6 else "", "" if e <= 6 else 0.5 + run / 64)
         for e in range(1, 13)], "epoch,val_loss,val_acc,val_accuracy"))
manifest("renamed", simple)

# ---- candidates that are not before the outcome, and metrics on axes of their own ----

for run in range(5):
    write(f"past/a/{run}.csv", curve(0.5 + run / 64, 12))
manifest("past", '''outcome: {metric: val_acc, at: e3, better: higher}
primary: val_loss@e2
window: 1/3
discover: "{arm}/{run}.csv"
''')
for run in range(5):
    rows = []
    for epoch in range(1, 7):
        rows += [(epoch * 40 + batch * 20 - 20, 1 / (epoch + batch) + run / 8, "", "") for batch in (0, 1)]
        rows.append((epoch, "", 1 / epoch + run / 4, epoch / 8 + run / 64))
    write(f"axes/a/{run}.csv", table(rows, "step,loss,val_loss,val_acc"))
manifest("axes", simple)

# ---- implausible across runs ----

runs_of("percent", "a", (12,) * 4)
for run in range(4):
    write(f"percent/b/{run}.csv", table([(e, 1 / e + run / 9, f"{50 + run + e / 4}%") for e in range(1, 13)]))
manifest("percent", simple)
runs_of("twice", "a", (12,) * 5)
write("twice/a/7.csv", curve(0.5 + 1 / 64, 12))
manifest("twice", simple)
write("states/runs.csv", "number,value,state,x\n0,0.5,COMPLETE,1\n1,0.9,PRUNED,2\n2,0.75,COMPLETE,3\n"
      "3,0.1,FAIL,4\n4,0.625,COMPLETE,2.5\n")
manifest("states", '''table: {file: runs.csv, run: number}
outcome: {metric: value}
primary: x
''')

# ---- a run that lacks the statistic ----

runs_of("lacking", "a", (12,) * 5)
write("lacking/a/3.csv", table([(e, 1 / e if e > 4 else "", 0.5 + e / 64) for e in range(1, 13)]))
manifest("lacking", simple)
