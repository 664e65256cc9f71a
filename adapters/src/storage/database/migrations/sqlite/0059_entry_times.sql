-- The time of an entry's block, by which the entries since a moment are found. Entries that were stored before have the time at which
-- they were stored, which is later; their content has their own.
ALTER TABLE entries ADD COLUMN time INTEGER NOT NULL DEFAULT 0;
UPDATE entries SET time = stored_at;
CREATE INDEX entries_time ON entries (ledger, time) WHERE newest;
