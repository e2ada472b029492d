"""Writes .wandb files as the client of Weights & Biases does, from its published format: a head, blocks
of 32 KiB with pieces of records, records in protobuf. For tests and for the fuzzer's first inputs.

    wandb_tree.py FOLDER        a study: two optimisers, six runs each, one crashed, one killed
    wandb_tree.py --file FILE   one run of seven rows"""
import json, os, random, struct, sys, zlib

BLOCK = 32768


def varint(n):
    n &= (1 << 64) - 1
    out = b""
    while n >= 0x80:
        out += bytes([n & 0x7F | 0x80])
        n >>= 7
    return out + bytes([n])


def field(number, data):
    if isinstance(data, int):
        return varint(number << 3) + varint(data)
    data = data.encode() if isinstance(data, str) else data
    return varint(number << 3 | 2) + varint(len(data)) + data


def item(key, value, nested=None):
    keys = b"".join(field(2, k) for k in nested) if nested else field(1, key)
    return field(1, keys + field(16, json.dumps(value)))


class Writer:
    def __init__(self):
        self.out = bytearray(b":W&B" + struct.pack("<HB", 0xBEE1, 0))
        self.n = 0

    def piece(self, data, kind):
        crc = zlib.crc32(data, zlib.crc32(bytes([kind])))
        self.out += struct.pack("<IHB", crc, len(data), kind) + data

    def record(self, number, data):
        self.n += 1
        data = field(1, self.n) + field(number, data)
        first = True
        while True:
            left = BLOCK - len(self.out) % BLOCK
            if left < 7:
                self.out += bytes(left)
                left = BLOCK
            part, data = data[: left - 7], data[left - 7 :]
            self.piece(part, (1 if first else 4) if not data else (2 if first else 3))
            first = False
            if not data:
                return

    def history(self, step, **values):
        items = b"".join(item(k.replace("__", "/"), v) for k, v in values.items())
        self.record(2, items + item("_step", step) + field(2, field(1, step)))

    def summary(self, **values):
        self.record(3, b"".join(item(k, v) for k, v in values.items()))

    def config(self, **values):
        self.record(5, b"".join(item(k, v) for k, v in values.items()))

    def run(self, run_id, config, group=""):
        items = b"".join(item(k, v) for k, v in config.items())
        self.record(17, field(1, run_id) + field(3, "tests") + field(4, items)
                    + (field(6, group) if group else b""))

    def exit(self, code):
        self.record(18, (field(1, code) if code else b"") + field(2, 60))


def run_file(optimizer, seed, n_epochs=10, stop=None, exit_code=0, run_id="abcd1234"):
    rng = random.Random(f"{optimizer} {seed}")
    w = Writer()
    w.run(run_id, {"optimizer": optimizer, "seed": seed, "model": {"width": 64}, "epochs": n_epochs})
    w.config(_wandb={"cli_version": "0.17.9"})
    good = rng.gauss(0.76 if optimizer == "adam" else 0.72, 0.01)
    w.record(7, field(3, field(1, "cpu") + field(16, "12.5")))
    for epoch in range(1, (stop or n_epochs) + 1):
        left = 0.4 / epoch
        w.history(2 * epoch - 2, epoch=epoch, train__loss=1 + left + rng.gauss(0, 0.01),
                  _runtime=epoch * 6.0, _timestamp=1700000000 + 6 * epoch)
        w.history(2 * epoch - 1, epoch=epoch, val__loss=1.1 + left - good + rng.gauss(0, 0.002),
                  val__acc=good - left + rng.gauss(0, 0.003))
    if not stop:
        w.summary(test_acc=good + rng.gauss(0, 0.002), _step=2 * n_epochs)
    if exit_code is not None:
        w.exit(exit_code)
    return bytes(w.out)


def write(path, data):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(data)


def tree(folder):
    rng = random.Random(7)
    n = 0
    for optimizer in ("adam", "sgd"):
        for seed in range(8):
            n += 1
            run_id = "".join(rng.choice("abcdefghijklmnopqrstuvwxyz0123456789") for _ in range(8))
            kind = "offline-run" if n % 3 == 0 else "run"
            home = f"{folder}/{kind}-202311{n:02}_1{n % 10}0000-{run_id}"
            ends = {6: {"stop": 4, "exit_code": 1}, 7: {"stop": 5, "exit_code": None}}.get(seed, {})
            write(f"{home}/run-{run_id}.wandb", run_file(optimizer, seed, run_id=run_id, **ends))
            write(f"{home}/logs/debug.log", b"2023-11-01 10:00:00,123 INFO MainThread:17 started\n" * 4)
            write(f"{home}/files/requirements.txt", b"numpy==1.26.0\n")
            write(f"{home}/files/output.log", b"".join(b"epoch %d loss %.3f\n" % (e, 1 / e) for e in range(1, 6)))
            if kind == "run":
                write(f"{home}/files/config.yaml", b"wandb_version: 1\n\noptimizer:\n  desc: null\n  value: %s\n" % optimizer.encode())
                write(f"{home}/files/wandb-summary.json", b'{"test_acc": 0.5, "_step": 20}')
                write(f"{home}/files/wandb-metadata.json", b'{"os": "Linux", "gpu_count": 1}')
    os.symlink(os.path.basename(home), f"{folder}/latest-run")


if __name__ == "__main__":
    if sys.argv[1] == "--file":
        write(sys.argv[2], run_file("adam", 0, n_epochs=4))
    else:
        tree(sys.argv[1])
