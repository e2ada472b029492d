/* Everything of one kernel file. The including file defines LANES_WIDTH and KERNELS_NAME, and has told
 * the compiler its instruction set. */
#include "engine/design.h"
#include "engine/kernels.h"
#include "engine/lanes.h"

#include <math.h>
#include <string.h>

/* The reduction first: two others stand on it. */
#include "engine/tridiagonal_lanes.h"

#include "engine/eigen_lanes.h"
#include "engine/gram_lanes.h"
#include "engine/products_lanes.h"
#include "engine/regress_lanes.h"
#include "engine/ridge_lanes.h"
#include "engine/score_lanes.h"
#include "engine/search_lanes.h"

/* Stands on those of eigen_lanes.h and ridge_lanes.h. */
#include "engine/average_lanes.h"

/* Stands on the sums of score_lanes.h. */
#include "engine/operator_lanes.h"

#define KERNELS_TEXT_OF(name) #name
#define KERNELS_TEXT(name) KERNELS_TEXT_OF(name)
#define KERNELS_SYMBOL_OF(name) kernels_##name
#define KERNELS_SYMBOL(name) KERNELS_SYMBOL_OF(name)

extern const struct kernels KERNELS_SYMBOL(KERNELS_NAME);
const struct kernels KERNELS_SYMBOL(KERNELS_NAME) = {
    .name = KERNELS_TEXT(KERNELS_NAME),
    .width = LANES_WIDTH,
    .score = score,
    .weigh = weigh,
    .products = products,
    .gather = gather,
    .centre = centre,
    .tridiagonal = tridiagonal,
    .leading = leading,
    .held_out = held_out,
    .regress = regress,
    .ridge = ridge,
    .leading_ridge = leading_ridge,
    .standards = standards,
    .weigh_singles = weigh_singles,
    .predict = predict,
    .operate = operate,
    .search = search,
};
