/* Arms that no path tells apart, but the settings next to the logs do (settings.h).
 *
 * Hydra, Lightning and Weights & Biases number runs through; which of them had which optimiser
 * stands in a file. Of all settings in which runs differ, those that name a seed, a place or a time
 * do not count, nor those of which every run has another; of the others, as many as leave two runs
 * or more with the same ones. Only where the path gives one arm; overrides of Hydra go before the
 * path. */
#ifndef LOGVAR_INIT_SPLIT_H
#define LOGVAR_INIT_SPLIT_H

#include "init/layout.h"

/* Cuts the layout's arms, whose places are put in another order. Nothing where nothing is found. */
void init_split(const struct init_files *files, struct init_places *places,
                struct init_layout *layout);

#endif
