# One libFuzzer harness an input format: fuzz_NAME.c with LLVMFuzzerTestOneInput, the inputs of
# corpus/NAME and, where it helps, the words of dict/NAME.dict. Plain builds link replay.c, whose main
# runs the corpus, so `make check` replays it; `configure CC=clang --enable-fuzzing` links libFuzzer in
# its place; `make fuzzers` builds all, `make fuzz` runs all (tests/fuzz/run).
# A new harness adds itself to FUZZERS, with the two lines that fuzz_manifest has.
include tests/fuzz/readers.mk
FUZZERS = tests/fuzz/fuzz_manifest tests/fuzz/fuzz_study tests/fuzz/fuzz_words tests/fuzz/fuzz_keys \
	tests/fuzz/fuzz_verify tests/fuzz/fuzz_part tests/fuzz/fuzz_journal $(READER_FUZZERS)
if HAVE_SQLITE
FUZZERS += tests/fuzz/fuzz_database
endif
check_PROGRAMS += $(FUZZERS)
check_LIBRARIES += tests/fuzz/libreplay.a tests/fuzz/libsupport.a
tests_fuzz_libreplay_a_SOURCES = tests/fuzz/fuzz.h tests/fuzz/replay.c
tests_fuzz_libsupport_a_SOURCES = tests/fuzz/support.c tests/fuzz/support.h
if FUZZING
FUZZ_LDADD = $(LIB_FUZZER)
else
FUZZ_LDADD = tests/fuzz/libreplay.a
TESTS += $(FUZZERS)
endif
EXTRA_DIST += tests/fuzz/corpus tests/fuzz/dict tests/fuzz/run
.PHONY: fuzzers fuzz
fuzzers: $(FUZZERS)
FUZZ_SECONDS = 60
fuzz: $(FUZZERS)
	$(SHELL) $(srcdir)/tests/fuzz/run $(FUZZ_SECONDS) $(FUZZERS)

# Of the whole program.
FUZZ_ALL = $(FUZZ_LDADD) tests/fuzz/libsupport.a $(LOGVAR_LIBS)

tests_fuzz_fuzz_manifest_SOURCES = tests/fuzz/fuzz_manifest.c
tests_fuzz_fuzz_manifest_LDADD = $(FUZZ_LDADD) $(READER_FUZZ_LIBS)

tests_fuzz_fuzz_study_SOURCES = tests/fuzz/fuzz_study.c
tests_fuzz_fuzz_study_LDADD = $(FUZZ_ALL)

tests_fuzz_fuzz_words_SOURCES = tests/fuzz/fuzz_words.c
tests_fuzz_fuzz_words_LDADD = $(FUZZ_ALL)

tests_fuzz_fuzz_keys_SOURCES = tests/fuzz/fuzz_keys.c
tests_fuzz_fuzz_keys_LDADD = $(FUZZ_ALL)
tests_fuzz_fuzz_keys_LDFLAGS = $(AM_LDFLAGS) -Wl,--wrap=file_write

tests_fuzz_fuzz_verify_SOURCES = tests/fuzz/fuzz_verify.c
tests_fuzz_fuzz_verify_LDADD = $(FUZZ_ALL)

tests_fuzz_fuzz_part_SOURCES = tests/fuzz/fuzz_part.c
tests_fuzz_fuzz_part_LDADD = $(FUZZ_ALL)

tests_fuzz_fuzz_journal_SOURCES = tests/fuzz/fuzz_journal.c
tests_fuzz_fuzz_journal_LDADD = $(FUZZ_ALL)

tests_fuzz_fuzz_database_SOURCES = tests/fuzz/fuzz_database.c
tests_fuzz_fuzz_database_LDADD = $(FUZZ_ALL)
