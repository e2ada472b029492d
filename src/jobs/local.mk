noinst_LIBRARIES += src/jobs/libjobs.a
src_jobs_libjobs_a_CFLAGS = $(AM_CFLAGS)
src_jobs_libjobs_a_SOURCES = \
	src/jobs/jobs.h
