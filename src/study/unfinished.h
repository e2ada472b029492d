/* Runs without an outcome that reached the window's end (METHOD.md, "Two-phase").
 *
 * A run is unfinished when its log ends before the place where the outcome is taken and not before the
 * window's end. Where that end lies is counted on the run's own length if the manifest declares it, and
 * otherwise on the usual length of the arm's finished runs: the log of a run that stopped says how far
 * it came, not how far it was to go. */
#ifndef LOGVAR_STUDY_UNFINISHED_H
#define LOGVAR_STUDY_UNFINISHED_H

#include "study/sources.h"

/* The lower median over the arm's finished (usable) runs, axis by axis; NaN where none has the axis. */
struct run_length unfinished_usual_length(const struct arm_runs *arm);

/* Gives RUN_UNFINISHED to the arm's runs that are, sets their length and cuts their series at the
 * window's end. The state and reason of the others stay. */
void unfinished_judge(struct arm_runs *arm);

/* Once all arms are there: arms that declare unfinished runs and have none, or no statistic in them. */
void unfinished_check(struct study_draft *draft);

#endif
