#include "models.h"

#include <string.h>

static size_t last_layer(const struct network *network)
{
    return network->n_layers - 1;
}

static size_t n_outputs(const struct network *network)
{
    return network->layers[last_layer(network)]->n_out;
}

/* One hidden layer. */
static void build_mlp(struct network *network, const struct dataset *dataset)
{
    enum { HIDDEN = 64 };
    network_add(network, layer_dense(1, dataset->n_features, HIDDEN, 2));
    network_add(network, layer_relu(HIDDEN));
    network_add(network, layer_dense(1, HIDDEN, dataset->n_classes, 1));
}

static struct conv_shape add_conv(struct network *network, struct conv_shape shape)
{
    network_add(network, layer_conv(shape, 2));
    network_add(network, layer_relu(n_outputs(network)));
    return (struct conv_shape){.height = conv_out_height(&shape),
                               .width = conv_out_width(&shape),
                               .channels = shape.out_channels};
}

/* Two convolutions, dropout, one dense layer.  Images: 5 x 5 pixels in steps of 3, then 3 x 3 in
 * steps of 2.  Letters: 3 along the line of 16 features in steps of 1, then 3 in steps of 2. */
static void build_conv(struct network *network, const struct dataset *dataset)
{
    const int flat = dataset->height == 1;
    struct conv_shape shape = {.height = dataset->height,
                               .width = dataset->width,
                               .channels = 1,
                               .kernel_height = flat ? 1 : 5,
                               .kernel_width = flat ? 3 : 5,
                               .stride = flat ? 1 : 3,
                               .out_channels = 16};
    shape = add_conv(network, shape);
    shape.kernel_height = flat ? 1 : 3;
    shape.kernel_width = 3;
    shape.stride = 2;
    shape.out_channels = 16;
    add_conv(network, shape);
    network_add(network, layer_dropout(n_outputs(network), 0.25));
    network_add(network, layer_dense(1, n_outputs(network), dataset->n_classes, 1));
}

/* norm, dense, GELU, dense along the rows of a table, round which a shortcut leads. */
static void add_mixing(struct network *network, size_t rows, size_t width, size_t hidden,
                       int turned)
{
    const size_t start = network->n_layers;
    const size_t lines = turned ? width : rows, length = turned ? rows : width;
    network_add(network, layer_norm(rows, width));
    if (turned)
        network_add(network, layer_turn(rows, width));
    network_add(network, layer_dense(lines, length, hidden, 2));
    network_add(network, layer_gelu(lines * hidden));
    network_add(network, layer_dense(lines, hidden, length, 1));
    if (turned)
        network_add(network, layer_turn(width, rows));
    network_add(network, layer_add(rows * width, start));
}

/* MLP-mixer (Tolstikhin et al. 2021): an image becomes 16 patches of 7 x 7 pixels, each a row of 16
 * channels (letters: 4 patches of 4 features, 32 channels); then dense layers work in turns across
 * the patches and across the channels. */
static void build_mixer(struct network *network, const struct dataset *dataset)
{
    enum { TOKEN_HIDDEN = 16, BLOCKS = 1 };
    const int flat = dataset->height == 1;
    const size_t patch = flat ? 4 : 7, channels = flat ? 32 : 16, channel_hidden = 2 * channels;
    const struct conv_shape patches = {.height = dataset->height,
                                       .width = dataset->width,
                                       .channels = 1,
                                       .kernel_height = flat ? 1 : patch,
                                       .kernel_width = patch,
                                       .stride = patch,
                                       .out_channels = channels};
    const size_t tokens = conv_out_height(&patches) * conv_out_width(&patches);
    network_add(network, layer_conv(patches, 1));
    for (int block = 0; block < BLOCKS; block++) {
        add_mixing(network, tokens, channels, TOKEN_HIDDEN, 1);
        add_mixing(network, tokens, channels, channel_hidden, 0);
    }
    network_add(network, layer_norm(tokens, channels));
    network_add(network, layer_mean(tokens, channels));
    network_add(network, layer_dense(1, channels, dataset->n_classes, 1));
}

static const struct model models[] = {
    {.name = "mlp",
     .build = build_mlp,
     .optimiser = {.rule = OPTIMISER_SGD, .rate = 0.1, .weight_decay = 5e-4}},
    {.name = "conv",
     .build = build_conv,
     .optimiser = {.rule = OPTIMISER_ADAM, .rate = 3e-3},
     .max_shift = 2},
    {.name = "mixer",
     .build = build_mixer,
     .optimiser = {.rule = OPTIMISER_ADAM,
                   .rate = 3e-3,
                   .weight_decay = 0.05,
                   .clip = 1,
                   .warmup_epochs = 1},
     .mixup = 0.4},
};

const struct model *model_find(const char *name)
{
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        if (strcmp(models[i].name, name) == 0)
            return &models[i];
    return NULL;
}
