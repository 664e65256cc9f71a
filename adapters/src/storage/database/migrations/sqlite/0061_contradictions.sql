-- The balances that contradict the entries, the block up to which they agreed, and when the history is read again because of them.
-- Comparisons that found a difference before are made again.
ALTER TABLE reconciliations ADD COLUMN contradictions TEXT NOT NULL DEFAULT '[]';
ALTER TABLE reconciliations ADD COLUMN agreed INTEGER;
ALTER TABLE reconciliations ADD COLUMN rereads INTEGER NOT NULL DEFAULT 0;
ALTER TABLE reconciliations ADD COLUMN reread_at INTEGER;
UPDATE reconciliations SET balances = '' WHERE differing > 0;
UPDATE reconciliations SET agreed = block WHERE differing = 0 AND is_whole;
