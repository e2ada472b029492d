noinst_LIBRARIES += src/simulate/libsimulate.a
src_simulate_libsimulate_a_CFLAGS = $(AM_CFLAGS) $(GSL_CFLAGS)
src_simulate_libsimulate_a_SOURCES = \
	src/simulate/experiment.c src/simulate/experiment.h \
	src/simulate/experiment_summary.c \
	src/simulate/experiment_two_phase.c src/simulate/experiment_two_phase.h \
	src/simulate/lab.c src/simulate/lab.h \
	src/simulate/simulate.c src/simulate/simulate.h \
	src/simulate/simulate_write.c src/simulate/simulate_write.h
