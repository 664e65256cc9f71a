-- Counters remember the moment of each try that still counts; what a counter of the older kind said is given up.
DROP TABLE counters;
CREATE TABLE counters (
    name TEXT NOT NULL,
    subject BLOB NOT NULL,
    tries TEXT NOT NULL,
    free_at INTEGER NOT NULL,
    PRIMARY KEY (name, subject)
) STRICT;
CREATE INDEX counters_rest ON counters (free_at);

-- How often in a row the process ended in the middle of a job.
ALTER TABLE jobs ADD COLUMN crashes INTEGER NOT NULL DEFAULT 0;

-- Nothing looks quotes up by when they were received within a series.
DROP INDEX quotes_received;
