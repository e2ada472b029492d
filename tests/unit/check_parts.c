/* Parts of a report: in any order they make the whole; what does not fit is refused by name. */
#include "unit.h"

#include "base/mem.h"
#include "jobs/jobs.h"
#include "jobs/part.h"
#include "small.h"
#include "snapshots.h"

#include <stdlib.h>
#include <string.h>

static char *write_part(struct study *study, const struct request *request, size_t index,
                        size_t count, const char *name)
{
    struct strbuf out;
    struct diags diags;
    strbuf_init(&out);
    diags_init(&diags);
    ck_assert(jobs_shard(study, request, 2, index, count, NULL, NULL, &out, &diags));
    char *path = unit_file(name, out.text, out.length);
    strbuf_done(&out);
    diags_done(&diags);
    return path;
}

/* The merged text, or NULL and *message, the first error. */
static char *merge(struct study *study, char *const *paths, size_t n_paths, char **message)
{
    struct diags diags;
    diags_init(&diags);
    struct snapshot *snapshot =
        jobs_merge(study, NULL, (const char *const *)paths, n_paths, &diags);
    ck_assert((snapshot == NULL) == (diags.n_errors > 0));
    char *text = snapshot ? snapshot_text(snapshot) : NULL;
    if (message && diags.n_errors) {
        struct strbuf all;
        strbuf_init(&all);
        for (size_t i = 0; i < diags.n_items; i++)
            strbuf_printf(&all, "%s: %s\n", diags.items[i].file ? diags.items[i].file : "",
                          diags.items[i].message);
        *message = strbuf_steal(&all);
        strbuf_done(&all);
    }
    snapshot_unref(snapshot);
    diags_done(&diags);
    return text;
}

static void assert_refused(struct study *study, char *const *paths, size_t n_paths,
                           const char *first, const char *second)
{
    char *message = NULL;
    ck_assert_ptr_null(merge(study, paths, n_paths, &message));
    ck_assert_msg(strstr(message, first) && strstr(message, second), "%s", message);
    free(message);
}

START_TEST(parts_in_any_order_make_the_whole)
{
    struct study *study = small_study();
    struct request request;
    small_request(&request, study, ALL_SECTIONS);
    request.settings.splits = 150; /* several tasks a lane */
    request.statistic[request.n_statistic++] = strdup("training-loss:12");
    request.families = 5;
    char *whole = run_text(study, &request, 2);
    char *paths[] = {write_part(study, &request, 3, 3, "c.part"),
                     write_part(study, &request, 1, 3, "a.part"),
                     write_part(study, &request, 2, 3, "b.part")};
    char *merged = merge(study, paths, 3, NULL);
    ck_assert_str_eq(whole, merged);
    free(whole);
    free(merged);
    for (size_t i = 0; i < 3; i++)
        free(paths[i]);
    request_done(&request);
    study_unref(study);
}
END_TEST

START_TEST(one_part_is_the_whole)
{
    struct study *study = small_study();
    struct request request;
    small_request(&request, study, 1u << SECTION_ARMS | 1u << SECTION_FAMILIES);
    char *whole = run_text(study, &request, 2);
    char *path = write_part(study, &request, 1, 1, "only.part");
    char *merged = merge(study, &path, 1, NULL);
    ck_assert_str_eq(whole, merged);
    free(whole);
    free(merged);
    free(path);
    request_done(&request);
    study_unref(study);
}
END_TEST

/* More parts than there is work: some are empty, and still needed. */
START_TEST(empty_parts)
{
    struct study *study = small_study();
    struct request request;
    char *paths[8];
    small_request(&request, study, 1u << SECTION_ARMS);
    request.settings.splits = 3;
    for (size_t i = 0; i < 8; i++) {
        char name[] = "0.part";
        name[0] = (char)('0' + i);
        paths[i] = write_part(study, &request, i + 1, 8, name);
    }
    char *whole = run_text(study, &request, 1), *merged = merge(study, paths, 8, NULL);
    ck_assert_str_eq(whole, merged);
    assert_refused(study, paths, 7, "part 8 of 8 is missing", "");
    free(whole);
    free(merged);
    for (size_t i = 0; i < 8; i++)
        free(paths[i]);
    request_done(&request);
    study_unref(study);
}
END_TEST

