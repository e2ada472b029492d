/* The loop that joins app, jobs and terminal. It never waits for computing: it sleeps until a key,
 * a snapshot, a signal or a change in the logs, and draws what the app shows then. */
#include "ui/ui.h"

#include "base/file.h"
#include "base/portable.h"
#include "base/text.h"
#include "jobs/jobs.h"
#include "ui/watch.h"
#include "tui/background.h"
#include "ui/reload.h"
#include "ui/remember.h"
#include "tui/script.h"
#include "tui/term.h"
#include "ui/write.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { HOLD_MS = 40, HEADLESS_ROWS = 24, HEADLESS_COLUMNS = 80, EMPTY_READS_MAX = 100 };

struct loop {
    struct app *app;
    struct jobs *jobs;
    struct study *study;
    struct surface surface;
    bool ascii, on_terminal;
    int n_rows, n_columns;
    unsigned long submitted; /* generation */
    long hold_until_ms;      /* a new request's first snapshot may come before the next drawing */
    bool stale;              /* the screen does not show the app's state */
    struct watch *watch;     /* NULL = none */
    struct background reloading; /* its work is a struct reload */
    struct background writing;   /* its work is a struct write_task */
    struct script script;
    bool waiting; /* the script waits for results */
    int n_empty;  /* wake-ups for input that brought none, in a row */
    int end_signal;
};

static long now_ms(void)
{
    return (long)portable_now_ms();
}

/* ---- drawing ---- */

static void draw(struct loop *loop)
{
    if (loop->on_terminal)
        term_size(&loop->n_rows, &loop->n_columns);
    if (loop->surface.n_rows != loop->n_rows || loop->surface.n_columns != loop->n_columns) {
        surface_done(&loop->surface);
        surface_init(&loop->surface, loop->n_rows, loop->n_columns, loop->ascii);
    }
    app_draw(loop->app, &loop->surface);
    if (app_take_redraw(loop->app))
        term_forget();
    if (loop->on_terminal)
        term_show(&loop->surface);
    loop->stale = false;
}

static void save(struct loop *loop, const char *path)
{
    struct strbuf text;
    struct diags diags;
    draw(loop);
    strbuf_init(&text);
    diags_init(&diags);
    surface_dump(&loop->surface, false, &text);
    if (!file_write(path, FILE_REPLACE, text.text, text.length, &diags))
        app_notice(loop->app, "%s was not written.", path);
    diags_done(&diags);
    strbuf_done(&text);
}

/* ---- computing ---- */

/* Asks for what the app wants now. The drawing is held back for a moment, so that cached figures
 * appear at once instead of a flash of empty cells. */
static void submit(struct loop *loop)
{
    if (loop->submitted == app_generation(loop->app))
        return;
    loop->submitted = app_generation(loop->app);
    app_record_request(loop->app);
    jobs_submit(loop->jobs, loop->study, app_request(loop->app), app_history(loop->app));
    loop->hold_until_ms = now_ms() + HOLD_MS;
}

static void take_snapshot(struct loop *loop)
{
    struct snapshot *snapshot = jobs_take(loop->jobs);
    if (!snapshot)
        return;
    app_take_snapshot(loop->app, snapshot);
    loop->hold_until_ms = 0;
    loop->stale = true;
}

/* ---- slow work off this thread ---- */

static void start_work(struct loop *loop)
{
    if (app_take_in(loop->app) && !loop->reloading.busy)
        background_start(&loop->reloading, reload_run,
                         reload_new(loop->study->path, jobs_threads(loop->jobs)));
    struct write_task *task = loop->writing.busy ? NULL : app_take_write(loop->app);
    if (task && !background_start(&loop->writing, write_task_run, task))
        write_task_free(task);
}

static void end_reload(struct loop *loop)
{
    struct reload *reload = background_end(&loop->reloading);
    if (reload->study) {
        app_replace_study(loop->app, reload->study);
        study_unref(loop->study);
        loop->study = study_ref(reload->study);
        watch_free(loop->watch);
        loop->watch = reload->watch;
        reload->watch = NULL;
    }
    app_notice(loop->app, "%s", reload_summary(reload));
    reload_free(reload);
}

static void take_news(struct loop *loop)
{
    struct watch_news news;
    if (!loop->watch || !watch_take(loop->watch, &news))
        return;
    struct strbuf offer;
    strbuf_init(&offer);
    reload_add_offer(&offer, &news);
    app_offer(loop->app, offer.text);
    strbuf_done(&offer);
    loop->stale = true;
}

