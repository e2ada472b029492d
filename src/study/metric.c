#include "study/metric.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

enum { WORDS_MAX = 24 };

static const char *const trait_words[][WORDS_MAX] = {
    [METRIC_TEST] = {"test", "testing"},
    [METRIC_VALIDATION] = {"val", "valid", "validation", "eval", "evaluation", "dev", "holdout",
                           "heldout"},
    [METRIC_BEST] = {"best"},
    [METRIC_LOSS] = {"loss", "losses", "nll", "nlls", "xent", "crossentropy", "bce", "ce",
                     "objective", "cost"},
    [METRIC_ERROR] = {"err", "error", "errors", "ppl", "perplexity", "mse", "rmse", "mae", "bpb",
                      "bpc", "bpd", "wer", "cer", "fid", "mape", "logloss"},
    [METRIC_ACCURACY] = {"acc",       "accs",   "accuracy", "accuracies", "top1",  "top5",
                         "f1",        "mcc",    "auc",      "auroc",      "map",   "bleu",
                         "rouge",     "dice",   "iou",      "miou",       "score", "scores",
                         "precision", "recall", "pearson",  "spearmanr"},
    [METRIC_GRADIENT] = {"grad", "grads", "gradient", "gradients", "gnorm", "gradnorm"},
    [METRIC_PARAMETER] = {"param", "params", "parameter", "parameters", "weight", "weights",
                          "pnorm", "wnorm"},
    [METRIC_NORM] = {"norm", "norms", "l2", "gnorm", "pnorm", "wnorm", "gradnorm"},
    [METRIC_TIME] = {"time", "times", "seconds", "sec", "secs", "duration", "runtime", "eta",
                     "throughput", "memory", "mem", "elapsed", "timestamp", "wall", "fps"},
};

static bool is_word_of(const char *word, size_t length, const char *const *words)
{
    for (size_t i = 0; i < WORDS_MAX && words[i]; i++)
        /* Asked of every word of every metric: most differ in the first letter already. */
        if (((*words[i] ^ *word) & ~0x20) == 0 && strlen(words[i]) == length &&
            !strncasecmp(words[i], word, length))
            return true;
    return false;
}

static size_t word_length(const char *s)
{
    size_t n = 0;
    while (isalnum((unsigned char)s[n]) &&
           !(n > 0 && isupper((unsigned char)s[n]) && islower((unsigned char)s[n - 1])))
        n++;
    return n;
}

bool metric_has(const char *name, enum metric_trait trait)
{
    while (*name) {
        size_t length = word_length(name);
        if (length && is_word_of(name, length, trait_words[trait]))
            return true;
        name += length ? length : 1;
    }
    return false;
}
