/* The app: keys in, state and screen out; no terminal. */
#include "ui_fixture.h"
#include "unit.h"

#include "base/mem.h"
#include "base/rng.h"
#include "ui/reload.h"
#include "ui/remember.h"
#include "ui/write.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct app *app;

static void start(void)
{
    setlocale(LC_CTYPE, "C.UTF-8");
    app = fixture_app(false);
    free(fixture_screen(app, 30, 100, false, false));
}

static void finish(void)
{
    app_free(app);
}

static void assert_shows(const char *text)
{
    char *screen = fixture_screen(app, 30, 100, false, false);
    bool found = strstr(screen, text) != NULL;
    if (!found)
        fputs(screen, stderr);
    free(screen);
    ck_assert_msg(found, "\"%s\" is not on the screen", text);
}

static void assert_hides(const char *text)
{
    char *screen = fixture_screen(app, 30, 100, false, false);
    bool found = strstr(screen, text) != NULL;
    if (found)
        fputs(screen, stderr);
    free(screen);
    ck_assert_msg(!found, "\"%s\" is on the screen", text);
}

/* ---- what is asked for ---- */

START_TEST(ticks_make_the_request)
{
    unsigned long first = app_generation(app);
    fixture_keys(app, "Down Space");
    ck_assert_uint_eq(app_request(app)->n_arms, 8);
    app_notice(app, "The logs were read again.");
    assert_shows("The logs were read again.");
    app_offer(app, "1 run is new: u takes it in.");
    assert_shows("The logs were read again.  1 run is new: u takes it in.");
    app_key_name(app, "Down");
    app_key_name(app, "Up");
    assert_shows(" 1 run is new: u takes it in.");
    app_offer(app, NULL);
    ck_assert_uint_eq(app_request(app)->arms[0], 1);
    ck_assert_uint_gt(app_generation(app), first);
    fixture_keys(app, "n");
    ck_assert_uint_eq(app_request(app)->n_arms, 0);
    fixture_keys(app, "a");
    ck_assert_uint_eq(app_request(app)->n_arms, 9);
    fixture_keys(app, "Tab Space");
    ck_assert_uint_eq(app_request(app)->families, 0x1e);
    fixture_keys(app, "Tab End Space");
    ck_assert_int_eq(app_request(app)->adjusters[3].kind, ADJUSTER_AVERAGE);
}
END_TEST

START_TEST(a_group_ticks_all_its_arms)
{
    fixture_keys(app, "Space");
    ck_assert_uint_eq(app_request(app)->n_arms, 6);
    fixture_keys(app, "Down Space Up Space");
    ck_assert_uint_eq(app_request(app)->n_arms, 9);
}
END_TEST

START_TEST(all_and_none_obey_the_filter)
{
    fixture_keys(app, "/ c o n v Enter n");
    ck_assert_uint_eq(app_request(app)->n_arms, 6);
    fixture_keys(app, "Esc");
    assert_shows("[x] mlp");
    fixture_keys(app, "Esc Tab Tab");
    ck_assert_uint_eq(app_request(app)->n_arms, 6);
}
END_TEST

START_TEST(figures_of_another_choice_are_never_shown)
{
    fixture_keys(app, "Tab");
    assert_shows("+17.8");
    app_key_name(app, "Space"); /* not answered yet */
    ck_assert_ptr_null(app_context(app).snapshot);
    assert_hides("+17.8");
    struct request *former = mem_zeroed(1, sizeof *former);
    request_copy(former, app_request(app));
    former->families = 0x1f;
    app_take_snapshot(app, fixture_snapshot((struct study *)app_context(app).study, former, 1));
    ck_assert_ptr_null(app_context(app).snapshot);
    fixture_answer(app, 0.5);
    assert_shows("+17.8");
    request_done(former);
    free(former);
}
END_TEST

