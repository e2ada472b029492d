CLI_TESTS = \
	tests/cli/average.sh \
	tests/cli/bert.sh \
	tests/cli/broken.sh \
	tests/cli/completion.sh \
	tests/cli/dependencies.sh \
	tests/cli/documents.sh \
	tests/cli/exercises.sh \
	tests/cli/faults.sh \
	tests/cli/hardened.sh \
	tests/cli/hostile.sh \
	tests/cli/init.sh \
	tests/cli/init_found.sh \
	tests/cli/init_mutated.sh \
	tests/cli/init_trees.sh \
	tests/cli/manual.sh \
	tests/cli/mlflow.sh \
	tests/cli/mpi.sh \
	tests/cli/outcomes.sh \
	tests/cli/plan.sh \
	tests/cli/plot.sh \
	tests/cli/real.sh \
	tests/cli/record.sh \
	tests/cli/reference.sh \
	tests/cli/report.sh \
	tests/cli/schema.sh \
	tests/cli/shard.sh \
	tests/cli/signal.sh \
	tests/cli/simulate.sh \
	tests/cli/structure.sh \
	tests/cli/tables.sh \
	tests/cli/threads.sh \
	tests/cli/unfinished.sh \
	tests/cli/usage.sh \
	tests/cli/values.sh \
	tests/cli/forgeries.sh \
	tests/cli/verify.sh \
	tests/cli/wandb.sh
TESTS += $(CLI_TESTS)
EXTRA_DIST += $(CLI_TESTS) tests/cli/lib.sh tests/cli/init_lib.sh tests/lib/mlflow_db.py tests/lib/wandb_tree.py tests/lib/value_cases.py tests/lib/forge.py tests/manifests
