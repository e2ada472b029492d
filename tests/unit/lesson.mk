check_PROGRAMS += tests/unit/check_experiment
TESTS += tests/unit/check_experiment
tests_unit_check_experiment_SOURCES = tests/unit/check_experiment.c
tests_unit_check_experiment_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_experiment_LDADD = $(JOBS_LIBS)

check_PROGRAMS += tests/unit/check_lesson
TESTS += tests/unit/check_lesson
tests_unit_check_lesson_SOURCES = tests/unit/check_lesson.c $(UI_FIXTURE)
tests_unit_check_lesson_CFLAGS = $(UNIT_CFLAGS)
tests_unit_check_lesson_LDADD = $(UI_LIBS) $(UI_TEST_LIBS)
