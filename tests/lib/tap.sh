# shellcheck shell=sh
# A little TAP for shell tests; source it, call the functions, end with tap_done.
# The build exports LOGVAR (the program), LOGVAR_SRCDIR, LOGVAR_BUILDDIR and LOGVAR_SHARED.
tap_count=0
tap_folder=$(mktemp -d "${TMPDIR:-/tmp}/logvar-cli-XXXXXX") || exit 99
trap 'rm -rf "$tap_folder"' EXIT
export XDG_STATE_HOME="$tap_folder/state" XDG_CONFIG_HOME="$tap_folder/config" LC_ALL=C.UTF-8

# ok DESCRIPTION COMMAND...: passes when the command does
ok() {
    tap_what=$1
    shift
    tap_count=$((tap_count + 1))
    if "$@" >"$tap_folder/tap.out" 2>&1; then
        echo "ok $tap_count - $tap_what"
    else
        echo "not ok $tap_count - $tap_what"
        sed 's/^/# /' "$tap_folder/tap.out"
    fi
}

# fails_with STATUS COMMAND...: the command ends with exactly this status; its output is in
# $tap_folder/out and $tap_folder/err
fails_with() {
    tap_wanted=$1
    shift
    "$@" >"$tap_folder/out" 2>"$tap_folder/err" </dev/null
    tap_status=$?
    [ "$tap_status" -eq "$tap_wanted" ] || {
        echo "status $tap_status, wanted $tap_wanted"
        cat "$tap_folder/err"
        return 1
    }
}

# says PATTERN: the last fails_with printed a line that matches (basic regular expression)
says() {
    grep -q -- "$1" "$tap_folder/out" "$tap_folder/err" || {
        echo "no line matches: $1"
        cat "$tap_folder/out" "$tap_folder/err"
        return 1
    }
}

# as_nobody COMMAND...: as a user whom permissions bind; as_nobody_works says whether that can be
as_nobody() {
    if [ "$(id -u)" -ne 0 ]; then
        "$@"
    else
        setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
    fi
}

as_nobody_works() {
    as_nobody true 2>/dev/null && as_nobody "$LOGVAR" --version >/dev/null 2>&1 &&
        ! as_nobody test -r /etc/shadow
}

skip() {
    tap_count=$((tap_count + 1))
    echo "ok $tap_count - $1 # SKIP $2"
}

tap_done() {
    echo "1..$tap_count"
}