START_TEST(another_statistic_is_exploratory_and_reset_goes_back)
{
    fixture_keys(app, "Tab Tab Down Space"); /* without best: nothing exploratory */
    assert_hides("EXPLORATORY");
    fixture_keys(app, "f a c c Enter");
    ck_assert_uint_eq(app_request(app)->n_statistic, 1);
    ck_assert_str_eq(app_request(app)->statistic[0], "val_acc@e1");
    assert_shows("! EXPLORATORY");
    assert_shows("the statistic is not the one that the manifest declares");
    fixture_keys(app, "f 1 / 3 Enter");
    ck_assert_uint_eq(app_request(app)->n_statistic, 0); /* the declared one is not a choice */
    assert_hides("EXPLORATORY");
    fixture_keys(app, "f a c c Enter r");
    ck_assert_uint_eq(app_request(app)->n_statistic, 0);
    ck_assert_uint_eq(app_request(app)->n_adjusters, 3);
}
END_TEST

START_TEST(the_candidates_view_marks_the_session)
{
    ck_assert(!app_history(app)->viewed_candidates);
    fixture_keys(app, "5 1");
    ck_assert(app_history(app)->viewed_candidates);
    assert_shows("fixed !");
}
END_TEST

/* A ledger in a file of its own; looks counted of the arm mnist/mlp. */
static struct ledger own_ledger;

static struct app *app_with_ledger(const struct request *preset)
{
    static int n_made;
    char home[256];
    snprintf(home, sizeof home, "%s/%ld-%d", unit_folder(), (long)getpid(), n_made++);
    setenv("XDG_STATE_HOME", home, 1);
    struct study *study = fixture_study();
    char *manifest = unit_text_file("looked.yaml", "logvar: 1\n");
    ledger_open(&own_ledger, manifest, NULL);
    ck_assert_ptr_null(own_ledger.problem);
    struct app *made =
        app_new(study, &(struct app_options){.ledger = &own_ledger, .preset = preset});
    study_unref(study);
    fixture_answer(made, 1);
    free(manifest);
    return made;
}

static size_t looks_at(const char *arm)
{
    return ledger_count(&own_ledger, arm, LEDGER_CANDIDATES);
}

START_TEST(every_look_at_ranked_candidates_is_counted)
{
    static const struct {
        const char *keys;
        size_t looks; /* of mnist/mlp, in all */
    } steps[] = {
        {"1 2 3 4 6", 0}, /* the declared statistic in the Scatter view */
        {">", 1},         /* another candidate there */
        {"> > <", 1},     /* while it is open */
        {"] <", 1},       /* other arms were counted with it */
        {"5", 2},         /* the ranking */
        {"Right Right s S / v a l Enter Esc j k G n", 2}, /* sorted, searched, walked */
        {"Tab Down Down Space", 2},                       /* mlp is unticked */
        {"Space", 2},         /* and ticked again: it was shown before */
        {"Tab Space", 2},     /* a family less */
        {"1 5", 3},           /* come back to, without that family */
        {"Tab Tab Space", 4}, /* and with it: other candidates */
        {"7", 5},             /* by family */
        {"1 Tab Tab Tab Tab G Up Up Up Space", 5},
    };
    app_free(app);
    app = app_with_ledger(NULL);
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        fixture_keys(app, steps[i].keys);
        ck_assert_msg(looks_at("mnist/mlp") == steps[i].looks, "after \"%s\" (%zu): %zu looks",
                      steps[i].keys, i, looks_at("mnist/mlp"));
    }
    ledger_done(&own_ledger);
}
END_TEST

START_TEST(arms_ticked_while_candidates_are_ranked_are_counted)
{
    app_free(app);
    app = app_with_ledger(NULL);
    fixture_keys(app, "Down Down Space 5"); /* without mnist/mlp */
    ck_assert_uint_eq(looks_at("mnist/conv"), 1);
    ck_assert_uint_eq(looks_at("mnist/mlp"), 0);
    fixture_keys(app, "Tab Space");
    ck_assert_uint_eq(looks_at("mnist/conv"), 1);
    ck_assert_uint_eq(looks_at("mnist/mlp"), 1);
    app_mouse(app, APP_MOUSE_CLICK, 1, 3);
    ck_assert_uint_eq(looks_at("mnist/mlp"), 1);
    ledger_done(&own_ledger);
}
END_TEST

