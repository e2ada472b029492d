/* The kernels for any CPU: two lanes at once, which every 64-bit machine has. */
#define LANES_WIDTH 2
#define KERNELS_NAME portable
#include "engine/kernels_body.h"
