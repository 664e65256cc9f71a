-- Whose turn it is: an account that failed rests, and is in line behind those that were not tried since. What failed before has
-- no such times and is tried once more.
ALTER TABLE accounts ADD COLUMN failed_at INTEGER;
ALTER TABLE accounts ADD COLUMN retry_at INTEGER;
-- When it was last read whole, or first looked at where it never was: a probe in between does not put that off.
ALTER TABLE accounts ADD COLUMN whole_at INTEGER;
UPDATE accounts SET whole_at = read_at;
DROP INDEX accounts_due;
CREATE INDEX accounts_due ON accounts ((activity = 'quiet'), (COALESCE(whole_at, 0)), id) WHERE failed_at IS NULL;
CREATE INDEX accounts_failed ON accounts (failed_at, id) WHERE failed_at IS NOT NULL;
