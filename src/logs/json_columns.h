/* Columns of numbers, collected from a JSON file and then laid out as rows. */
#ifndef LOGVAR_LOGS_JSON_COLUMNS_H
#define LOGVAR_LOGS_JSON_COLUMNS_H

#include "logs/json.h"
#include "logs/log.h"
#include "logs/reader.h"

#include <stdbool.h>
#include <stddef.h>

struct json_columns;

struct json_columns *json_columns_new(void);
void json_columns_free(struct json_columns *columns);
/* Reads an array whose start was just handed out. Elements that are not numbers are missing; an
 * array of anything but numbers (and strings that hold one, and null) is not a column. false on a
 * JSON error. */
bool json_columns_read(struct json_columns *columns, struct json *json, const char *name,
                       size_t length);
size_t json_columns_count(const struct json_columns *columns);
/* Hands all columns to the builder, by the rule of json_file.h. */
void json_columns_build(const struct json_columns *columns, const struct reader_options *options,
                        struct log_builder *builder);

#endif
