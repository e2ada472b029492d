noinst_LIBRARIES += src/jobs/libjobs.a
src_jobs_libjobs_a_CFLAGS = $(AM_CFLAGS)
src_jobs_libjobs_a_SOURCES = \
	src/jobs/jobs.c src/jobs/jobs.h \
	src/jobs/pool.c src/jobs/pool.h \
	src/jobs/run.c \
	src/jobs/store.c src/jobs/store.h \
	src/jobs/work.c src/jobs/work.h
