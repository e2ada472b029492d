#!/usr/bin/env python3
"""From a key to the last byte on the terminal: the real program in a pseudo-terminal of 160 x 50.

    terminal.py LOGVAR STUDY.yaml

Everything is computed first; then keys go back and forth over it, so what is timed is what a person
waits for when nothing has to be computed. A frame's bytes end where 150 ms follow without one.
Not a test: nothing here passes or fails."""
import fcntl
import os
import pty
import select
import statistics
import struct
import sys
import tempfile
import termios
import time

SILENCE = 0.15
ROUNDS = 12
KEYS = [("Space, an arm off and on", " "), ("Down, another arm", "\x1b[B"), ("a view", "2"), ("back", "1")]


def start(program, study):
    pid, fd = pty.fork()
    if pid == 0:
        home = tempfile.mkdtemp()
        os.environ.update(TERM="xterm-256color", LC_ALL="C.UTF-8", HOME=home,
                          XDG_STATE_HOME=home, XDG_CONFIG_HOME=home)
        os.execv(program, [program, "--fresh", study])
    fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 160, 0, 0))
    return pid, fd


def read_until_silent(fd, since, silence, longest=120.0):
    """Seconds since then to the first and to the last byte; None, None without any."""
    first = last = None
    while time.monotonic() - since < longest:
        ready, _, _ = select.select([fd], [], [], silence)
        if not ready:
            break
        try:
            os.read(fd, 1 << 16)
        except OSError:
            break  # the program ended
        last = time.monotonic()
        first = first or last
    return (first - since, last - since) if first else (None, None)


def press(fd, key):
    since = time.monotonic()
    os.write(fd, key.encode())
    return read_until_silent(fd, since, SILENCE)


def main():
    program, study = sys.argv[1:3]
    pid, fd = start(program, study)
    _, ready = read_until_silent(fd, time.monotonic(), 3.0)
    print(f"in a terminal of 160 x 50: everything computed and drawn after {ready:.1f} s")
    for what, key in KEYS:
        times = [t for t in (press(fd, key) for _ in range(ROUNDS)) if t[0] is not None]
        if not times:
            print(f"  {what:28} nothing to draw")
            continue
        first, last = zip(*times)
        print(f"  {what:28} first byte {1e3 * statistics.median(first):5.1f} ms, last byte "
              f"{1e3 * statistics.median(last):5.1f} ms (median; slowest {1e3 * max(last):.1f})")
    os.write(fd, b"q")
    read_until_silent(fd, time.monotonic(), 0.5, 3.0)
    os.close(fd)
    os.waitpid(pid, 0)


main()
