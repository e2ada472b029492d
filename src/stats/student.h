/* Student's t and the standard normal, as intervals and tests need them.
 *
 * Degrees of freedom are real (Welch and Satterthwaite), >= some small positive number; NaN in, NaN
 * out. Probabilities are in (0, 1). Correct to 1e-12 relative over the ranges that the tests cover.
 * Pure functions, safe in any thread. */
#ifndef LOGVAR_STATS_STUDENT_H
#define LOGVAR_STATS_STUDENT_H

/* P(|T| > |t|). */
double student_two_sided_p(double t, double df);
double student_cdf(double t, double df);
/* t with P(T <= t) = p. */
double student_quantile(double p, double df);
double normal_quantile(double p);

/* One quantile at very many degrees of freedom (every draw of a budget curve has its own): a
 * Chebyshev series of log t in 1/df, df >= 1; agrees with student_quantile to 1e-10 relative and
 * costs a tenth of it. p > 1/2. */
enum { STUDENT_TABLE_TERMS = 40 };
struct student_table {
    double p;
    double terms[STUDENT_TABLE_TERMS];
};
void student_table_init(struct student_table *table, double p);
double student_table_quantile(const struct student_table *table, double df);

#endif
