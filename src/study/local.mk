noinst_LIBRARIES += src/study/libstudy.a
src_study_libstudy_a_CFLAGS = $(AM_CFLAGS)
src_study_libstudy_a_SOURCES = \
	src/study/simulate.c src/study/simulate.h \
	src/study/study.h