START_TEST(parts_that_do_not_belong)
{
    struct study *study = small_study();
    struct request request;
    small_request(&request, study, 1u << SECTION_ARMS);
    char *first = write_part(study, &request, 1, 2, "first.part");
    char *second = write_part(study, &request, 2, 2, "second.part");
    char *third = write_part(study, &request, 1, 3, "third.part");
    request.settings.seed++;
    char *seed = write_part(study, &request, 2, 2, "seed.part");
    request.settings.seed--;
    study->arms[2].y[4] += 1e-9;
    char *changed = write_part(study, &request, 2, 2, "changed.part");
    study->arms[2].y[4] -= 1e-9;
    char *none = unit_text_file("none.part", "not a part at all");
    assert_refused(study, (char *[]){first}, 1, "part 2 of 2 is missing", "");
    assert_refused(study, (char *[]){first, first}, 2, "first.part: this is part 1 of 2",
                   "part 2 of 2 is missing");
    assert_refused(study, (char *[]){first, third}, 2, "third.part: this is part 1 of 3",
                   "first.part");
    assert_refused(study, (char *[]){first, seed}, 2, "seed.part", "other settings");
    assert_refused(study, (char *[]){first, changed}, 2, "changed.part", "another study");
    assert_refused(study, (char *[]){first, none, second}, 3, "none.part", "not a part");
    assert_refused(study, (char *[]){first, (char *)"absent.part"}, 2, "absent.part", "");
    char *const all[] = {first, second, third, seed, changed, none};
    for (size_t i = 0; i < 6; i++)
        free(all[i]);
    request_done(&request);
    study_unref(study);
}
END_TEST

/* Cut anywhere, or with any byte changed, a part is refused; nothing is read beyond its end. */
START_TEST(damaged_parts)
{
    struct study *study = small_study();
    struct request request;
    struct strbuf out;
    struct diags diags;
    small_request(&request, study, 1u << SECTION_ARMS);
    request.n_adjusters = 1;
    request.settings.splits = 2;
    strbuf_init(&out);
    diags_init(&diags);
    ck_assert(jobs_shard(study, &request, 1, 1, 1, NULL, NULL, &out, &diags));
    for (size_t at = 0; at < out.length; at += 7) {
        char *copy = mem_strndup(out.text, out.length);
        struct part_bytes part = {"x", copy, at};
        memcpy(copy, out.text, out.length);
        ck_assert_ptr_null(jobs_merge_bytes(study, NULL, &part, 1, &diags));
        copy[at] ^= 0x11;
        part.n_bytes = out.length;
        ck_assert_ptr_null(jobs_merge_bytes(study, NULL, &part, 1, &diags));
        free(copy);
    }
    ck_assert_uint_gt(diags.n_errors, 0);
    strbuf_done(&out);
    diags_done(&diags);
    request_done(&request);
    study_unref(study);
}
END_TEST

/* A request is read only as it could have been asked for: nothing is computed, and no memory taken, by
 * the word of a file. */
START_TEST(requests_out_of_bounds)
{
    static const struct {
        const char *line, *instead;
    } changes[] = {{"folds 5\n", "folds 1\n"},
                   {"splits 2\n", "splits 0\n"},
                   {"splits 2\n", "splits 99999999999\n"},
                   {"draws ", "draws 9999999"},
                   {"level 0.95\n", "level 1\n"},
                   {"power 0.8\n", "power nan\n"},
                   {"sections 1\n", "sections 65537\n"},
                   {"half-width 0\n", "half-width -1\n"},
                   {"tuned-at 0\n", "tuned-at 9999999999\n"},
                   {"level", "budget 9\nbudget 9\nlevel"},
                   {"adjuster 5:fixed\n", "adjuster 3:raw\n"},
                   {"adjuster 5:fixed\n", "adjuster 5:fixed\nadjuster 5:fixed\n"}};
    struct study *study = small_study();
    struct request request, read;
    struct strbuf text;
    strbuf_init(&text);
    small_request(&request, study, 1u << SECTION_ARMS);
    request.n_adjusters = 1;
    request.settings.splits = 2;
    part_write_request(&request, study, &text);
    ck_assert(part_read_request(text.text, study, &read));
    request_done(&read);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        struct strbuf changed;
        strbuf_init(&changed);
        const char *at = strstr(text.text, changes[i].line);
        ck_assert_msg(at != NULL, "%s is not in\n%s", changes[i].line, text.text);
        strbuf_add(&changed, text.text, (size_t)(at - text.text));
        strbuf_printf(&changed, "%s%s", changes[i].instead, at + strlen(changes[i].line));
        ck_assert_msg(!part_read_request(changed.text, study, &read), "%s", changes[i].instead);
        strbuf_done(&changed);
    }
    strbuf_done(&text);
    request_done(&request);
    study_unref(study);
}
END_TEST

int main(void)
{
    const TTest *const tests[] = {
        parts_in_any_order_make_the_whole, one_part_is_the_whole, empty_parts,
        parts_that_do_not_belong,          damaged_parts,         requests_out_of_bounds};
    return unit_main(unit_suite("parts", tests, sizeof tests / sizeof *tests));
}
