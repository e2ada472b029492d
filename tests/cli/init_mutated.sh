#!/bin/sh
# logvar init never writes a manifest that logvar check refuses: trees are mutated at random (files cut,
# emptied, renamed, moved, swapped, filled with text), each from a seed that the failure names.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"
cd "$tap_folder" || exit 99
python=$(command -v /usr/bin/python3 || command -v python3)
if [ -z "$python" ]; then
    skip 'mutated trees' 'no python3'
    tap_done
    exit 0
fi

cat >mutate.py <<'EOF'
import os, random, shutil, subprocess, sys
program, first, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])

def grow(rng, root):
    shape = rng.choice(["arm/seed{}/log.csv", "arm_seed{}.csv", "arm/{}.jsonl", "arm/run{}/out.txt"])
    names = rng.choice([("val_loss", "val_acc"), ("loss", "test_acc"), ("train_losses", "test_losses")])
    for arm in rng.sample(["adam", "sgd", "lion", "lr0.1", "lr0.01"], rng.randint(1, 3)):
        for seed in range(rng.randint(2, 5)):
            path = f"{root}/" + shape.replace("arm", arm).format(seed)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w") as f:
                if path.endswith(".csv"):
                    f.write("epoch," + ",".join(names) + "\n")
                for epoch in range(1, 6):
                    a, b = rng.random() + 5 / epoch, rng.random()
                    f.write({"csv": f"{epoch},{a},{b}\n", "sonl": '{"epoch": %d, "%s": %f, "%s": %f}\n' %
                             (epoch, names[0], a, names[1], b)}.get(path.split(".")[-1][-4:],
                             f"epoch {epoch}: {names[0]}={a} {names[1]}={b}\n"))

def mutate(rng, root):
    files = sorted(os.path.join(d, f) for d, _, fs in os.walk(root) for f in fs)
    for _ in range(rng.randint(1, 6)):
        path = rng.choice(files)
        if not os.path.exists(path):
            continue
        data = open(path, "rb").read()
        what = rng.randrange(9)
        if what == 0: data = data[: rng.randrange(len(data) + 1)]
        elif what == 1: data = b""
        elif what == 2: data = b"nothing of use\n" * 3
        elif what == 3: data = data.replace(b"0.", b"nan ")
        elif what == 4: data = data[: data.find(b"\n") + 1] * 2
        elif what == 5: os.remove(path); continue
        elif what == 6: os.rename(path, os.path.join(os.path.dirname(path), "x" + os.path.basename(path))); continue
        elif what == 7: data = open(rng.choice([f for f in files if os.path.exists(f)]), "rb").read()
        else: data = data.replace(b"val", b"dev", 1)
        with open(path, "wb") as f:
            f.write(data)

written, bad = 0, []
for seed in range(first, first + count):
    rng = random.Random(seed)
    shutil.rmtree("tree", ignore_errors=True)
    if os.path.exists("m.yaml"):
        os.remove("m.yaml")
    grow(rng, "tree")
    mutate(rng, "tree")
    done = subprocess.run([program, "init", "tree", "-o", "m.yaml"], capture_output=True)
    if done.returncode not in (0, 1, 2):
        bad.append((seed, "init", done.returncode))
    if done.returncode or not os.path.exists("m.yaml"):
        if os.path.exists("m.yaml"):
            bad.append((seed, "written although it failed", done.returncode))
        continue
    written += 1
    if subprocess.run([program, "check", "m.yaml"], capture_output=True).returncode:
        bad.append((seed, "check", open("m.yaml").read()[-300:]))
print(f"{written} of {count} trees gave a manifest")
for one in bad:
    print(*one)
sys.exit(bool(bad) or written < count // 4)
EOF
ok 'no manifest that init writes is refused, of 120 mutated trees' "$python" mutate.py "$LOGVAR" 1 "${LOGVAR_TREES:-120}"
tap_done
