/* What each command does, once the command line is read. A new command is a number in options.h, a
 * row in options_table.c and a function here and in the table of commands.c. */
#ifndef LOGVAR_COMMAND_COMMANDS_H
#define LOGVAR_COMMAND_COMMANDS_H

#include "estimate/results.h"
#include "command/options.h"
#include "record/facts.h"
#include "study/study.h"

enum exit_status command_run(const struct options *options);

enum exit_status command_explore(const struct options *options);
enum exit_status command_report(const struct options *options);
enum exit_status command_plot(const struct options *options);
enum exit_status command_check(const struct options *options);
enum exit_status command_candidates(const struct options *options);
enum exit_status command_init(const struct options *options);
enum exit_status command_merge(const struct options *options);
enum exit_status command_verify(const struct options *options);
enum exit_status command_simulate(const struct options *options);
enum exit_status command_register(const struct options *options);
enum exit_status command_ledger(const struct options *options);
enum exit_status command_plan(const struct options *options);

/* Shared by them. Loads with progress; what is at least as severe as `least` goes to standard error
 * (notes are for check). NULL after an error, which was said. */
struct study *command_load(const char *path, const struct options *options,
                           enum diag_severity least);
/* The options' request; false after saying what the study does not have. request_done either way.
 */
bool command_request(const struct options *options, const struct study *study,
                     struct request *request);

/* Says that arms without groups make too many pairs, where sections need pairs; false then. */
bool command_pairs_fit(const struct study *study, const struct request *request);
/* Candidates are about to be listed by outcome, if the request does so or `how` is a word: the ledger
 * takes it down, so that every report from then on knows. Returns whether they are. */
bool command_note_looks(const struct study *study, const struct request *request, const char *how);
/* What register and ledger say of the study; what is wrong with them is said. record_facts_free. */
struct record_facts *command_record(const struct study *study);
/* Writes the report of the snapshot in the options' format and judges the options' conditions. */
enum exit_status command_deliver(const struct options *options, const struct snapshot *snapshot,
                                 const struct record_facts *facts);

#endif
