/* Studies made of a few small files, and what was said while they were loaded. */
#ifndef LOGVAR_TESTS_STUDY_TEST_H
#define LOGVAR_TESTS_STUDY_TEST_H

#include "logs/log.h"
#include "study/study.h"

/* All files of a test lie in a folder of its own: call this first. */
void study_folder(const char *name);
/* Writes a file there. */
void study_file(const char *name, const void *bytes, size_t n_bytes);
void study_text(const char *name, const char *text);
/* Writes a log for every run as ARM/run_RUN.csv in the test's folder. */
void study_log(const char *arm, int run, const char *text);
/* Loads a manifest with this text; what was said stays in study_said(). NULL on errors. */
struct study *study_of(const char *manifest);
/* The same with a limit on what windows may hold. */
struct study *study_within(const char *manifest, size_t n_numbers_max);
/* All diagnostics of the last study_of, one per line, without the folder's path. */
const char *study_said(void);
/* Asserts that it was said. */
void study_assert_said(const char *text);

const struct arm *study_arm(const struct study *study, const char *label);
/* The candidate's value in a run; the test fails if there is none. */
double study_value(const struct arm *arm, const char *candidate, size_t run);
bool study_has(const struct arm *arm, const char *candidate);
/* Why it was dropped, or "". */
const char *study_dropped(const struct arm *arm, const char *name);

/* A log out of delimited text, through the reader. */
struct log *study_read_log(const char *text);

#endif
