/* What every unit test program shares: its main (TAP on standard output, exit status from Check),
 * the place of the sources, and where the reference data and real logs are. */
#ifndef LOGVAR_TESTS_UNIT_H
#define LOGVAR_TESTS_UNIT_H

#include <check.h>

/* Runs the suite and returns the exit status for main. */
int unit_main(Suite *suite);
/* A suite with one test case that holds the tests, for the common case. */
Suite *unit_suite(const char *name, const TTest *const *tests, unsigned n_tests);

/* A path under the source tree ("tests/ref/x.csv"); newly allocated. */
char *unit_source_path(const char *relative);
/* A path under the folder with reference data and real logs, or NULL if it is not there. */
char *unit_shared_path(const char *relative);
/* A file with this content in the test's own temporary folder; newly allocated path. */
char *unit_file(const char *name, const void *bytes, unsigned long n_bytes);
char *unit_text_file(const char *name, const char *text);
/* The temporary folder itself (removed when the program ends). */
const char *unit_folder(void);

/* |a - b| <= relative * max(|a|, |b|). */
#define unit_assert_near(a, b, relative)                                                           \
    do {                                                                                           \
        double unit_a = (a), unit_b = (b), unit_r = (relative);                                    \
        double unit_m = unit_a < 0 ? -unit_a : unit_a, unit_n = unit_b < 0 ? -unit_b : unit_b;     \
        double unit_d = unit_a < unit_b ? unit_b - unit_a : unit_a - unit_b;                       \
        ck_assert_msg(unit_d <= unit_r * (unit_m > unit_n ? unit_m : unit_n),                      \
                      "%s = %.17g, %s = %.17g differ by more than %g relative", #a, unit_a, #b,    \
                      unit_b, unit_r);                                                             \
    } while (0)

#endif
