# shellcheck shell=sh disable=SC1091,SC2154 # tap.sh brings tap_folder
# Trains a run of the bundled study again and compares its logs with the shipped ones, byte for byte.
# Skipped where the letter data are neither fetched nor installed (Debian's r-cran-mlbench).
. "$LOGVAR_SRCDIR/tests/lib/tap.sh"

trainer=$LOGVAR_BUILDDIR/data/trainer/trainer
study=$LOGVAR_SRCDIR/data/study
fetched=$LOGVAR_SRCDIR/data/datasets
installed=/usr/lib/R/site-library/mlbench/data/LetterRecognition.rda

if [ ! -e "$fetched/letter.rdata" ] && [ -e "$installed" ] && command -v xz >/dev/null 2>&1; then
    fetched=$tap_folder
    xz -dc <"$installed" >"$fetched/letter.rdata"
fi

# same_as_shipped ARM SEED: both logs of the run
same_as_shipped() {
    mkdir "$tap_folder/$1" &&
        "$trainer" "${1%_*}" "${1#*_}" --seeds "$2" --datasets "$fetched" --output "$tap_folder/$1" &&
        cmp "$tap_folder/$1/run_$2.csv" "$study/$1/run_$2.csv" &&
        cmp "$tap_folder/$1/run_$2_steps.csv" "$study/$1/run_$2_steps.csv"
}

for run in 'letter_mlp 17' 'letter_conv 17' 'letter_mixer 17'; do
    if [ -e "$fetched/letter.rdata" ]; then
        # shellcheck disable=SC2086 # arm and seed
        ok "training $run again gives the shipped logs" same_as_shipped $run
    else
        skip "training $run again gives the shipped logs" "the letter data are not here"
    fi
done

ok 'an unknown data set is named' fails_with 1 "$trainer" digits mlp
ok '... with those there are' says 'no data set "digits" (mnist, fashion, letter)'
ok 'missing files are named, and how to get them' fails_with 1 "$trainer" letter mlp -d "$tap_folder/none"
ok '... on one line' says 'none/letter.rdata (data/fetch-datasets fetches'
ok 'an unknown model is a usage error' fails_with 2 "$trainer" letter tree
tap_done
