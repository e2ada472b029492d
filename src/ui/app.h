/* The app: all state of the screen, and a function from state and key to state. No terminal and no
 * threads in here: loop.c feeds it keys and snapshots and flushes what it draws; tests do the same
 * without a terminal. */
#ifndef LOGVAR_UI_APP_H
#define LOGVAR_UI_APP_H

#include "jobs/jobs.h"
#include "record/ledger.h"
#include "views/view.h"

struct app;
/* What is on the screen when it is written. */
struct app_look {
    const char *view;      /* its id, or the figure it names: "budget", "pair-budget" */
    size_t arm;            /* in focus, index into study->arms */
    const char *candidate; /* in focus, or NULL */
};
/* Makes a whole report of a request in a format ("md", "csv", … the file's ending), or the figure of
 * what is on the screen where the format is one of figures ("svg"); false with a message if it cannot
 * or if progress said to give up. Called on a thread of its own. Given by main: ui and report do not
 * know each other. */
typedef bool app_report(void *user, struct study *study, const struct request *request,
                        const struct exploratory_history *history, const struct app_look *look,
                        const char *format, jobs_progress *progress, void *progress_user,
                        struct strbuf *out, struct strbuf *message);

struct app_options {
    bool ascii;
    size_t n_threads; /* shown on the status line */
    const struct request
        *preset;        /* starts with this request, NULL = as declared; borrowed by app_new */
    app_report *report; /* NULL = none */
    void *report_user;
    struct ledger *ledger; /* notes what is shown (record/ledger.h); borrowed, NULL = nothing is */
};

/* Takes its own reference to the study. The request starts as declared. */
struct app *app_new(struct study *study, const struct app_options *options);
void app_free(struct app *app);

/* One key press (keymap.h). */
void app_key(struct app *app, uint32_t press);
/* A character of pasted text: only where text is typed does it do anything. */
void app_paste(struct app *app, uint32_t code);
/* The same by name ("Space", "f", "Enter"); false if there is no such key. */
bool app_key_name(struct app *app, const char *name);
enum app_mouse { APP_MOUSE_CLICK, APP_MOUSE_DRAG, APP_MOUSE_WHEEL_UP, APP_MOUSE_WHEEL_DOWN };
void app_mouse(struct app *app, enum app_mouse what, int row, int column);

/* Takes over the caller's reference. Dropped if it does not answer the present request. */
void app_take_snapshot(struct app *app, struct snapshot *snapshot);
/* Draws the whole screen, whatever the surface's size. */
void app_draw(struct app *app, struct surface *surface);

/* One line at the foot of the screen until the next key. */
void app_notice(struct app *app, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Nothing if there is no such view. */
void app_show_view(struct app *app, enum view_id id);

const struct request *app_request(const struct app *app);
unsigned long app_generation(const struct app *app);
const struct exploratory_history *app_history(const struct app *app);
/* Everything asked for now has been computed. */
bool app_is_settled(const struct app *app);
/* Ctrl-L was pressed: the terminal is to be drawn from scratch. Once. */
bool app_take_redraw(struct app *app);
/* `u` was pressed: the study is to be loaded again. Once. */
bool app_take_in(struct app *app);
/* Says at the foot what `u` would take in, until it is done; NULL = nothing. */
void app_offer(struct app *app, const char *offer);
/* Another reading of the same study takes its place (the app takes its own reference): ticks, view
 * and cursor stay where names allow it. */
void app_replace_study(struct app *app, struct study *study);

/* A report to be made off the screen's thread (write.h), the caller's until app_end_write; NULL =
 * none waits. */
struct write_task;
struct write_task *app_take_write(struct app *app);
void app_end_write(struct app *app, struct write_task *task);

/* What was recorded of the study before (record/facts.h): to be called once what was remembered is
 * back, and when the study was replaced. Nothing without a ledger. */
void app_take_record(struct app *app);
/* The present request is about to be computed: the ledger notes what is new in it. */
void app_record_request(struct app *app);

/* Of the view on the screen, where it has figures of its own (view_source): readable when there are
 * new ones, -1 if not; and what takes them. */
int app_figures_fd(const struct app *app);
void app_take_figures(struct app *app);
bool app_wants_to_quit(const struct app *app);
enum view_id app_view(const struct app *app);
/* What the view on the screen is given. */
struct view_context app_context(struct app *app);

#endif
