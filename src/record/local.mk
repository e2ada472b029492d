noinst_LIBRARIES += src/record/librecord.a
src_record_librecord_a_CFLAGS = $(AM_CFLAGS)
src_record_librecord_a_SOURCES = \
	src/record/facts.c src/record/facts.h \
	src/record/journal.c src/record/journal.h \
	src/record/ledger.c src/record/ledger.h \
	src/record/place.c src/record/place.h \
	src/record/register.c src/record/register.h src/record/register_file.c
