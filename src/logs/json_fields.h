/* A JSON object as fields of a row: nested objects are flattened, their keys joined with "/"
 * ({"val": {"loss": 1}} -> val/loss). Numbers, truth values and strings that hold a number are
 * values; lists, null and objects that describe media (they have a key "_type") are none. */
#ifndef LOGVAR_LOGS_JSON_FIELDS_H
#define LOGVAR_LOGS_JSON_FIELDS_H

#include "logs/field.h"
#include "logs/json.h"

/* The parser has just handed out JSON_OBJECT. Names get `prefix` (length n_prefix) and "/" before
 * them if n_prefix > 0. false on a JSON error. */
bool json_fields_read(struct json *json, struct field_set *fields, const char *prefix,
                      size_t n_prefix);

#endif
