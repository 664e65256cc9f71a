-- The block of the newest fact of each stream, so that facts in blocks that may be replaced are read again whatever the account's activity,
-- and the hash of the last block that could no longer be replaced, by which a longer reorganization is noticed.
ALTER TABLE history_progress ADD COLUMN newest INTEGER;
ALTER TABLE history_progress ADD COLUMN final_hash TEXT;
UPDATE history_progress SET newest = (SELECT MAX(facts.block) FROM facts JOIN ledgers ON ledgers.number = facts.ledger
WHERE ledgers.account = history_progress.account AND facts.stream = history_progress.stream AND facts.withdrawn_at IS NULL);
