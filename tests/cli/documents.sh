#!/bin/sh
# METHOD.md and HACKING.md against the tree: the sections that the code cites and the files that the two
# pages name exist, and HACKING.md stays short enough to be read.
. "$LOGVAR_SRCDIR/tests/lib/tap.sh"
cd "$LOGVAR_SRCDIR" || exit 99

# Every comment of src as one line, so that a citation may be broken anywhere.
cited_sections() {
    find src tests/unit -name '*.[ch]' -exec cat {} + | tr '\n' ' ' | sed 's|  *\* | |g' |
        grep -o 'METHOD\(\.md\)\{0,1\}[,:] *"[^"]*"' | sed 's/.*"\(.*\)"/\1/' | sort -u
}

# section_exists NAME
section_exists() {
    grep -qxF -- "## $1" METHOD.md
}

cited_sections >"$tap_folder/cited"
ok 'the code cites METHOD.md' test -s "$tap_folder/cited"
while read -r section; do
    ok "METHOD.md has the section \"$section\"" section_exists "$section"
done <"$tap_folder/cited"

# named_files PAGE: paths of files that stand in it
named_files() {
    grep -o '\(src\|tests\|data\|man\|doc\)/[a-z0-9_/.-]*\.[a-z0-9]*[a-z0-9]' "$1" | sort -u
}

all_exist() {
    status=0
    while read -r name; do
        [ -e "$name" ] || {
            echo "$name does not exist"
            status=1
        }
    done <"$1"
    return $status
}

for page in METHOD.md HACKING.md; do
    named_files "$page" >"$tap_folder/files"
    ok "$page names files" test -s "$tap_folder/files"
    ok "all of them exist" all_exist "$tap_folder/files"
done

short_enough() {
    [ "$(wc -l <HACKING.md)" -le 250 ]
}
ok 'HACKING.md has at most 250 lines' short_enough
tap_done
