#!/bin/sh
# logvar verify against whoever edits a report: tests/lib/forge.py has the list.
. "${LOGVAR_SRCDIR:?}/tests/lib/tap.sh"

forge=$LOGVAR_SRCDIR/tests/lib/forge.py
if ! python3 -c 'import json' 2>/dev/null; then
    skip 'forgeries' 'there is no python3'
    tap_done
    exit
fi
cp -r "$LOGVAR_SRCDIR/data/demo" "$tap_folder/demo"
chmod -R u+w "$tap_folder/demo"
study=$tap_folder/demo/demo.yaml
report=$tap_folder/report.json
cd "$tap_folder" || exit 99

make_report() {
    "$LOGVAR" report --format json -o "$report" --splits 10 --draws 10 "$study"
}

honest() {
    fails_with 0 "$LOGVAR" verify "$report" "$study" && says '^compared with .*demo.yaml' &&
        says '^all [0-9,]* entries agree$'
}

forged() {
    python3 "$forge" "$1" "$report" forged.json && ! cmp -s "$report" forged.json || return 1
    fails_with 1 timeout 60 "$LOGVAR" verify forged.json "$study" || return 1
    grep -E -q -- "$2" out err || {
        echo "nothing says: $2"
        cat out err
        return 1
    }
}

# A title may be any sentence, one of the program's too.
own_sentence() {
    sed 's/^title: .*/title: candidates were ranked by outcome before this was chosen/' "$study" >own.yaml
    mv own.yaml demo/own.yaml
    "$LOGVAR" report --format json -o own.json --splits 10 --draws 10 --only arms demo/own.yaml &&
        fails_with 0 "$LOGVAR" verify own.json demo/own.yaml
}

"$LOGVAR" register "$study" >/dev/null
printf '%s\n' wait 5 wait >keys
"$LOGVAR" --keys keys "$study"
make_report
ok 'an honest report' honest
"$LOGVAR" report --format json -o plain.json --splits 10 --draws 10 --only all "$study"
ok 'with every section' fails_with 0 "$LOGVAR" verify plain.json "$study"
ok 'a title that is one of the sentences' own_sentence
python3 "$forge" >list
while IFS="$(printf '\t')" read -r name pattern; do
    ok "$name" forged "$name" "$pattern"
done <list

# What comes after a report does not make it untrue, and is said.
printf '%s\n' wait 5 1 5 wait >keys
"$LOGVAR" --keys keys "$study"
ok 'the ledger has grown' honest
ok 'which is said' says '^since this report the ledger has grown$'
ok 'no file that a report names is opened' fails_with 2 "$LOGVAR" verify "$report"

# A ledger whose lines were changed or taken out.
ledger=$(ls "$XDG_STATE_HOME"/logvar/*.ledger.jsonl | head -1)
edited() {
    for file in "$XDG_STATE_HOME"/logvar/*.ledger.jsonl; do
        cp "$file" kept
        sed -i '/"candidates"/d' "$file"
        cmp -s "$file" kept || break
    done
    fails_with 1 "$LOGVAR" verify "$report" "$study"
    status=$?
    cp kept "$file"
    return $status
}
[ -n "$ledger" ] && ok 'looks taken out of the ledger' edited
ok 'the whole ledger is back' honest
# shellcheck disable=SC2030
ok 'on a machine without the ledger' fails_with 1 env XDG_STATE_HOME="$tap_folder/elsewhere" \
    "$LOGVAR" verify "$report" "$study"
ok 'it says why' says 'no ledger of this study on this machine'
tap_done
