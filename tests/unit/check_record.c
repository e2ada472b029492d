/* Register and ledger as files: whole, broken, cut off, changed, huge, locked, and with several
 * processes that write at once. */
#include "unit.h"

#include "base/file.h"
#include "base/mem.h"
#include "record/facts.h"
#include "record/journal.h"
#include "record/place.h"
#include "record/register.h"
#include "simulate/simulate.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static struct diags diags;
static char *manifest; /* a file, so that the study has a place */

static void start(void)
{
    char state[256];
    diags_init(&diags);
    manifest = unit_text_file("study.yaml", "logvar: 1\n");
    /* Every test has a state folder of its own, since each runs in a process of its own. */
    snprintf(state, sizeof state, "%s/state-%ld", unit_folder(), (long)getpid());
    setenv("XDG_STATE_HOME", state, 1);
}

static void finish(void)
{
    diags_done(&diags);
    free(manifest);
}

static char *own_path(const char *name)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%ld-%s", unit_folder(), (long)getpid(), name);
    return mem_strdup(path);
}

static void put(const char *path, const char *bytes, size_t n_bytes)
{
    FILE *out = fopen(path, "wb");
    ck_assert_ptr_nonnull(out);
    ck_assert_uint_eq(fwrite(bytes, 1, n_bytes, out), n_bytes);
    ck_assert_int_eq(fclose(out), 0);
}

static size_t size_of(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 ? (size_t)info.st_size : 0;
}

/* ---- the journal ---- */

START_TEST(what_is_not_there_is_empty)
{
    struct journal journal;
    char *path = own_path("none"), inside[300];
    ck_assert(journal_read(&journal, path, &diags) && !journal.exists && !journal.n_lines);
    journal_done(&journal);
    put(path, "", 0);
    ck_assert(journal_read(&journal, path, &diags) && journal.exists && !journal.n_lines);
    journal_done(&journal);
    snprintf(inside, sizeof inside, "%s/inside", path); /* a file is no folder */
    ck_assert(journal_read(&journal, inside, &diags) && !journal.exists);
    journal_done(&journal);
    ck_assert(!journal_read(&journal, unit_folder(), &diags)); /* a folder is not a file */
    journal_done(&journal);
    free(path);
}
END_TEST

/* The second of three lines is broken: it is named, and the others are read. */
START_TEST(broken_lines_are_named)
{
    static const char *const broken[] = {
        "hello",
        "{",
        "",
        "[1, 2]",
        "{} {}",
        "{\"a\": }",
        "{\"a\" 1}",
        "\"a\"",
        "{\"a\": [}",
        "null",
        "{\"a\": 1e}",
        "{\"a\": \"b}",
        "{\"a\": 1,}",
        "{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":{\"a\":1}}}}}}}}}"};
    char *path = own_path("broken"), text[400];
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++) {
        struct journal journal;
        struct diags said;
        diags_init(&said);
        put(path, text,
            (size_t)snprintf(text, sizeof text, "{\"n\": 1}\n%s\n{\"n\": 3}\n", broken[i]));
        ck_assert_msg(!journal_read(&journal, path, &said), "read: %s", broken[i]);
        ck_assert_uint_eq(journal.n_lines, 2);
        ck_assert_str_eq(journal_field(&journal.lines[1], "n"), "3");
        ck_assert_uint_eq(journal.lines[1].number, 3);
        ck_assert_uint_eq(said.n_errors, 1);
        ck_assert_uint_eq(said.items[0].line, 2);
        journal_done(&journal);
        diags_done(&said);
    }
    free(path);
}
END_TEST

START_TEST(fields_are_paths)
{
    struct journal journal;
    static const char text[] =
        "{\"a\": {\"b\": [1, -2.50e3, {\"c\": \"x\\ny\"}], \"d\": true}, \"e\": null}\n";
    static const char *const wanted[][2] = {
        {"a.b", "1"}, {"a.b", "-2.50e3"}, {"a.b.c", "x\ny"}, {"a.d", "true"}, {"e", "null"}};
    char *path = own_path("fields");
    put(path, text, sizeof text - 1);
    ck_assert(journal_read(&journal, path, &diags));
    ck_assert_uint_eq(journal.lines[0].n_fields, 5);
    for (size_t i = 0; i < 5; i++) {
        ck_assert_str_eq(journal.lines[0].fields[i].path, wanted[i][0]);
        ck_assert_str_eq(journal.lines[0].fields[i].text, wanted[i][1]);
    }
    ck_assert_ptr_null(journal_field(&journal.lines[0], "a.c"));
    journal_done(&journal);
    free(path);
}
END_TEST

