/* Everything of one kernel file. The including file defines LANES_WIDTH and KERNELS_NAME, and has told
 * the compiler its instruction set. */
#include "estimate/design.h"
#include "estimate/kernels.h"
#include "estimate/lanes.h"

/* The reduction first: two others stand on it. */
#include "estimate/tridiagonal_lanes.h"

#include "estimate/eigen_lanes.h"
#include "estimate/gram_lanes.h"
#include "estimate/regress_lanes.h"
#include "estimate/ridge_lanes.h"
#include "estimate/score_lanes.h"
#include "estimate/search_lanes.h"

/* Stands on the sums of score_lanes.h. */
#include "estimate/operator_lanes.h"

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
    .operate = operate,
    .search = search,
};
