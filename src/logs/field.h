/* Rows of named values, for formats whose keys come line by line (JSON, key=value text): finds out
 * once what each key is (axis.h), collects the values of one row, and hands it to the builder with
 * the right step and epoch, in whatever order they stood. */
#ifndef LOGVAR_LOGS_FIELD_H
#define LOGVAR_LOGS_FIELD_H

#include "base/num.h"
#include "logs/axis.h"
#include "logs/log.h"
#include "logs/reader.h"

struct field_set;

/* `options` may be NULL; both are borrowed until field_set_free. */
struct field_set *field_set_new(struct log_builder *builder, const struct reader_options *options);
/* Also says which keys were no metrics (log_add_unused). */
void field_set_free(struct field_set *fields);

/* A new row; what an unfinished one held is forgotten. */
void field_begin(struct field_set *fields);
/* One value of it. The name is whatever the log calls it. */
void field_number(struct field_set *fields, const char *name, size_t length, double value);
/* The same for text: a number in one of the forms of cell.h, or no metric. */
void field_text(struct field_set *fields, const char *name, size_t length, const char *text,
                size_t n);
/* The row is whole. One without any metric only says how far the run is. */
void field_end(struct field_set *fields, size_t line);
/* The step and the epoch of the open row as they stand so far, NaN if none; to override them. */
double field_step(const struct field_set *fields);
double field_epoch(const struct field_set *fields);
void field_set_axes(struct field_set *fields, double step, double epoch);
size_t field_n_values(const struct field_set *fields);
/* What a key like "mode" said of the open row (axis.h), and to override it. */
enum phase field_phase(const struct field_set *fields);
void field_set_phase(struct field_set *fields, enum phase phase);
/* Whether a metric of the open row has the word in its name. */
bool field_row_has(const struct field_set *fields, const char *word);

#endif
