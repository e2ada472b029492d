# shellcheck shell=sh
# What the tests of reports share; source it after tap.sh.
# shellcheck disable=SC2154 # tap_folder is of tap.sh

# report ARGUMENT...: a JSON report into $tap_folder/report.json
report() {
    "$LOGVAR" report --format json -o "$tap_folder/report.json" "$@" 2>"$tap_folder/err" || {
        echo "status $?"
        cat "$tap_folder/err"
        return 1
    }
}

# figure GROUP/ARM ADJUSTER: the mean VR in the report (GROUP/ may be left out)
figure() {
    awk -v arm="${1##*/}" -v group="${1%/*}" -v adjuster="$2" '
        function value(s) { sub(/^[^:]*: /, "", s); gsub(/[",]/, "", s); return s }
        /^      "name": / { name = value($0) }
        /^      "group": / { at = value($0) }
        /^          "adjuster": / { which = value($0) }
        /^          "vr": / && name == arm && (at == group || group == arm) && which == adjuster {
            split($0, parts, /"mean": |,/); print parts[2]; exit
        }' "$tap_folder/report.json"
}

# near WANTED FOUND DIFFERENCE
near() {
    awk -v a="$1" -v b="$2" -v most="$3" 'BEGIN {
        d = a - b; if (d < 0) d = -d
        if (a == "" || b == "" || b == "null" || !(d <= most)) {
            print "wanted " a ", found " b; exit 1
        }
    }'
}