/* What folds picked, opened by Enter; and post hoc figures that a command line asked for. */
START_TEST(picks_and_preset_post_hoc_figures_are_looks)
{
    struct request preset;
    app_free(app);
    app = app_with_ledger(NULL);
    fixture_keys(app, "1 Right Right Right Right Enter"); /* fixed picks nothing */
    ck_assert_uint_eq(looks_at("mnist/mlp"), 0);
    ck_assert(!app_history(app)->viewed_candidates);
    fixture_keys(app, "Esc Right Enter");
    ck_assert_uint_eq(looks_at("mnist/mlp"), 1);
    ck_assert(app_history(app)->viewed_candidates);
    ledger_done(&own_ledger);
    app_free(app);
    struct study *study = fixture_study();
    request_init(&preset, study);
    preset.adjusters[0] = (struct adjuster){ADJUSTER_POSTHOC, 0};
    study_unref(study);
    app = app_with_ledger(&preset);
    ck_assert_uint_eq(looks_at("mnist/mlp"), 1);
    ck_assert(app_history(app)->viewed_candidates);
    ledger_done(&own_ledger);
    request_done(&preset);
}
END_TEST

START_TEST(post_hoc_figures_mark_the_session)
{
    fixture_keys(app, "Tab Tab Down Down Down Down Down");
    ck_assert(!app_history(app)->viewed_candidates);
    fixture_keys(app, "Space");
    ck_assert(app_history(app)->viewed_candidates);
}
END_TEST

START_TEST(a_view_asks_for_its_sections)
{
    ck_assert(app_request(app)->sections & 1u << SECTION_BUDGET);
    fixture_keys(app, "4");
    ck_assert(app_request(app)->sections & 1u << SECTION_NULL);
    ck_assert(app_request(app)->sections & 1u << SECTION_ARMS);
    fixture_keys(app, "1");
    ck_assert(!(app_request(app)->sections & 1u << SECTION_NULL));
}
END_TEST

START_TEST(changing_the_view_keeps_the_figures)
{
    ck_assert(app_is_settled(app));
    app_key_name(app, "4");
    ck_assert_ptr_nonnull(app_context(app).snapshot);
    ck_assert(!app_is_settled(app));
    app_key_name(app, "1");
    assert_shows("+17.8");
}
END_TEST

START_TEST(pairs_say_how_many_more_runs)
{
    fixture_keys(app, "2 Down");
    ck_assert(!(app_request(app)->sections & 1u << SECTION_MORE));
    assert_shows("mnist: conv - mixer: if the log were known");
    fixture_keys(app, "m");
    ck_assert(app_request(app)->sections & 1u << SECTION_MORE);
    assert_shows("More runs or not, raw");       /* whatever adjuster is in focus */
    assert_shows("mnist: conv - mixer: for +-"); /* the same row */
    fixture_keys(app, "}");
    assert_shows("More runs or not, raw");
    fixture_keys(app, "x");
    assert_shows("Theorem 2.2");
    fixture_keys(app, "Esc Enter");
    assert_shows("mnist: conv - mixer: more runs or not");
    assert_shows("best!");
    fixture_keys(app, "Esc m");
    ck_assert(!(app_request(app)->sections & 1u << SECTION_MORE));
    assert_shows("mnist: conv - mixer: if the log were known");
}
END_TEST

START_TEST(budgets_of_the_pair_that_was_looked_at)
{
    fixture_keys(app, "2 Down 3");
    assert_shows("mnist/conv, 10 runs:");
    fixture_keys(app, "p");
    assert_shows("mnist: conv - mixer, 10 runs each:");
    fixture_keys(app, "Down");
    assert_shows("mnist: mlp - mixer, 10 runs each:");
    fixture_keys(app, "o }");
    assert_shows("half-width (% narrower) against runs, best! exploratory");
    fixture_keys(app, "p o");
    assert_shows("mnist/conv, 10 runs:");
}
END_TEST

