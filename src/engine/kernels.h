/* The inner loops of cross-fitting, compiled for several instruction sets from one source
 * (kernels_body.h) and chosen once, when the program first asks. All of them give the same bits.
 *
 * Arrays of vectors are aligned to 64 bytes (mem_aligned) and hold `width` lanes side by side: [i][W]
 * means element i of every lane, then element i + 1. Nothing here allocates or fails. */
#ifndef LOGVAR_ENGINE_KERNELS_H
#define LOGVAR_ENGINE_KERNELS_H

#include <stddef.h>
#include <stdint.h>

/* Rows of pairs that are multiplied together. */
enum { KERNELS_PAIR_TILE = 6, KERNELS_WIDTH_MAX = 8 };
/* Training folds whose weights stand side by side, whatever the width. */
enum { KERNELS_COLUMNS = 8 };
/* Columns that products are made of at once, at least. */
enum { KERNELS_PAIR_COLUMNS = 4 };
/* A training variance below this many times the smallest eligible one counts as unsafe. */
#define KERNELS_UNSAFE 100.0

/* Products of runs a >= b stand in this row … */
static inline size_t kernels_row(size_t a, size_t b)
{
    return a * (a + 1) / 2 + b;
}

/* … of so many (the last few mean nothing). */
static inline size_t kernels_rows(size_t n)
{
    size_t rows = n * (n + 1) / 2, rest = rows % KERNELS_PAIR_TILE;
    return rest ? rows + (KERNELS_PAIR_TILE - rest) : rows;
}

/* One training fold of a replicate; the last of n_folds + 1 is all its runs. */
struct kernel_fold {
    double inverse_n, n_less_1, mean_y; /* of the training runs */
};

struct kernel_split {
    size_t n_folds;
    const uint32_t *run, *start;
    const double *y;
    const struct kernel_fold *fold;
};

/* One lane's runs, by their places in what was multiplied: training runs ascending, then those held
 * out. */
struct kernel_lane {
    size_t n_train, n_held; /* 0 = idle */
    const uint32_t *run;
};

/* Products of every pair of n runs, weighted by columns [from, to). */
struct kernel_products {
    const double *x; /* [n_octets][n_pool][DESIGN_LANES] */
    size_t n_pool, n_octets;
    const uint32_t *run; /* [n] */
    size_t n;
    const double *weights; /* [columns / COLUMNS][n_octets * DESIGN_LANES][COLUMNS] */
    size_t from, to;
    /* [columns / W][kernels_rows(n)][W], row of the runs at places (a, b): kernels_row. Other columns
     * keep what they hold. */
    double *gram;
};

/* Ridge on the products G of W training folds, with penalties; see ridge_evidence in average_lanes.h. */
struct kernel_ridge {
    size_t n_penalties;
    const double *penalties;
    const double *y; /* [m][W] centred outcomes */
    double *duals;   /* [n_penalties], each [m][W], `stride` apart */
    size_t stride;
    double *fits;         /* [n_penalties][W] */
    double *determinants; /* [n_penalties][kernels_determinants(m)][W] */
};
enum { KERNELS_DETERMINANT = 32 };
static inline size_t kernels_determinants(size_t m)
{
    return (m + KERNELS_DETERMINANT - 1) / KERNELS_DETERMINANT;
}

/* What standardises every candidate in a training fold, and what each explains by itself; [slots]. */
struct kernel_standard {
    double *mean, *inverse_sd; /* 0: not eligible */
    double *low, *high;        /* within which standardised values are held */
    double *slope;             /* of y on the standardised candidate */
    double *explained;         /* sum of squares; -1: not eligible */
};

/* How candidates are weighed; see weigh_singles in average_lanes.h. */
struct kernel_singles {
    size_t n_less_1;
    double inverse_yy, largest; /* squared correlation */
    double weight[4], keep[4], rest[4];
};

/* The best so far of each lane: squared correlation = product / (square * syy). */
struct kernel_best {
    double product[8]; /* sxy^2; -1 = none yet */
    double square[8];  /* sxx */
    double octet[8];
};