/* On a busy machine the others may keep the file for longer than anybody waits: then it is tried again,
 * as a person would. */
enum { TRIES_MAX = 200 };

static void append_or_die(const char *path, const char *line)
{
    struct strbuf text;
    strbuf_init(&text);
    strbuf_puts(&text, line);
    for (int i = 0; !journal_append(path, &text, &diags); i++)
        if (i == TRIES_MAX)
            _exit(1);
    strbuf_done(&text);
}

static void wait_for_all(size_t n)
{
    for (size_t i = 0; i < n; i++) {
        int status;
        ck_assert(wait(&status) > 0);
        ck_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    }
}

START_TEST(processes_add_whole_lines)
{
    enum { N_PROCESSES = 4, N_LINES = 25, N_BYTES = 9000 };
    char *path = own_path("together"), *line = mem_zeroed(N_BYTES + 32, 1);
    size_t seen[N_PROCESSES] = {0};
    struct journal journal;
    for (int p = 0; p < N_PROCESSES; p++)
        if (fork() == 0) {
            int n = sprintf(line, "{\"p\": %d, \"t\": \"", p);
            memset(line + n, 'a' + p, N_BYTES);
            strcpy(line + n + N_BYTES, "\"}\n");
            for (int i = 0; i < N_LINES; i++)
                append_or_die(path, line);
            _exit(0);
        }
    wait_for_all(N_PROCESSES);
    ck_assert(journal_read(&journal, path, &diags));
    ck_assert_uint_eq(journal.n_lines, N_PROCESSES * N_LINES);
    for (size_t i = 0; i < journal.n_lines; i++)
        seen[atoi(journal_field(&journal.lines[i], "p"))]++;
    for (int p = 0; p < N_PROCESSES; p++)
        ck_assert_uint_eq(seen[p], N_LINES);
    journal_done(&journal);
    free(line);
    free(path);
}
END_TEST

/* Somebody keeps the file: it is said, nothing is added, and later it works. */
START_TEST(a_locked_file_is_given_up)
{
    char *path = own_path("locked");
    struct strbuf line;
    strbuf_init(&line);
    strbuf_puts(&line, "{}\n");
    put(path, "", 0);
    int fd = open(path, O_RDONLY);
    ck_assert_int_eq(flock(fd, LOCK_EX), 0);
    ck_assert(!journal_append(path, &line, &diags));
    ck_assert_ptr_nonnull(strstr(diags.items[0].message, "another process"));
    ck_assert_uint_eq(size_of(path), 0);
    close(fd);
    ck_assert(journal_append(path, &line, &diags));
    ck_assert_uint_eq(size_of(path), 3);
    strbuf_done(&line);
    free(path);
}
END_TEST

/* Half a line does not stay when the rest does not fit. */
START_TEST(a_full_disk_leaves_the_file_as_it_was)
{
    char *path = own_path("full");
    struct rlimit limit = {100, 100};
    struct strbuf line;
    strbuf_init(&line);
    strbuf_puts(&line, "{\"a\": \"");
    for (int i = 0; i < 200; i++)
        strbuf_add_char(&line, 'x');
    strbuf_puts(&line, "\"}\n");
    put(path, "{\"n\": 1}\n", 9);
    signal(SIGXFSZ, SIG_IGN);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    ck_assert(!journal_append(path, &line, &diags));
    ck_assert_uint_eq(size_of(path), 9);
    ck_assert_uint_eq(diags.n_errors, 1);
    strbuf_done(&line);
    free(path);
}
END_TEST

START_TEST(huge_files)
{
    struct journal journal;
    char *path = own_path("huge");
    enum { N = 200000 };
    char *bytes = mem_zeroed(9 * (size_t)N + 1, 1);
    memset(bytes, '\n', N);
    put(path, bytes, N); /* many lines that are none */
    ck_assert(!journal_read(&journal, path, &diags));
    ck_assert_uint_eq(journal.n_lines, 0);
    ck_assert_uint_eq(diags.n_errors, N);
    journal_done(&journal);
    for (size_t i = 0; i < N; i++)
        memcpy(bytes + 9 * i, "{\"a\": 1}\n", 9);
    put(path, bytes, 9 * (size_t)N);
    ck_assert(journal_read(&journal, path, &diags));
    ck_assert_uint_eq(journal.n_lines, N);
    journal_done(&journal);
    ck_assert_int_eq(truncate(path, (off_t)JOURNAL_BYTES_MAX + 1), 0); /* sparse */
    ck_assert(!journal_read(&journal, path, &diags));
    journal_done(&journal);
    free(bytes);
    free(path);
}
END_TEST

