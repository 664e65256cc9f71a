-- How many transactions were committed. A file beside the database says how many were acknowledged.
ALTER TABLE instance ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