/* In doubles: scratch of `score` and `weigh` a fold; of the others in all. */
#define KERNELS_PRODUCTS_WORK (32 * KERNELS_PAIR_TILE * 8)
#define KERNELS_SUMS_WORK 48
/* `score` wants that much for so many units of candidates. */
enum { KERNELS_UNITS = 4 };
#define KERNELS_TRIDIAGONAL_WORK(m) (3 * (m)*KERNELS_WIDTH_MAX)
#define KERNELS_LEADING_WORK(m) (((m) * (m) + 6 * (m)) * KERNELS_WIDTH_MAX)
#define KERNELS_REGRESS_WORK(m, columns)                                                           \
    (((m) * ((columns) + 1) + (columns) * ((columns) + 4)) * KERNELS_WIDTH_MAX)

#define KERNELS_AVERAGE_WORK(m) (((m) * (m) + 7 * (m)) * KERNELS_WIDTH_MAX)
#define KERNELS_STANDARDS_WORK(n_folds) (2 * ((n_folds) + 1) * 5 * KERNELS_WIDTH_MAX)
#define KERNELS_RIDGE_WORK(m) (((m) * (m) + 13 * (m)) * KERNELS_WIDTH_MAX)

struct kernels {
    const char *name;
    size_t width; /* W */
    /* score_lanes.h */
    void (*score)(const double *x, const double *floor, size_t n_octets, size_t n_pool,
                  double first_octet, const struct kernel_split *split, int all, double *sums,
                  struct kernel_best *best);
    void (*weigh)(const double *x, const double *floor, size_t n_octets, size_t n_pool,
                  const struct kernel_split *split, size_t from, size_t to, double *sums,
                  double *const *columns, uint8_t *unsafe);
    /* products_lanes.h */
    void (*products)(const struct kernel_products *p, double *work);
    /* gram_lanes.h */
    void (*gather)(const struct kernel_lane *lanes, size_t m, const double *gram, double *square,
                   double *held);
    void (*centre)(size_t m, size_t n_held, const double *n_train, double *a, double *held,
                   double *mean);
    /* eigen_lanes.h */
    void (*tridiagonal)(size_t m, size_t k, double *d, double *e, double *values, double *vectors,
                        size_t stride, double *work);
    void (*leading)(size_t m, size_t k, double *a, double *values, double *vectors, size_t stride,
                    double *work);
    void (*held_out)(size_t m, size_t n_held, size_t k, const double *held, const double *inverse,
                     double *vectors, size_t stride);
    /* regress_lanes.h */
    void (*regress)(size_t m, size_t n_held, size_t n_families, size_t k_max, const double *scores,
                    size_t family_stride, size_t component_stride, const double *y,
                    const double *n_train, double *plain, double *shrunk, double *n_columns,
                    double *deficient, double *work);
    /* ridge_lanes.h */
    void (*ridge)(size_t m, size_t n_held, const double *penalties, size_t n_penalties,
                  double *square, const double *held, const double *y, const double *n_train,
                  const double *n_eligible, double *moved, double *work);
    /* average_lanes.h */
    void (*leading_ridge)(size_t m, size_t k, double *a, double *values, double *vectors,
                          size_t stride, const struct kernel_ridge *ridges, double *work);
    void (*standards)(const double *x, const double *floor, size_t n_octets, size_t n_pool,
                      const struct kernel_split *split, size_t from, size_t to, double reach,
                      const struct kernel_standard *standard, double *best, double *sums);
    void (*weigh_singles)(size_t n_slots, const struct kernel_singles *singles,
                          const struct kernel_standard *standard, double *total);
    void (*predict)(const double *x, size_t n_pool, size_t from, size_t to, const uint32_t *run,
                    size_t n_train, size_t n_held, const double *dual, double dual_sum,
                    double factor, const struct kernel_standard *standard, double *moved);
    /* operator_lanes.h */
    void (*operate)(const double *x, size_t n_pool, size_t n_octets, const double *weights,
                    const uint32_t *run, size_t n, size_t n_train, const double *v, double *sums);
    /* search_lanes.h */
    void (*search)(const double *x, const double *floor, size_t n_octets, size_t n_pool,
                   const struct kernel_split *split, size_t from, size_t to, const double *const *y,
                   size_t n_permutations, double *sums, double *largest);
};

/* The widest that this machine runs; the same at every call. */
const struct kernels *kernels_best(void);
/* For tests and measurements: kernel sets in turn, from the plainest; NULL past the last one that this
 * machine runs. */
const struct kernels *kernels_number(size_t i);
/* For tests: makes kernels_best() give this one (NULL = choose again). Not while threads compute. */
void kernels_force(const struct kernels *kernels);

#endif