/* ---- the register ---- */

static struct study *make_study(size_t n_runs)
{
    struct simulation simulation = simulation_defaults();
    simulation.n_runs = n_runs;
    simulation.n_candidates = 6;
    simulation.n_families = 2;
    struct study *study = simulate_study(&simulation);
    study->path = manifest;
    return study;
}

static size_t count_registrations(const char *path)
{
    struct registrations all;
    struct diags said;
    diags_init(&said);
    bool fine = registrations_read(&all, path, &said);
    size_t n = all.n;
    registrations_done(&all);
    diags_done(&said);
    return fine ? n : SIZE_MAX;
}

/* Two registrations of one study. */
static struct file_bytes two_registrations(const char *path)
{
    struct file_bytes file;
    struct study *study = make_study(4);
    ck_assert(register_study(study, path, &diags) && register_study(study, path, &diags));
    ck_assert_uint_eq(count_registrations(path), 2);
    ck_assert(file_read(path, 1 << 20, &file, &diags));
    study_unref(study);
    return file;
}

START_TEST(cut_anywhere_it_is_noticed)
{
    char *path = own_path("cut.register.jsonl");
    struct file_bytes file = two_registrations(path);
    size_t first = (size_t)((char *)memchr(file.bytes, '\n', file.n_bytes) - file.bytes) + 1;
    for (size_t n = 0; n <= file.n_bytes; n++) {
        put(path, file.bytes, n);
        size_t wanted = n == 0 ? 0 : n == first ? 1 : n == file.n_bytes ? 2 : SIZE_MAX;
        ck_assert_msg(count_registrations(path) == wanted, "cut at %zu", n);
    }
    file_bytes_done(&file);
    free(path);
}
END_TEST

/* Whatever byte of a line is changed that has another line after it. */
START_TEST(a_changed_byte_is_noticed)
{
    char *path = own_path("changed.register.jsonl");
    struct file_bytes file = two_registrations(path);
    char *end = memchr(file.bytes, '\n', file.n_bytes);
    for (char *at = file.bytes; at < end; at++) {
        *at ^= 1;
        put(path, file.bytes, file.n_bytes);
        ck_assert_msg(count_registrations(path) == SIZE_MAX, "byte %td", at - file.bytes);
        *at ^= 1;
    }
    file_bytes_done(&file);
    free(path);
}
END_TEST

START_TEST(to_a_damaged_register_nothing_is_added)
{
    char *path = own_path("damaged.register.jsonl");
    struct study *study = make_study(4);
    put(path, "{\"logvar_register\": 1}\n", 23);
    ck_assert(!register_study(study, path, &diags));
    ck_assert_uint_eq(size_of(path), 23);
    put(path, "{\"logvar_register\": 2}\n", 23);
    ck_assert(!register_study(study, path, &diags));
    ck_assert_ptr_nonnull(strstr(diags.items[2].message, "later version"));
    ck_assert_uint_eq(size_of(path), 23);
    study_unref(study);
    free(path);
}
END_TEST

/* Each line is bound to the one before, whoever wrote that. */
START_TEST(processes_register_at_once)
{
    enum { N_PROCESSES = 4, N_EACH = 5 };
    char *path = own_path("together.register.jsonl");
    struct study *study = make_study(4);
    for (int p = 0; p < N_PROCESSES; p++)
        if (fork() == 0) {
            for (int i = 0, tries = 0; i < N_EACH; tries++) {
                i += register_study(study, path, &diags);
                if (tries == TRIES_MAX)
                    _exit(1);
            }
            _exit(0);
        }
    wait_for_all(N_PROCESSES);
    ck_assert_uint_eq(count_registrations(path), N_PROCESSES * N_EACH);
    study_unref(study);
    free(path);
}
END_TEST

START_TEST(a_register_that_cannot_be_written)
{
    char path[300];
    struct study *study = make_study(4);
    snprintf(path, sizeof path, "%s/no-such-folder/x.register.jsonl", unit_folder());
    ck_assert(!register_study(study, path, &diags));
    ck_assert_ptr_nonnull(strstr(diags.items[0].message, "nothing can be added"));
    study_unref(study);
}
END_TEST

