/* The three data sets, read from files that data/fetch-datasets collects and checks.
 *
 * Examples are kept as bytes (a pixel is 0 … 255, a letter feature 0 … 15) and become numbers with
 * mean 0 and sd 1 when a batch is made; mean and sd are those of the training part: of all pixels
 * together for images, of each feature for letters.
 *
 * The split is part of the design and the same for all runs: a random order with split seed 2026,
 * of which the first are for training and the next for validation.  Images: 10,000 and 5,000 of the
 * official training set; its other 45,000 are not used in training but give a second, larger test;
 * the official test set of 10,000 gives the outcome.  Letters (20,000 in all): 8,000, 4,000, and
 * the other 8,000 for the test.
 */
#ifndef TRAINER_DATASET_H
#define TRAINER_DATASET_H

#include <stddef.h>
#include <stdint.h>

#include "real.h"

struct examples {
    size_t n;
    uint8_t *x;      /* n rows of n_features */
    uint8_t *labels; /* n */
};

struct dataset {
    const char *name;
    size_t height, width, n_features, n_classes; /* n_features = height * width */
    struct examples train, validation, test, unused;
    real *centre, *scale; /* n_features: number = (byte - centre) * scale */
};

/* Reads data set NAME (mnist, fashion, letter) from `folder`; ends the program where that fails. */
void dataset_load(struct dataset *dataset, const char *name, const char *folder);
void dataset_done(struct dataset *dataset);

/* The example at `index` as numbers. */
void dataset_get(const struct dataset *dataset, const struct examples *part, size_t index, real *x);

/* The value of an empty pixel (byte 0) after standardisation. */
real dataset_background(const struct dataset *dataset);

/* The two file formats; *n_features is out. */
struct examples read_idx(const char *folder, const char *part, size_t *n_features);
struct examples read_letters(const char *folder, size_t *n_features);
uint8_t *read_file(const char *folder, const char *name, size_t *n_bytes);

#endif
