CREATE TABLE experiments (experiment_id INTEGER PRIMARY KEY, name TEXT, lifecycle_stage TEXT);
CREATE TABLE runs (run_uuid TEXT, name TEXT, status TEXT, start_time INT, lifecycle_stage TEXT, experiment_id INT);
CREATE TABLE metrics (key TEXT, value REAL, timestamp INT, run_uuid TEXT, step INT, is_nan INT);
CREATE TABLE params (key TEXT, value TEXT, run_uuid TEXT);
CREATE TABLE tags (key TEXT, value TEXT, run_uuid TEXT);
INSERT INTO runs VALUES (x'00ff', x'41', 1, 'z', NULL, 'y');
INSERT INTO metrics VALUES (x'6100', 'nan', 'b', x'00ff', 1.5, 'x'), (NULL, 1e999, NULL, x'00ff', -9223372036854775808, 0);
CREATE INDEX i ON metrics (run_uuid, timestamp DESC);