START_TEST(facts_of_runs_then_and_now)
{
    struct study *before = make_study(6), *after = make_study(8);
    char *path = register_path(manifest);
    /* Runs of the smaller study are runs of the larger one under the same names, others altered. */
    unlink(path);
    ck_assert(register_study(before, path, &diags));
    struct record_facts *facts = record_facts_new(before, &diags);
    ck_assert_int_eq(facts->state, REGISTER_KEPT);
    ck_assert_uint_eq(facts->n_after + facts->n_gone + facts->n_altered, 0);
    ck_assert(record_history(facts).registered_first);
    record_facts_free(facts);
    facts = record_facts_new(after, &diags);
    ck_assert_uint_eq(facts->n_after, 2 * after->n_arms);
    ck_assert_uint_eq(facts->n_gone, 0);
    record_facts_free(facts);
    double kept = after->arms[0].y[0];
    ((double *)after->arms[0].y)[0] = kept + 1;
    unlink(path);
    ck_assert(register_study(after, path, &diags));
    ((double *)after->arms[0].y)[0] = kept;
    facts = record_facts_new(after, &diags);
    ck_assert_uint_eq(facts->n_altered, 1);
    ck_assert(record_history(facts).registered_otherwise);
    record_facts_free(facts);
    facts = record_facts_new(before, &diags);
    ck_assert_uint_eq(facts->n_gone, 2 * after->n_arms);
    ck_assert(record_history(facts).runs_left_out);
    record_facts_free(facts);
    unlink(path);
    free(path);
    study_unref(before);
    study_unref(after);
}
END_TEST

/* ---- the ledger ---- */

START_TEST(what_two_explorers_note_is_counted_once)
{
    struct study *study = make_study(4);
    struct request request;
    struct ledger one, other;
    size_t arm = 0;
    request_init(&request, study);
    ledger_open(&one, study->path, &diags);
    ledger_open(&other, study->path, &diags);
    ledger_note_request(&one, study, &request);
    ledger_note_request(&other, study, &request);
    ledger_note_candidates(&one, study, &arm, 1);
    ledger_note_candidates(&other, study, &arm, 1);
    ledger_done(&one);
    ledger_done(&other);
    ledger_open(&one, study->path, &diags);
    ck_assert_ptr_null(one.problem);
    ck_assert_uint_eq(ledger_count(&one, study->arms[0].label, LEDGER_STATISTIC), 1);
    ck_assert_uint_eq(ledger_count(&one, study->arms[0].label, LEDGER_ADJUSTER),
                      request.n_adjusters);
    ck_assert_uint_eq(ledger_count(&one, study->arms[0].label, LEDGER_CANDIDATES), 2);
    ck_assert_uint_eq(ledger_count(&one, study->arms[1].label, LEDGER_CANDIDATES), 0);
    ledger_done(&one);
    request_done(&request);
    study_unref(study);
}
END_TEST

static void put_ledger(const char *text)
{
    char *path = place_study_file(manifest, "ledger.jsonl");
    place_make_folders(path);
    put(path, text, strlen(text));
    free(path);
}

START_TEST(the_first_look_is_the_earliest)
{
    struct ledger ledger;
    put_ledger(
        "{\"time\": \"2026-03\", \"arm\": \"a\", \"what\": \"candidates\", \"detail\": \"\"}\n"
        "{\"time\": \"2026-01\", \"arm\": \"b\", \"what\": \"candidates\", \"detail\": \"\"}\n"
        "{\"time\": \"2026-00\", \"arm\": \"b\", \"what\": \"statistic\", \"detail\": \"x\"}\n");
    ledger_open(&ledger, manifest, &diags);
    ck_assert_ptr_null(ledger.problem);
    ck_assert_str_eq(ledger_first_look(&ledger), "2026-01");
    ledger_done(&ledger);
}
END_TEST

/* A ledger from before adjusters had their name goes on: what was noted is not noted again. */
START_TEST(a_former_ledger_goes_on)
{
    struct ledger ledger;
    put_ledger(
        "{\"time\": \"2026-03\", \"arm\": \"a\", \"what\": \"selector\", \"detail\": \"best\"}\n"
        "{\"time\": \"2026-04\", \"arm\": \"a\", \"what\": \"adjuster\", \"detail\": \"best\"}\n"
        "{\"time\": \"2026-05\", \"arm\": \"a\", \"what\": \"adjuster\", \"detail\": \"pca1\"}\n");
    ledger_open(&ledger, manifest, &diags);
    ck_assert_ptr_null(ledger.problem);
    ck_assert_uint_eq(ledger_count(&ledger, "a", LEDGER_ADJUSTER), 2);
    ledger_done(&ledger);
}
END_TEST

