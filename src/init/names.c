/* Names that people give to data sets and to methods; what tells a group from an arm. */
#include "init/layout.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* Whether the first letters of the name are one of these words. */
static bool begins_as(const char *name, const char *const *words)
{
    size_t n = 0;
    while (isalpha((unsigned char)name[n]))
        n++;
    for (; *words; words++)
        if (strlen(*words) == n && !strncasecmp(name, *words, n))
            return true;
    return false;
}

bool init_is_data_set(const char *name)
{
    /* clang-format off */
    static const char *const words[] = {
        "mnist", "emnist", "kmnist", "fashion", "fashionmnist", "letter", "letters", "digits",
        "cifar", "svhn", "imagenet", "tinyimagenet", "stl", "coco", "voc", "celeba", "places",
        "glue", "cola", "mrpc", "rte", "sst", "sts", "stsb", "qnli", "qqp", "mnli", "wnli",
        "boolq", "squad", "imdb", "yelp", "wikitext", "ptb", "enwik", "text", "openwebtext", "wmt",
        "ant", "halfcheetah", "hopper", "humanoid", "walker", "swimmer", "reacher", "pusher",
        "invertedpendulum", "inverteddoublependulum", "pendulum", "cartpole", "acrobot",
        "mountaincar", "lunarlander", "bipedalwalker", "breakout", "pong", "qbert", "seaquest",
        "spaceinvaders", "enduro", "beamrider", "adult", "iris", "wine", "higgs", "criteo",
        "librispeech", "ogbg", "fastmri", "qm", NULL};
    /* clang-format on */
    return begins_as(name, words);
}

bool init_is_method(const char *name)
{
    static const char *const words[] = {
        "mlp",     "cnn",      "conv",     "convnet", "mixer",     "resnet",   "vit",
        "vgg",     "densenet", "lenet",    "lstm",    "gru",       "rnn",      "transformer",
        "bert",    "roberta",  "gpt",      "llama",   "unet",      "linear",   "logistic",
        "forest",  "xgboost",  "adam",     "adamw",   "sgd",       "momentum", "rmsprop",
        "lion",    "shampoo",  "muon",     "adagrad", "nadam",     "lamb",     "ppo",
        "sac",     "td",       "ddpg",     "trpo",    "reinforce", "dqn",      "rainbow",
        "a",       "npg",      "baseline", "control", "treatment", "ours",     "standard",
        "dropout", "small",    "large",    "base",    "lr",        NULL};
    return begins_as(name, words);
}