/* ready: which of the descriptors of wait_on_terminal are. */
static void end_work(struct loop *loop, bool reloaded, bool written)
{
    if (reloaded)
        end_reload(loop);
    if (written)
        app_end_write(loop->app, background_end(&loop->writing));
    loop->stale |= reloaded || written;
}

/* The program ends: whatever is under way gives up. */
static void stop_work(struct loop *loop)
{
    if (loop->reloading.busy) {
        reload_stop(loop->reloading.work);
        reload_free(background_end(&loop->reloading));
    }
    if (loop->writing.busy) {
        struct write_task *task = loop->writing.work;
        atomic_store(&task->stop, true);
        write_task_free(background_end(&loop->writing));
    }
}

/* ---- input ---- */

static void type_text(struct loop *loop, const char *text)
{
    size_t left = strlen(text);
    uint32_t code;
    for (size_t n; (n = text_decode(text, left, &code)) > 0; text += n, left -= n)
        app_key(loop->app, code);
}

static void run_step(struct loop *loop, const struct script_step *step)
{
    switch (step->kind) {
    case SCRIPT_PRESS:
        app_key(loop->app, step->press);
        break;
    case SCRIPT_TYPE:
        type_text(loop, step->text);
        break;
    case SCRIPT_WAIT:
        loop->waiting = true;
        break;
    case SCRIPT_SAVE:
        save(loop, step->text);
        break;
    case SCRIPT_SIZE:
        if (!loop->on_terminal) {
            loop->n_rows = step->n_rows;
            loop->n_columns = step->n_columns;
            draw(loop); /* keys such as PgDn go by what is seen */
        }
        break;
    }
    loop->stale = true;
}

/* false when the script has nothing more to do now. */
static bool play(struct loop *loop)
{
    if (loop->waiting && app_is_settled(loop->app) && !loop->reloading.busy &&
        !loop->writing.busy && loop->submitted == app_generation(loop->app))
        loop->waiting = false;
    const struct script_step *step = loop->waiting ? NULL : script_next(&loop->script);
    if (step)
        run_step(loop, step);
    return step != NULL;
}

static void take_event(struct loop *loop, const struct term_event *event)
{
    switch (event->kind) {
    case TERM_KEY:
        if (event->press != PRESS_NONE)
            app_key(loop->app, event->press);
        break;
    case TERM_PASTE:
        app_paste(loop->app, event->press);
        break;
    case TERM_CLICK:
        app_mouse(loop->app, APP_MOUSE_CLICK, event->row, event->column);
        break;
    case TERM_DRAG:
        app_mouse(loop->app, APP_MOUSE_DRAG, event->row, event->column);
        break;
    case TERM_WHEEL_UP:
        app_mouse(loop->app, APP_MOUSE_WHEEL_UP, event->row, event->column);
        break;
    case TERM_WHEEL_DOWN:
        app_mouse(loop->app, APP_MOUSE_WHEEL_DOWN, event->row, event->column);
        break;
    case TERM_NOTHING:
        break;
    }
    loop->stale = true;
}

/* Returns how many events there were. */
static size_t take_input(struct loop *loop)
{
    size_t n = 0;
    for (struct term_event event; (event = term_next()).kind != TERM_NOTHING; n++)
        take_event(loop, &event);
    return n;
}

/* ---- waiting ---- */

/* Until the watch wants to look; -1: no limit. */
static int watch_timeout_ms(const struct loop *loop)
{
    return loop->watch ? (int)watch_due_ms(loop->watch) : -1;
}

static int timeout_ms(const struct loop *loop)
{
    int watch = watch_timeout_ms(loop);
    if (!loop->stale)
        return watch;
    long left = loop->hold_until_ms - now_ms();
    int hold = left > 0 ? (int)left : 0;
    return watch >= 0 && watch < hold ? watch : hold;
}

enum { WAIT_JOBS, WAIT_WATCH, WAIT_RELOAD, WAIT_WRITE, WAIT_FIGURES };

static void take_figures(struct loop *loop, bool readable)
{
    if (!readable)
        return;
    app_take_figures(loop->app);
    loop->stale = true;
}

static void list_fds(const struct loop *loop, int fds[TERM_FDS])
{
    fds[WAIT_JOBS] = jobs_fd(loop->jobs);
    fds[WAIT_WATCH] = loop->watch ? watch_fd(loop->watch) : -1;
    fds[WAIT_RELOAD] = background_fd(&loop->reloading);
    fds[WAIT_WRITE] = background_fd(&loop->writing);
    fds[WAIT_FIGURES] = app_figures_fd(loop->app);
}

