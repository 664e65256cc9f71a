-- How many transactions were committed, which is counted in files alone.
ALTER TABLE instance ADD COLUMN revision BIGINT NOT NULL DEFAULT 0;
