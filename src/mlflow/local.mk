# MLflow's database; only mlflow_store_none.c does without SQLite.
noinst_LIBRARIES += src/mlflow/libmlflow.a
src_mlflow_libmlflow_a_CFLAGS = $(AM_CFLAGS) $(SQLITE_CFLAGS)
src_mlflow_libmlflow_a_SOURCES = \
	src/mlflow/mlflow_points.c src/mlflow/mlflow_points.h \
	src/mlflow/mlflow_store.h
if HAVE_SQLITE
src_mlflow_libmlflow_a_SOURCES += src/mlflow/mlflow_guard.c src/mlflow/mlflow_guard.h src/mlflow/mlflow_open.c src/mlflow/mlflow_open.h src/mlflow/mlflow_store.c
else
src_mlflow_libmlflow_a_SOURCES += src/mlflow/mlflow_store_none.c
endif