/* ---- moving about ---- */

static size_t row_under_cursor(void)
{
    return app_context(app).table->current;
}

START_TEST(the_cursor_does_not_jump_when_figures_refine)
{
    fixture_keys(app, "1 Right Right Right Right s");
    fixture_keys(app, "Down Down");
    app_key_name(app, "1");
    fixture_answer(app, 0.01);
    free(fixture_screen(app, 30, 100, false, false));
    size_t row = row_under_cursor(), place = app_context(app).table->row;
    for (int i = 1; i <= 20; i++) {
        fixture_answer(app, i / 20.0);
        free(fixture_screen(app, 30, 100, false, false));
        ck_assert_uint_eq(row_under_cursor(), row);
        if (i < 20)
            ck_assert_uint_eq(app_context(app).table->row, place);
    }
}
END_TEST

START_TEST(the_cursor_stays_on_its_arm_when_others_go)
{
    fixture_keys(app, "1 End");
    ck_assert_uint_eq(row_under_cursor(), 8);
    fixture_keys(app, "Tab Space 1"); /* the first group goes */
    free(fixture_screen(app, 30, 100, false, false));
    ck_assert_uint_eq(app_request(app)->arms[row_under_cursor()], 8);
}
END_TEST

START_TEST(escape_leaves_the_innermost_thing)
{
    fixture_keys(app, "1 Right Right Right Right Enter");
    assert_shows("effective runs     ");
    fixture_keys(app, "x");
    assert_shows("Does it pay?");
    fixture_keys(app, "Esc");
    assert_hides("Does it pay?");
    assert_shows("effective runs     ");
    fixture_keys(app, "Esc");
    assert_hides("effective runs     ");
    ck_assert(!app_wants_to_quit(app));
}
END_TEST

START_TEST(the_explanation_has_the_arms_own_numbers)
{
    fixture_keys(app, "1 Down Right Right Right Right x");
    assert_shows("mnist/mlp, fixed");
    assert_shows("val_loss@1/3");
    assert_shows("= 1/40 = 2.5 %");
    fixture_keys(app, "Esc Home Left Left x");
    assert_shows("test_acc at last");
}
END_TEST

START_TEST(narrowing_is_live_and_n_goes_on)
{
    fixture_keys(app, "1 / m i x");
    assert_hides("mnist/conv ");
    assert_shows("find: mix");
    fixture_keys(app, "Down");
    ck_assert_uint_eq(row_under_cursor(), 5);
    fixture_keys(app, "Up");
    fixture_keys(app, "Enter Esc");
    assert_shows("mnist/conv ");
    fixture_keys(app, "n");
    ck_assert_uint_eq(row_under_cursor(), 5);
    fixture_keys(app, "n n");
    ck_assert_uint_eq(row_under_cursor(), 2);
    fixture_keys(app, "N");
    ck_assert_uint_eq(row_under_cursor(), 8);
}
END_TEST

START_TEST(zoom_gives_the_view_all_columns)
{
    assert_shows("Arms");
    fixture_keys(app, "z");
    assert_hides("Arms");
    fixture_keys(app, "Tab");
    assert_shows("Arms");
}
END_TEST

START_TEST(keys_mean_letters_while_typing)
{
    fixture_keys(app, "/ q");
    ck_assert(!app_wants_to_quit(app));
    fixture_keys(app, "Esc q");
    ck_assert(app_wants_to_quit(app));
}
END_TEST

START_TEST(f10_leaves_from_anywhere)
{
    fixture_keys(app, "f v F10");
    ck_assert(app_wants_to_quit(app));
}
END_TEST

START_TEST(q_closes_a_window_first)
{
    fixture_keys(app, "? q");
    ck_assert(!app_wants_to_quit(app));
    fixture_keys(app, "q");
    ck_assert(app_wants_to_quit(app));
}
END_TEST