/* What cannot be kept is still counted while the program runs, and the file is left alone. */
START_TEST(a_damaged_ledger_is_not_added_to)
{
    struct study *study = make_study(4);
    struct ledger ledger;
    size_t arm = 0;
    char *path = place_study_file(manifest, "ledger.jsonl");
    put_ledger(
        "{\"time\": \"2026-03\", \"arm\": \"a\", \"what\": \"nothing\", \"detail\": \"\"}\n");
    size_t size = size_of(path);
    ledger_open(&ledger, study->path, &diags);
    ck_assert_str_eq(ledger.problem, "its file is damaged");
    ck_assert_uint_eq(diags.n_errors, 1);
    ledger_note_candidates(&ledger, study, &arm, 1);
    ck_assert_uint_eq(ledger_count(&ledger, study->arms[0].label, LEDGER_CANDIDATES), 1);
    ck_assert_uint_eq(size_of(path), size);
    ledger_done(&ledger);
    study_unref(study);
    free(path);
}
END_TEST

START_TEST(no_home_and_no_place)
{
    struct ledger ledger;
    char *file = unit_text_file("file", "");
    setenv("XDG_STATE_HOME", file, 1);
    ledger_open(&ledger, manifest, NULL);
    ck_assert_str_eq(ledger.problem, "its place cannot be written to");
    ledger_done(&ledger);
    setenv("XDG_STATE_HOME", "relative", 1); /* not to be followed */
    unsetenv("HOME");
    ledger_open(&ledger, manifest, NULL);
    ck_assert_str_eq(ledger.problem, "there is no home for it");
    ledger_done(&ledger);
    free(file);
}
END_TEST

START_TEST(links_lead_to_one_ledger)
{
    char *link = own_path("link.yaml"), *other = unit_text_file("other.yaml", "logvar: 1\n");
    ck_assert_int_eq(symlink(manifest, link), 0);
    char *a = place_study_file(manifest, "x"), *b = place_study_file(link, "x");
    char *c = place_study_file(other, "x");
    ck_assert_str_eq(a, b);
    ck_assert_str_ne(a, c);
    ck_assert_ptr_null(place_study_file("/no/such/study.yaml", "x"));
    free(a), free(b), free(c), free(link), free(other);
}
END_TEST

START_TEST(a_huge_ledger)
{
    enum { N = 60000 };
    struct strbuf text;
    struct ledger ledger;
    strbuf_init(&text);
    for (int i = 0; i < N; i++)
        if (i % 2)
            strbuf_printf(&text,
                          "{\"time\": \"2026-03\", \"arm\": \"a\", \"what\": \"statistic\", "
                          "\"detail\": \"s%d\"}\n",
                          i / 2 % 1000);
        else
            strbuf_puts(&text, "{\"time\": \"2026-03\", \"arm\": \"a\", \"what\": \"candidates\", "
                               "\"detail\": \"\"}\n");
    put_ledger(text.text);
    strbuf_done(&text);
    ledger_open(&ledger, manifest, &diags);
    ck_assert_ptr_null(ledger.problem);
    ck_assert_uint_eq(ledger_count(&ledger, "a", LEDGER_STATISTIC), 1000);
    ck_assert_uint_eq(ledger_count(&ledger, "a", LEDGER_CANDIDATES), N / 2);
    ledger_done(&ledger);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {what_is_not_there_is_empty,
                                  broken_lines_are_named,
                                  fields_are_paths,
                                  processes_add_whole_lines,
                                  a_locked_file_is_given_up,
                                  a_full_disk_leaves_the_file_as_it_was,
                                  huge_files,
                                  cut_anywhere_it_is_noticed,
                                  a_changed_byte_is_noticed,
                                  to_a_damaged_register_nothing_is_added,
                                  processes_register_at_once,
                                  a_register_that_cannot_be_written,
                                  facts_of_runs_then_and_now,
                                  what_two_explorers_note_is_counted_once,
                                  the_first_look_is_the_earliest,
                                  a_former_ledger_goes_on,
                                  a_damaged_ledger_is_not_added_to,
                                  no_home_and_no_place,
                                  links_lead_to_one_ledger,
                                  a_huge_ledger};
    Suite *suite = suite_create("record");
    TCase *all = tcase_create("record");
    tcase_add_checked_fixture(all, start, finish);
    tcase_set_timeout(all, 120);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        tcase_add_test(all, tests[i]);
    suite_add_tcase(suite, all);
    return unit_main(suite);
}
