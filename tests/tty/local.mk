TTY_TESTS = \
	tests/tty/input.sh \
	tests/tty/keys.sh \
	tests/tty/memory.sh \
	tests/tty/screen.sh \
	tests/tty/signals.sh
TESTS += $(TTY_TESTS)
EXTRA_DIST += $(TTY_TESTS) tests/tty/tty.sh