START_TEST(the_mouse_ticks_chooses_views_and_scrolls)
{
    app_mouse(app, APP_MOUSE_CLICK, 4, 3);
    ck_assert_uint_eq(app_request(app)->n_arms, 8);
    app_mouse(app, APP_MOUSE_CLICK, 1, 9);
    ck_assert_int_eq(app_view(app), VIEW_PAIRS);
    app_mouse(app, APP_MOUSE_CLICK, 1, 3);
    fixture_answer(app, 1);
    free(fixture_screen(app, 30, 100, false, false));
    app_mouse(app, APP_MOUSE_CLICK, 8, 33);
    size_t row = row_under_cursor();
    app_mouse(app, APP_MOUSE_WHEEL_DOWN, 8, 33);
    ck_assert_uint_eq(row_under_cursor(), row + 3);
    app_mouse(app, APP_MOUSE_CLICK, 500, -3); /* nowhere */
}
END_TEST

/* ---- files ---- */

static void type(const char *text)
{
    for (; *text; text++)
        app_key(app, (unsigned char)*text);
}

static char *read_text(const char *path)
{
    char *text = mem_zeroed(1 << 16, 1);
    FILE *in = fopen(path, "r");
    ck_assert_msg(in != NULL, "%s was not written", path);
    ck_assert_uint_gt(fread(text, 1, (1 << 16) - 1, in), 0);
    fclose(in);
    return text;
}

START_TEST(writing_asks_before_it_overwrites)
{
    char path[256];
    snprintf(path, sizeof path, "%s/screen.txt", unit_folder());
    fixture_keys(app, "w Ctrl-U");
    type(path);
    fixture_keys(app, "Enter");
    assert_shows("Written to");
    char *text = read_text(path);
    ck_assert_ptr_nonnull(strstr(text, "! EXPLORATORY"));
    ck_assert_ptr_nonnull(strstr(text, "+17.8"));
    free(text);
    free(unit_text_file("screen.txt", "precious"));
    for (int yes = 0; yes < 2; yes++) {
        fixture_keys(app, "w Ctrl-U");
        type(path);
        fixture_keys(app, "Enter");
        assert_shows("Overwrite?");
        app_key(app, yes ? 'y' : 'n');
        text = read_text(path);
        ck_assert_int_eq(!strcmp(text, "precious"), !yes);
        free(text);
    }
}
END_TEST

START_TEST(paths_are_completed)
{
    char path[256];
    free(unit_text_file("folder/a-long-name.txt", "x"));
    snprintf(path, sizeof path, "%s/fol", unit_folder());
    fixture_keys(app, "w Ctrl-U");
    type(path);
    fixture_keys(app, "Tab Tab Enter");
    assert_shows("a-long-name.txt exists");
}
END_TEST

static bool fake_report(void *user, struct study *study, const struct request *request,
                        const struct exploratory_history *history, const struct app_look *look,
                        const char *format, jobs_progress *progress, void *progress_user,
                        struct strbuf *out, struct strbuf *message)
{
    (void)user, (void)study, (void)history;
    if (!look->view || !progress(progress_user, 1, 2) || strcmp(format, "md") != 0) {
        strbuf_puts(message, "no such format");
        return false;
    }
    strbuf_printf(out, "%zu arms", request->n_arms);
    return true;
}

/* What the loop does on another thread. */
static void make_report(void)
{
    struct write_task *task = app_take_write(app);
    ck_assert_ptr_nonnull(task);
    ck_assert_ptr_null(app_take_write(app));
    write_task_run(task);
    app_end_write(app, task);
}

START_TEST(whole_reports_come_from_the_reporter)
{
    char path[256];
    struct study *study = fixture_study();
    finish();
    app = app_new(study, &(struct app_options){.report = fake_report});
    study_unref(study);
    free(fixture_screen(app, 30, 100, false, false));
    snprintf(path, sizeof path, "%s/report.md", unit_folder());
    fixture_keys(app, "w Ctrl-U");
    type(path);
    fixture_keys(app, "Enter");
    assert_shows("Making the report");
    make_report();
    char *text = read_text(path);
    ck_assert_str_eq(text, "9 arms");
    free(text);
    fixture_keys(app, "w Ctrl-U x . x y z Enter");
    make_report();
    assert_shows("no such format");
}
END_TEST

