/* A study and results made by hand, for tests of the screen: three models on three data sets, 50
 * runs each (one arm has 12), figures that are plausible and always the same. */
#ifndef LOGVAR_TESTS_UI_FIXTURE_H
#define LOGVAR_TESTS_UI_FIXTURE_H

#include "estimate/results.h"
#include "study/study.h"
#include "ui/app.h"

/* One reference, for the caller. */
struct study *fixture_study(void);
/* What the app asks for now, answered: share_done of the replicates are done (1 = finished). */
struct snapshot *fixture_snapshot(struct study *study, const struct request *request,
                                  double share_done);

/* Pairs, calibration and families, where the snapshot's request asks for them. */
void fixture_sections(struct snapshot *snapshot);

/* An app on the fixture with finished figures. */
struct app *fixture_app(bool ascii);
/* Gives the app an answer to what it asks for now. */
void fixture_answer(struct app *app, double share_done);
/* Presses keys by name, parted by blanks; answers each new request at once. */
void fixture_keys(struct app *app, const char *keys);
/* The screen as text; newly allocated. */
char *fixture_screen(struct app *app, int n_rows, int n_columns, bool ascii, bool with_styles);
/* Compares with tests/screens/NAME.txt; with LOGVAR_UPDATE_SCREENS set, writes it instead. */
void fixture_assert_screen(const char *name, const char *screen);

#endif
