#!/bin/sh
# The manual pages are well-formed.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"

lints() {
    mandoc -Tlint -W warning "$1"
}

formats() {
    LC_ALL=C.UTF-8 MANWIDTH=100 man --warnings -l "$1" 2>&1 >/dev/null | awk '{ print; bad = 1 } END { exit bad }'
}

for page in "$LOGVAR_SRCDIR"/man/*.[0-9]; do
    name=$(basename "$page")
    if command -v mandoc >/dev/null; then
        ok "$name passes mandoc" lints "$page"
    else
        skip "$name passes mandoc" 'no mandoc'
    fi
    if command -v man >/dev/null && command -v groff >/dev/null; then
        ok "$name passes man" formats "$page"
    else
        skip "$name passes man" 'no man or groff'
    fi
done
tap_done
