#!/bin/sh
# The file `dependencies` is the one list of what is needed: configure.ac looks for what stands there and
# for nothing else, its messages name the packages, debian/control asks for them, and bootstrap has the
# command for every package manager.
. "$LOGVAR_SRCDIR/tests/lib/tap.sh"
cd "$LOGVAR_SRCDIR" || exit 99

# needs KIND USES: names whose first column is of this kind, second one of these
needs() {
    awk -v kind="$1" -v uses=" $2 " '$1 ~ "^" kind ":" && index(uses, " " $2 " ") {
        sub(/^[a-z]*:/, "", $1); print $1 }' dependencies
}

same() {
    diff "$1" "$2"
}

needs pc 'build option check' | sort >"$tap_folder/modules"
# MPI is asked for by name only, and has a package of its own in configure's message.
sed -n 's/.*LOGVAR_REQUIRE(\[[A-Z0-9]*\], \[\([^] ]*\).*/\1/p; s/.*PKG_CHECK_MODULES(\[[A-Z0-9]*\], \[\([^] ]*\).*/\1/p' \
    configure.ac | grep -v '^\(\$2\|ompi-c\)$' | sort -u >"$tap_folder/looked_for"
ok 'configure looks for the modules of the list' same "$tap_folder/modules" "$tap_folder/looked_for"

sed -n 's/.*LOGVAR_WHERE_FROM(\[\([^]$]*\)\].*/\1/p; s/.*LOGVAR_REQUIRE(.*\], \[\([a-z]*:[^]]*\)\].*/\1/p' configure.ac |
    grep : | sort -u >"$tap_folder/named"
awk '/^[^#]/ { print $1 }' dependencies | sort >"$tap_folder/all"
only_known() {
    ! comm -23 "$tap_folder/named" "$tap_folder/all" | grep .
}
ok 'messages name needs of the list only' only_known

# Packages that a Debian build has anyway (build-essential and debhelper) need not be asked for.
awk '/^[^#]/ && ($2 == "build" || $2 == "option" || $1 == "pc:check" || $1 == "cmd:tmux") { print $3 }' dependencies |
    grep -vx 'gcc\|make\|autoconf\|automake' | sort >"$tap_folder/wanted"
sed -n '/^Build-Depends:/,/^[A-Z][a-z-]*-Version/p' debian/control |
    sed -n 's/^ *\([a-z0-9-]*\).*/\1/p' | grep . | grep -v '^debhelper' | sort >"$tap_folder/debian"
ok 'debian/control asks for the packages of the list' same "$tap_folder/wanted" "$tap_folder/debian"

six_names() {
    ! awk '/^[^#]/ && NF != 8 { print; bad = 1 } END { exit !bad }' dependencies
}
ok 'every need has a name for every package manager' six_names

no_gaps() {
    ! grep ' - \|  ' "$tap_folder/out"
}
for manager in apt dnf pacman apk brew pkg; do
    ok "bootstrap prints the list for $manager" fails_with 0 ./bootstrap packages "$manager"
    ok 'with the libraries in it' says 'nettle.*sqlite'
    ok 'and no gaps' no_gaps
done
ok 'an unknown package manager is told' fails_with 2 ./bootstrap packages emerge
ok 'with those that are known' says 'apt dnf pacman apk brew pkg'

# configure as built lies in the source folder.
mkdir "$tap_folder/nothing" "$tap_folder/configured"
without_modules() {
    cd "$tap_folder/configured" && PKG_CONFIG_LIBDIR="$tap_folder/nothing" PKG_CONFIG_PATH='' \
        "$LOGVAR_SRCDIR/configure" "$@"
}
if [ -x configure ]; then
    ok 'configure stops where a library is missing' fails_with 1 without_modules
    ok 'and says what to install' says 'ncursesw was not found.*libncurses-dev (Debian, Ubuntu), ncurses-devel (Fedora)'
else
    skip 'configure stops where a library is missing' 'configure has not been generated'
fi
tap_done
