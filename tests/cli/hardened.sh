#!/bin/sh
# What configure promised of hardening is in the program that was linked.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"

command -v readelf >/dev/null 2>&1 || {
    echo '1..0 # SKIP readelf is not there'
    exit 0
}
readelf -W -h -d -l -s "$LOGVAR" >"$tap_folder/elf"

# promised FLAG DESCRIPTION PATTERN...: every pattern is in the program if the flag was used
promised() {
    flag=$1 what=$2
    shift 2
    case " ${LOGVAR_HARDENING-} " in
    *" $flag "*) ;;
    *)
        skip "$what" "built without $flag"
        return
        ;;
    esac
    for pattern; do
        ok "$what ($pattern)" grep -q "$pattern" "$tap_folder/elf"
    done
}

promised -pie 'it can be loaded anywhere' 'Type: *DYN' 'FLAGS_1.* PIE'
promised -Wl,-z,relro,-z,now 'tables of addresses are read-only' GNU_RELRO 'FLAGS_1.*NOW'
promised -fstack-protector-strong 'stacks are guarded' __stack_chk_fail
promised -D_FORTIFY_SOURCE=3 'copies are bounded' '_chk@'
ok 'no stack is executable' sh -c "! grep 'GNU_STACK.*RWE' '$tap_folder/elf'"
tap_done
