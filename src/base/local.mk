noinst_LIBRARIES += src/base/libbase.a
src_base_libbase_a_CFLAGS = $(AM_CFLAGS) $(NETTLE_CFLAGS)
src_base_libbase_a_SOURCES = \
	src/base/arena.c src/base/arena.h \
	src/base/diag.c src/base/diag.h \
	src/base/exit_status.h \
	src/base/file.c src/base/folder.c src/base/folder.h src/base/file.h \
	src/base/jsonout.c src/base/jsonout.h \
	src/base/mem.c src/base/mem.h \
	src/base/num.c src/base/num.h src/base/num_decimal.h \
	src/base/portable.c src/base/portable.h \
	src/base/rng.c src/base/rng.h \
	src/base/sha256.c src/base/sha256.h \
	src/base/strbuf.c src/base/strbuf.h \
	src/base/text.c src/base/text.h