START_TEST(what_was_ticked_is_remembered_by_name)
{
    struct strbuf first, second;
    strbuf_init(&first);
    strbuf_init(&second);
    fixture_keys(app, "Down Space Tab Space Tab End Space f a c c Enter 2 Right s");
    remember_write(app, &first);
    finish();
    start();
    remember_read(app, first.text);
    ck_assert_uint_eq(app_request(app)->n_arms, 8);
    ck_assert_uint_eq(app_request(app)->families, 0x1e);
    ck_assert_str_eq(app_request(app)->statistic[0], "val_acc@e1");
    ck_assert_int_eq(app_view(app), VIEW_PAIRS);
    remember_write(app, &second);
    ck_assert_str_eq(first.text, second.text);
    strbuf_done(&first);
    strbuf_done(&second);
}
END_TEST

/* What was remembered before adjusters had their name. */
START_TEST(a_former_memory_is_read)
{
    remember_read(app, "logvar-state 1\nselector pca2\nadjuster best\n");
    ck_assert_uint_eq(app_request(app)->n_adjusters, 2);
    ck_assert_int_eq(app_request(app)->adjusters[0].kind, ADJUSTER_BEST);
    ck_assert_int_eq(app_request(app)->adjusters[1].kind, ADJUSTER_PCA);
    ck_assert_uint_eq(app_request(app)->adjusters[1].k, 2);
}
END_TEST

START_TEST(strange_memories_do_no_harm)
{
    static const char *const texts[] = {
        "",
        "logvar-state 2\nview pairs\n",
        "logvar-state 1\n",
        "logvar-state 1\nview\nsort x\n",
        "logvar-state 1\nview nowhere\nsort pairs 99999999999999 up\nadjuster zzz\narm-off\n",
        "logvar-state 1\nstatistic not_there\nfamily-off x\n\n\nlooked at nothing",
        "logvar-state 1\nsort pairs 900 down\nview pairs"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        remember_read(app, texts[i]);
        fixture_answer(app, 1);
        free(fixture_screen(app, 30, 100, false, false));
        ck_assert_uint_eq(app_request(app)->n_arms, 9);
    }
}
END_TEST

START_TEST(a_home_that_cannot_be_written_does_not_disturb)
{
    setenv("XDG_STATE_HOME", "/proc/nowhere", 1);
    remember_save(app);
    remember_load(app);
    unsetenv("XDG_STATE_HOME");
    unsetenv("HOME");
    remember_save(app);
    remember_load(app);
}
END_TEST

/* ---- another reading of the study ---- */

START_TEST(a_study_read_anew_keeps_what_was_chosen)
{
    fixture_keys(app, "Down Space Tab Space 2 Right f a c c Enter");
    fixture_keys(app, "Home");
    app_offer(app, "2 runs are new: u takes it in.");
    assert_shows("2 runs are new");
    app_key_name(app, "u");
    ck_assert(app_take_in(app));
    ck_assert(!app_take_in(app));
    struct study *study = fixture_study();
    study->arms[3].label = "fashion/renamed";
    unsigned long former = app_generation(app);
    app_replace_study(app, study);
    study_unref(study);
    ck_assert_uint_gt(app_generation(app), former);
    ck_assert_ptr_null(app_context(app).snapshot);
    ck_assert_uint_eq(app_request(app)->n_arms, 8);
    ck_assert_uint_eq(app_request(app)->arms[0], 1);
    ck_assert_uint_eq(app_request(app)->families, 0x1e);
    ck_assert_str_eq(app_request(app)->statistic[0], "val_acc@e1");
    ck_assert_int_eq(app_view(app), VIEW_PAIRS);
    fixture_answer(app, 1);
    free(fixture_screen(app, 30, 100, false, false));
}
END_TEST

