#include "estimate/request.h"

const char *section_name(enum section section)
{
    static const char *const names[N_SECTIONS] = {
        [SECTION_ARMS] = "arms",         [SECTION_PAIRS] = "pairs",
        [SECTION_BUDGET] = "budget",     [SECTION_COVERAGE] = "coverage",
        [SECTION_NULL] = "null",         [SECTION_FAMILIES] = "families",
        [SECTION_VARIABILITY] = "variability"};
    return names[section];
}
