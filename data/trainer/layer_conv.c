/* A convolution as one matrix product.
 *
 * For each place of the kernel the pixels under it are copied to a row of `patches` (im2col); then
 * y = patches W + b, and the gradients are those of a dense layer.  dx is dpatches added back to
 * where each pixel came from.
 */
#include <stdlib.h>
#include <string.h>

#include "layer.h"
#include "matrix.h"
#include "memory.h"

struct conv {
    struct layer layer;
    struct conv_shape shape;
    size_t places; /* of the kernel in an image */
    size_t patch;  /* numbers under the kernel */
    double gain;
    real *patches;     /* BATCH_MAX * places rows */
    real *patch_grads; /* the same, for dx */
    real *turned;      /* W' */
};

size_t conv_out_height(const struct conv_shape *shape)
{
    return (shape->height - shape->kernel_height) / shape->stride + 1;
}

size_t conv_out_width(const struct conv_shape *shape)
{
    return (shape->width - shape->kernel_width) / shape->stride + 1;
}

/* Where line `line` of the kernel starts in an image, the kernel standing at `place`. */
static size_t offset_under_kernel(const struct conv_shape *shape, size_t place, size_t line)
{
    const size_t width = conv_out_width(shape);
    const size_t top = place / width * shape->stride, left = place % width * shape->stride;
    return ((top + line) * shape->width + left) * shape->channels;
}

static void collect_patches(const struct conv *conv, const real *image, real *patches)
{
    const struct conv_shape *shape = &conv->shape;
    const size_t line_length = shape->kernel_width * shape->channels;
    for (size_t place = 0; place < conv->places; place++)
        for (size_t line = 0; line < shape->kernel_height; line++, patches += line_length) {
            const real *source = image + offset_under_kernel(shape, place, line);
            for (size_t i = 0; i < line_length; i++)
                patches[i] = source[i];
        }
}

static void return_patches(const struct conv *conv, const real *patches, real *image)
{
    const struct conv_shape *shape = &conv->shape;
    const size_t line_length = shape->kernel_width * shape->channels;
    memset(image, 0, conv->layer.n_in * sizeof *image);
    for (size_t place = 0; place < conv->places; place++)
        for (size_t line = 0; line < shape->kernel_height; line++, patches += line_length) {
            real *target = image + offset_under_kernel(shape, place, line);
            for (size_t i = 0; i < line_length; i++)
                target[i] += patches[i];
        }
}

static void conv_start(struct layer *layer, struct rng *rng)
{
    const struct conv *conv = (const struct conv *)layer;
    layer_draw_normal(rng, conv->gain / (double)conv->patch, conv->patch * conv->shape.out_channels,
                      layer->params);
}

static void conv_forward(struct layer *layer, size_t n, const real *x, real *y)
{
    const struct conv *conv = (const struct conv *)layer;
    const size_t out = conv->shape.out_channels, patch = conv->patch;
    for (size_t i = 0; i < n; i++)
        collect_patches(conv, x + i * layer->n_in, conv->patches + i * conv->places * patch);
    matrix_multiply(n * conv->places, out, patch, matrix_plain(conv->patches, patch), layer->params,
                    layer->params + patch * out, y);
}

static void conv_backward(struct layer *layer, size_t n, const real *x, const real *dy, real *dx)
{
    const struct conv *conv = (const struct conv *)layer;
    const size_t out = conv->shape.out_channels, patch = conv->patch, m = n * conv->places;
    (void)x; /* the patches of the forward pass are still there */
    matrix_multiply(patch, out, m, matrix_turned(conv->patches, patch), dy, NULL, layer->grads);
    matrix_sum_rows(m, out, dy, layer->grads + patch * out);
    if (!dx)
        return;
    matrix_transpose(patch, out, layer->params, conv->turned);
    matrix_multiply(m, patch, out, matrix_plain(dy, out), conv->turned, NULL, conv->patch_grads);
    for (size_t i = 0; i < n; i++)
        return_patches(conv, conv->patch_grads + i * conv->places * patch, dx + i * layer->n_in);
}

static void conv_free(struct layer *layer)
{
    struct conv *conv = (struct conv *)layer;
    free(conv->patches);
    free(conv->patch_grads);
    free(conv->turned);
    free(conv);
}

struct layer *layer_conv(struct conv_shape shape, double gain)
{
    static const struct layer_kind kind = {conv_start, conv_forward, conv_backward, conv_free};
    const size_t places = conv_out_height(&shape) * conv_out_width(&shape);
    const size_t patch = shape.kernel_height * shape.kernel_width * shape.channels;
    struct conv *conv = layer_make(sizeof *conv, &kind, shape.height * shape.width * shape.channels,
                                   places * shape.out_channels);
    conv->layer.n_params = (patch + 1) * shape.out_channels;
    conv->shape = shape;
    conv->places = places;
    conv->patch = patch;
    conv->gain = gain;
    conv->patches = memory_reals(BATCH_MAX * places * patch);
    conv->patch_grads = memory_reals(BATCH_MAX * places * patch);
    conv->turned = memory_reals(patch * shape.out_channels);
    return &conv->layer;
}
