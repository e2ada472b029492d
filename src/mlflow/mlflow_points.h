/* The points of one MLflow run, put in an order that a log can be built from. */
#ifndef LOGVAR_MLFLOW_MLFLOW_POINTS_H
#define LOGVAR_MLFLOW_MLFLOW_POINTS_H

#include "logs/log.h"

#include <stdbool.h>
#include <stddef.h>

struct mlflow_point {
    size_t metric; /* log_metric's number, not LOG_NO_METRIC */
    double step, time_ms;
    double value; /* NaN where MLflow says so */
    size_t order; /* number of the point by time */
};

struct mlflow_points {
    struct mlflow_point *items; /* by time when handed to mlflow_points_log */
    size_t n_items, capacity;
};

/* Rows of the builder: one per step, those of metrics without steps (step 0 at every point) among them
 * by their time. Of the points at one step of a metric the last counts; returns how many did not.
 * Reorders the items. */
size_t mlflow_points_log(struct mlflow_points *points, struct log_builder *builder);

#endif
