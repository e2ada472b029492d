EXTRA_DIST += tests/screens
