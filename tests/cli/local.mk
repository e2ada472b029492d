CLI_TESTS = \
	tests/cli/manual.sh \
	tests/cli/usage.sh
TESTS += $(CLI_TESTS)
EXTRA_DIST += $(CLI_TESTS)
