/* GSL has the distribution functions; its inverse of the t distribution stops at about ten digits,
 * so a Newton step on the exact distribution function follows. The density cannot vanish where a
 * step is taken: p is inside (0, 1) and the start is already close. */
#include "stats/student.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <math.h>

/* p = P(|T_df| > |t|) = 2 (1 - F_df(|t|)) */
double student_two_sided_p(double t, double df)
{
    return 2 * gsl_cdf_tdist_Q(fabs(t), df);
}

double student_cdf(double t, double df)
{
    return gsl_cdf_tdist_P(t, df);
}

double normal_quantile(double p)
{
    return gsl_cdf_ugaussian_Pinv(p);
}

/* Past this many degrees of freedom t and the normal agree to double precision. */
#define NORMAL_DF 1e17

/* Newton: t + (F(t) - p wanted, taken from the upper tail) / density(t). */
double student_quantile(double p, double df)
{
    if (isnan(p) || isnan(df))
        return NAN;
    if (df > NORMAL_DF)
        return normal_quantile(p);
    if (p < 0.5)
        return -student_quantile(1 - p, df);
    double t = gsl_cdf_tdist_Pinv(p, df), density = gsl_ran_tdist_pdf(t, df);
    if (density > 0)
        t += (gsl_cdf_tdist_Q(t, df) - (1 - p)) / density;
    return t;
}

/* Chebyshev's nodes on [0, 1] for u = 1/df. */
static double node(int i)
{
    return 0.5 * (1 + cos(M_PI * (i + 0.5) / STUDENT_TABLE_TERMS));
}

/* c_k = (2/T) sum_i log t(1/u_i) cos(pi k (i + 1/2)/T), half of it for k = 0; u_i the T nodes. */
void student_table_init(struct student_table *table, double p)
{
    double logs[STUDENT_TABLE_TERMS];
    table->p = p;
    for (int i = 0; i < STUDENT_TABLE_TERMS; i++)
        logs[i] = log(student_quantile(p, 1 / node(i)));
    for (int k = 0; k < STUDENT_TABLE_TERMS; k++) {
        double sum = 0;
        for (int i = 0; i < STUDENT_TABLE_TERMS; i++)
            sum += logs[i] * cos(M_PI * k * (i + 0.5) / STUDENT_TABLE_TERMS);
        table->terms[k] = sum * (k ? 2.0 : 1.0) / STUDENT_TABLE_TERMS;
    }
}

/* log t = sum_k c_k T_k(2/df - 1), T_k Chebyshev's polynomials, by Clenshaw's recurrence. */
double student_table_quantile(const struct student_table *table, double df)
{
    if (!(df >= 1))
        return student_quantile(table->p, df);
    double x = 2 / df - 1, later = 0, latest = 0;
    for (int k = STUDENT_TABLE_TERMS - 1; k > 0; k--) {
        double value = 2 * x * latest - later + table->terms[k];
        later = latest;
        latest = value;
    }
    return exp(x * latest - later + table->terms[0]);
}