START_TEST(an_offer_names_what_changed)
{
    struct strbuf offer;
    strbuf_init(&offer);
    reload_add_offer(&offer, &(struct watch_news){.n_grown = 1, .n_new = 2, .manifest = true});
    ck_assert_str_eq(offer.text, "1 run has changed, 2 runs are new, the manifest has changed: "
                                 "u takes it in.");
    strbuf_clear(&offer);
    reload_add_offer(&offer, &(struct watch_news){.n_files = 1});
    ck_assert_str_eq(offer.text, "1 file of runs has changed: u takes it in.");
    strbuf_done(&offer);
}
END_TEST

/* ---- names from outside ---- */

static void assert_harmless(const char *screen)
{
    for (const char *c = screen; *c; c++)
        ck_assert_msg((unsigned char)*c >= ' ' || *c == '\n', "byte %02x reaches the screen",
                      (unsigned char)*c);
    ck_assert(!strstr(screen, "\xe2\x80\xae")); /* right-to-left override */
    ck_assert(!strstr(screen, "\x7f"));
}

/* Control characters, escape sequences, invalid UTF-8 and directional marks, in every name that a
 * study has; every view, window and list shows them as marks or not at all. */
START_TEST(hostile_names_are_shown_as_marks)
{
    static const char evil[] = "\033]0;x\a\033[2J\r\n\x9b\x7f\xe2\x80\xae e\xcc\x81 \xff";
    struct study *study = fixture_study();
    finish();
    study->title = evil;
    for (size_t i = 0; i < study->n_groups; i++)
        study->groups[i] = evil;
    for (size_t i = 0; i < study->n_families; i++)
        study->families[i].name = evil;
    for (size_t i = 0; i < study->n_arms; i++) {
        struct arm *arm = &study->arms[i];
        arm->name = arm->group = arm->outcome.text = arm->outcome.metric = arm->outcome.unit = evil;
        arm->label = arena_printf(&study->arena, "%zu%s", i, evil);
        arm->statistic[0] = evil;
        for (size_t r = 0; r < arm->n_runs; r++)
            arm->runs[r] = evil;
        for (size_t j = 0; j < arm->n_candidates; j++)
            arm->candidates[j].name = j == 3 ? evil : arena_printf(&study->arena, "%zu%s", j, evil);
    }
    app = app_new(study, &(struct app_options){.n_threads = 1});
    study_unref(study);
    fixture_answer(app, 1);
    static const char *const keys[] = {"1",     "x",          "Esc Right Right Right Right Enter",
                                       "x",     "Esc Esc",    "2",
                                       "Enter", "x",          "Esc Esc",
                                       "3",     "x",          "Esc o",
                                       "4",     "x",          "Esc",
                                       "5",     "x",          "Esc",
                                       "6",     "x",          "Esc",
                                       "7",     "x",          "Esc",
                                       "f",     "Down Enter", "/ x",
                                       "Esc",   "w",          "Esc"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        fixture_keys(app, keys[i]);
        for (int wide = 0; wide < 2; wide++) {
            char *screen = fixture_screen(app, wide ? 50 : 24, wide ? 160 : 80, false, false);
            assert_harmless(screen);
            free(screen);
        }
    }
}
END_TEST

/* ---- endurance ---- */

static const char *random_key(struct rng *rng)
{
    static const char *const keys[] = {
        "Up",     "Down", "Left",      "Right", "PgUp",      "PgDn",   "Home", "End",    "Enter",
        "Esc",    "Tab",  "Shift-Tab", "Space", "Backspace", "Delete", "F1",   "Ctrl-U", "Ctrl-W",
        "Ctrl-L", "a",    "n",         "N",     "/",         "f",      "s",    "S",      "x",
        "r",      "u",    "?",         "z",     "o",         "[",      "]",    "{",      "}",
        "<",      ">",    "^",         "$",     "1",         "2",      "3",    "4",      "5",
        "6",      "7",    "8",         "*",     "é",         "j",      "k",    "g",      "G"};
    return keys[rng_below(rng, sizeof keys / sizeof *keys)];
}

