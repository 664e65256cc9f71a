-- How an account is read next, and whether a snapshot is of activity alone. What was read before was read whole.
ALTER TABLE accounts ADD COLUMN activity TEXT NOT NULL DEFAULT 'active' CHECK (activity IN ('unknown', 'quiet', 'active'));
ALTER TABLE snapshots ADD COLUMN probe BOOLEAN NOT NULL DEFAULT FALSE;
DROP INDEX accounts_due;
CREATE INDEX accounts_due ON accounts ((activity = 'quiet'), (COALESCE(read_at, 0)), id);