static void wait_without_terminal(struct loop *loop)
{
    int fds[TERM_FDS];
    struct pollfd polled[TERM_FDS];
    list_fds(loop, fds);
    for (int i = 0; i < TERM_FDS; i++)
        polled[i] = (struct pollfd){.fd = fds[i], .events = POLLIN};
    poll(polled, TERM_FDS, watch_timeout_ms(loop));
    take_figures(loop, polled[WAIT_FIGURES].revents);
    take_news(loop);
    end_work(loop, polled[WAIT_RELOAD].revents, polled[WAIT_WRITE].revents);
}

static void wait_on_terminal(struct loop *loop)
{
    int fds[TERM_FDS];
    list_fds(loop, fds);
    struct term_wakeups wakeups = term_wait(fds, timeout_ms(loop));
    loop->end_signal = wakeups.end_signal;
    if (wakeups.resized || wakeups.continued)
        loop->stale = true;
    if (take_input(loop))
        loop->n_empty = 0;
    else if (wakeups.input)
        loop->n_empty++;
    /* A terminal that went away is readable for ever and gives nothing. */
    if (!loop->end_signal && (wakeups.gone || loop->n_empty > EMPTY_READS_MAX))
        loop->end_signal = SIGHUP;
    take_figures(loop, wakeups.readable[WAIT_FIGURES]);
    if (wakeups.readable[WAIT_WATCH] || watch_timeout_ms(loop) == 0)
        take_news(loop);
    end_work(loop, wakeups.readable[WAIT_RELOAD], wakeups.readable[WAIT_WRITE]);
}

static void run(struct loop *loop)
{
    loop->stale = true;
    while (!app_wants_to_quit(loop->app) && !loop->end_signal) {
        submit(loop);
        start_work(loop);
        if (play(loop))
            continue;
        if (loop->on_terminal && loop->stale && now_ms() >= loop->hold_until_ms)
            draw(loop);
        if (loop->on_terminal)
            wait_on_terminal(loop);
        else if (loop->waiting)
            wait_without_terminal(loop);
        else
            break; /* the script is over */
        take_snapshot(loop);
    }
}

/* ---- beginning and end ---- */

static bool open_loop(struct loop *loop, const struct ui_options *options)
{
    const char *why = NULL;
    struct diags diags;
    diags_init(&diags);
    bool ok = !options->keys || script_load(&loop->script, options->keys, &diags);
    diags_print(&diags, stderr);
    diags_done(&diags);
    if (!ok)
        return false;
    loop->on_terminal = term_open(&(struct term_options){options->color, options->mouse}, &why);
    if (loop->on_terminal || options->keys)
        return true;
    fprintf(stderr, "logvar: %s\n", why);
    return false;
}

static void close_loop(struct loop *loop, const struct ui_options *options)
{
    if (!options->fresh)
        remember_save(loop->app);
    term_close();
    stop_work(loop);
    watch_free(loop->watch);
    jobs_free(loop->jobs);
    app_free(loop->app);
    study_unref(loop->study);
    surface_done(&loop->surface);
}

enum exit_status ui_run(struct study *study, const struct ui_options *options)
{
    struct loop loop = {.study = study,
                        .n_rows = HEADLESS_ROWS,
                        .n_columns = HEADLESS_COLUMNS,
                        .ascii = options->ascii || term_is_ascii()};
    if (!open_loop(&loop, options)) {
        script_done(&loop.script);
        watch_free(options->watch);
        return EXIT_USAGE;
    }
    loop.jobs = jobs_new(options->n_threads, (size_t)JOBS_CACHE_MIB << 20);
    struct ledger ledger;
    ledger_open(&ledger, study->path, NULL);
    loop.app = app_new(study, &(struct app_options){.ascii = loop.ascii,
                                                    .ledger = *study->path ? &ledger : NULL,
                                                    .n_threads = jobs_threads(loop.jobs),
                                                    .preset = options->preset,
                                                    .report = options->report,
                                                    .report_user = options->report_user});
    if (!options->fresh && !options->preset)
        remember_load(loop.app);
    app_take_record(loop.app);
    if (options->lesson)
        app_show_view(loop.app, VIEW_LESSON);
    loop.study = study_ref(study);
    loop.watch = options->watch ? options->watch : watch_new(study->path, WATCH_BEST);
    run(&loop);
    close_loop(&loop, options);
    ledger_done(&ledger);
    script_done(&loop.script);
    if (loop.end_signal)
        term_die(loop.end_signal);
    return EXIT_DONE;
}