static void random_step(struct rng *rng)
{
    unsigned long former = app_generation(app);
    uint32_t dice = rng_below(rng, 20);
    if (dice == 0)
        app_mouse(app, (enum app_mouse)rng_below(rng, 3), (int)rng_below(rng, 60) - 2,
                  (int)rng_below(rng, 170) - 2);
    else
        app_key_name(app, random_key(rng));
    if (app_generation(app) != former || dice == 1)
        fixture_answer(app, (double)rng_below(rng, 5) / 4);
    if (rng_below(rng, 3) == 0)
        free(fixture_screen(app, (int)rng_below(rng, 60), (int)rng_below(rng, 180),
                            rng_below(rng, 4) == 0, false));
}

/* LOGVAR_RANDOM_KEYS sets the number of keys for a longer run by hand. */
START_TEST(random_keys_at_random_sizes)
{
    const char *wanted = getenv("LOGVAR_RANDOM_KEYS");
    long n = wanted ? strtol(wanted, NULL, 10) : 3000;
    struct rng rng;
    rng_init(&rng, (struct rng_key){.seed = wanted ? (uint64_t)n : 1});
    for (long i = 0; i < n; i++)
        random_step(&rng);
    ck_assert(!app_wants_to_quit(app));
}
END_TEST

START_TEST(every_size_draws_something)
{
    for (int n_rows = 0; n_rows < 40; n_rows++)
        for (int n_columns = 0; n_columns < 130; n_columns += n_columns < 45 ? 1 : 7) {
            char *screen = fixture_screen(app, n_rows, n_columns, false, false);
            if (n_rows > 0 && n_columns > 3)
                ck_assert_msg(strspn(screen, " \n") < strlen(screen), "nothing at %dx%d", n_columns,
                              n_rows);
            free(screen);
        }
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {ticks_make_the_request,
                                  a_group_ticks_all_its_arms,
                                  all_and_none_obey_the_filter,
                                  figures_of_another_choice_are_never_shown,
                                  another_statistic_is_exploratory_and_reset_goes_back,
                                  the_candidates_view_marks_the_session,
                                  post_hoc_figures_mark_the_session,
                                  a_view_asks_for_its_sections,
                                  changing_the_view_keeps_the_figures,
                                  every_look_at_ranked_candidates_is_counted,
                                  arms_ticked_while_candidates_are_ranked_are_counted,
                                  picks_and_preset_post_hoc_figures_are_looks,
                                  pairs_say_how_many_more_runs,
                                  budgets_of_the_pair_that_was_looked_at,
                                  the_cursor_does_not_jump_when_figures_refine,
                                  the_cursor_stays_on_its_arm_when_others_go,
                                  escape_leaves_the_innermost_thing,
                                  the_explanation_has_the_arms_own_numbers,
                                  narrowing_is_live_and_n_goes_on,
                                  zoom_gives_the_view_all_columns,
                                  keys_mean_letters_while_typing,
                                  f10_leaves_from_anywhere,
                                  q_closes_a_window_first,
                                  the_mouse_ticks_chooses_views_and_scrolls,
                                  writing_asks_before_it_overwrites,
                                  paths_are_completed,
                                  whole_reports_come_from_the_reporter,
                                  what_was_ticked_is_remembered_by_name,
                                  a_former_memory_is_read,
                                  strange_memories_do_no_harm,
                                  a_home_that_cannot_be_written_does_not_disturb,
                                  a_study_read_anew_keeps_what_was_chosen,
                                  an_offer_names_what_changed,
                                  hostile_names_are_shown_as_marks,
                                  random_keys_at_random_sizes,
                                  every_size_draws_something};
    Suite *suite = suite_create("app");
    TCase *tcase = tcase_create("app");
    tcase_set_timeout(tcase, 600);
    tcase_add_checked_fixture(tcase, start, finish);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        tcase_add_test(tcase, tests[i]);
    suite_add_tcase(suite, tcase);
    return unit_main(suite);
}
