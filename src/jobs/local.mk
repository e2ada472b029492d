noinst_LIBRARIES += src/jobs/libjobs.a
src_jobs_libjobs_a_CFLAGS = $(AM_CFLAGS)
src_jobs_libjobs_a_SOURCES = \
	src/jobs/jobs.c src/jobs/jobs.h \
	src/jobs/merge.c \
	src/jobs/part.c src/jobs/part.h \
	src/jobs/part_request.c \
	src/jobs/pool.c src/jobs/pool.h \
	src/jobs/run.c \
	src/jobs/share.c src/jobs/share.h \
	src/jobs/store.c src/jobs/store.h \
	src/jobs/work.c src/jobs/work.h
