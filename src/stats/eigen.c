#include "stats/eigen.h"

#include "base/mem.h"

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_math.h>
#include <stdlib.h>

struct eigen_workspace {
    size_t n_max;
    gsl_eigen_symmv_workspace *gsl;
};

struct eigen_workspace *eigen_workspace_new(size_t n_max)
{
    struct eigen_workspace *workspace = mem_zeroed(1, sizeof *workspace);
    workspace->n_max = n_max ? n_max : 1;
    workspace->gsl = gsl_eigen_symmv_alloc(workspace->n_max);
    if (!workspace->gsl)
        mem_exhausted();
    return workspace;
}

void eigen_workspace_free(struct eigen_workspace *workspace)
{
    if (!workspace)
        return;
    gsl_eigen_symmv_free(workspace->gsl);
    free(workspace);
}

static void transpose(size_t n, double *a)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++) {
            double kept = a[i * n + j];
            a[i * n + j] = a[j * n + i];
            a[j * n + i] = kept;
        }
}

void eigen_symmetric(size_t n, double *a, double *values, double *vectors,
                     struct eigen_workspace *workspace)
{
    gsl_matrix_view matrix = gsl_matrix_view_array(a, n, n);
    gsl_matrix_view columns = gsl_matrix_view_array(vectors, n, n);
    gsl_vector_view found = gsl_vector_view_array(values, n);
    /* GSL asks for a workspace of exactly the matrix's size and uses its first elements. */
    gsl_eigen_symmv_workspace sized = *workspace->gsl;
    sized.size = n;
    gsl_eigen_symmv(&matrix.matrix, &found.vector, &columns.matrix, &sized);
    gsl_eigen_symmv_sort(&found.vector, &columns.matrix, GSL_EIGEN_SORT_VAL_DESC);
    transpose(n, vectors);
}
