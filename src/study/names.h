/* Names to numbers: an open-addressing hash index over strings that someone else owns.
 *
 * Candidates, metrics and runs are looked up by name while a study is built; with 20,000 candidates a
 * linear search would be felt. The strings must outlive the index. One thread at a time. */
#ifndef LOGVAR_STUDY_NAMES_H
#define LOGVAR_STUDY_NAMES_H

#include <stddef.h>

#define NAMES_NONE ((size_t)-1)

struct names_slot;
struct names {
    struct names_slot *slots;
    size_t n_slots, n_names;
};

void names_init(struct names *names);
void names_done(struct names *names);
/* The number kept for the name, or NAMES_NONE. */
size_t names_find(const struct names *names, const char *name);
/* Keeps `number` for a new name and returns it; a known name keeps and returns its old number. */
size_t names_add(struct names *names, const char *name, size_t number);

#endif
