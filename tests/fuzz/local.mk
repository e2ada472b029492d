# One libFuzzer harness an input format: fuzz_NAME.c with LLVMFuzzerTestOneInput, and the inputs of
# corpus/NAME. Plain builds link replay.c, whose main runs the corpus, so `make check` replays it;
# `configure CC=clang --enable-fuzzing` links libFuzzer in its place, and `make fuzzers` builds all.
# A new harness adds itself to FUZZERS, with the three lines that fuzz_manifest has.
include tests/fuzz/readers.mk
FUZZERS = tests/fuzz/fuzz_manifest $(READER_FUZZERS)
check_PROGRAMS += $(FUZZERS)
check_LIBRARIES += tests/fuzz/libreplay.a
tests_fuzz_libreplay_a_SOURCES = tests/fuzz/fuzz.h tests/fuzz/replay.c
if FUZZING
FUZZ_LDADD = $(LIB_FUZZER)
else
FUZZ_LDADD = tests/fuzz/libreplay.a
TESTS += $(FUZZERS)
endif
EXTRA_DIST += tests/fuzz/corpus
.PHONY: fuzzers
fuzzers: $(FUZZERS)

tests_fuzz_fuzz_manifest_SOURCES = tests/fuzz/fuzz_manifest.c
tests_fuzz_fuzz_manifest_LDADD = $(FUZZ_LDADD) src/ingest/libingest.a src/base/libbase.a \
	$(YAML_LIBS) $(NETTLE_LIBS) $(ZLIB_LIBS) $(PCRE2_LIBS) $(SQLITE_LIBS)
