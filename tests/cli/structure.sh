#!/bin/sh
# The house stays in order: HACKING.md's code map names the folders that each folder includes from, exactly;
# no arrow leads back; no folder outgrows the others; no function is long; no struct, enum or union has the
# name of another.
. "$LOGVAR_SRCDIR/tests/lib/tap.sh"
cd "$LOGVAR_SRCDIR" || exit 99
most_share=12 # percent of the lines of src
most_lines=45 # of a function, from its first line to its brace

# map: "FOLDER NEEDED" a line, from the table in HACKING.md
map() {
    sed -n 's/^| \(src[a-z\/]*\) | needs: \([a-z, ]*\) |.*/\1 \2/p' "$1" | tr -d , |
        awk '{ for (i = 2; i <= NF; i++) if ($i != "nothing") print $1, "src/" $i }' | sort
}

# included FOLDER: the same from the #include lines of the sources below it
included() {
    (cd "$1" && find src -name '*.[ch]' -exec grep -H '^#include "[a-z]*/' {} +) |
        sed -n 's/^\(src.*\)\/[^\/:]*:#include "\([a-z]*\)\/.*/\1 src\/\2/p' | awk '$1 != $2' | sort -u
}

same_arrows() {
    map "$1/HACKING.md" >"$tap_folder/map"
    included "$1" >"$tap_folder/included"
    diff "$tap_folder/map" "$tap_folder/included"
}

# A folder that is in the table and not in src, or the other way round
same_folders() {
    sed -n 's/^| \(src[a-z\/]*\) | needs: .*/\1/p' HACKING.md | sort >"$tap_folder/named"
    find src -name '*.c' -exec dirname {} \; | sort -u | diff "$tap_folder/named" -
}

# without_circle FOLDER
without_circle() {
    included "$1" >"$tap_folder/arrows"
    test -s "$tap_folder/arrows" && tsort "$tap_folder/arrows" >"$tap_folder/sorted" 2>"$tap_folder/loops"
    cat "$tap_folder/loops"
    ! test -s "$tap_folder/loops"
}

# small_folders MOST
small_folders() {
    find src -name '*.[ch]' -exec awk 'END { print FILENAME, FNR }' {} \; |
        awk -v most="$1" '
        { folder = $1; sub(/\/[^\/]*$/, "", folder); lines[folder] += $2; all += $2 }
        END {
            for (folder in lines)
                if (100 * lines[folder] > most * all) {
                    printf "%s has %.1f %% of %d lines\n", folder, 100 * lines[folder] / all, all
                    bad = 1
                }
            exit bad
        }'
}

# short_functions MOST FILE...: as clang-format leaves them, a function's head begins in the first column, and
# its braces stand there alone.
short_functions() {
    most=$1
    shift
    awk -v most="$most" '
        FNR == 1 || /^[}]/ || /;$/ {
            if (body && /^[}]/ && FNR - first + 1 > most) {
                printf "%s:%d: %d lines: %s\n", FILENAME, first, FNR - first + 1, head
                bad = 1
            }
            if (FNR == 1 || /^[}]/) body = 0
            if (!body) head = ""
        }
        /^[A-Za-z_].*[(]/ && !/;$/ && !body { head = $0; first = FNR }
        /^[{]$/ && head != "" { body = 1 }
        END { exit bad }' "$@"
}

all_functions() {
    find src -name '*.[ch]' >"$tap_folder/sources"
    # shellcheck disable=SC2046 # names of our files have no blanks
    short_functions "$most_lines" $(cat "$tap_folder/sources")
}

# names_once FOLDER...: struct and the like are declared in one file each
names_once() {
    find "$@" -name '*.[ch]' -exec grep -HoE '(^|[^a-zA-Z_])(struct|enum|union) +[a-z_0-9]+ *[{]' {} + |
        sed -E 's/^([^:]*):.*(struct|enum|union) +([a-z_0-9]+).*/\2 \3 \1/' | sort -u |
        awk '{ name = $1 " " $2; n[name]++; where[name] = where[name] " " $3 }
            END {
                for (name in n)
                    if (n[name] > 1) { print name " is in" where[name]; bad = 1 }
                exit bad
            }'
}

ok 'the code map has every folder' same_folders
ok 'the code map has the arrows of the #include lines' same_arrows .
ok 'no circle between folders' without_circle .
ok "no folder has more than $most_share % of the code" small_folders "$most_share"
ok "no function has more than $most_lines lines" all_functions
ok 'no struct, enum or union has the name of another' names_once src tests

# The checks see what they are for.
mkdir -p "$tap_folder/tree/src/a" "$tap_folder/tree/src/b" || exit 99
printf '| src/a | needs: b | x |\n| src/b | needs: nothing | x |\n' >"$tap_folder/tree/HACKING.md"
echo '#include "b/b.h"' >"$tap_folder/tree/src/a/a.c"
ok 'a map that is right' same_arrows "$tap_folder/tree"
ok 'a tree without a circle' without_circle "$tap_folder/tree"
printf '#include "a/a.h"\nstruct one {\n};\n' >"$tap_folder/tree/src/b/b.c"
printf 'struct one {\n};\nstruct two one(void);\n' >"$tap_folder/tree/src/b/c.c"
refuses() {
    ! "$@"
}
ok 'an arrow that is not in the map' refuses same_arrows "$tap_folder/tree"
ok 'a circle' refuses without_circle "$tap_folder/tree"
ok 'a name twice' refuses names_once "$tap_folder/tree/src"
ok 'a folder too large' refuses small_folders 5
awk 'BEGIN { print "int f(int a,\n      int b)\n{"; for (i = 3; i < 45; i++) print "    a++;"; print "}" }' >"$tap_folder/long.c"
ok 'a function too long' refuses short_functions 45 "$tap_folder/long.c"
sed 4d "$tap_folder/long.c" >"$tap_folder/short.c"
ok 'a function just short enough' short_functions 45 "$tap_folder/short.c"
tap_done
