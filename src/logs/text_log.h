/* Text logs: the lines that hold metrics, among others.
 *
 * With a pattern (log: pattern) a line counts where the pattern matches at its start. Named
 * captures: step, epoch; metric and value together; any other name is the metric itself.
 *
 * Without one, a line counts that begins with a step or an epoch and its number (step:125/1530,
 * iter 100:, Epoch [3/10], [10] as XGBoost writes), possibly after a time, a level or a name of a
 * logger, or after the word train, val or test, which then becomes a prefix of its metrics. What
 * follows are words and a number each: "val_loss:4.40", "lm loss: 2.3E+00", "loss 2.31", joined
 * with
 * "_" where there are several words. Units may be glued on. An epoch alone on its line holds for
 * the progress bars below it ("1875/1875 [====] - 3s - loss: 0.29"), of which the last one counts.
 *
 * Escape sequences are taken out, a carriage return ends a line, bytes that are not UTF-8 do not
 * matter. Lines that do not count are not bad lines: text logs are full of them. */
#ifndef LOGVAR_LOGS_TEXT_LOG_H
#define LOGVAR_LOGS_TEXT_LOG_H

#include "logs/reader.h"

int text_log_recognise(const struct reader_input *input);
bool text_log_read(const struct reader_input *input, struct log_builder *builder,
                   struct diags *diags);

#endif
