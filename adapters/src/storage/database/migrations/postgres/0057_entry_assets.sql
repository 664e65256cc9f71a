-- The assets in the entries of accounts, also those that only arrived: their days count once an account moves them. What is stored so
-- far was moved. Every ledger is searched again, so that the others are found.
ALTER TABLE moved_assets RENAME TO entry_assets;
ALTER TABLE entry_assets ADD COLUMN is_moved BOOLEAN NOT NULL DEFAULT TRUE;
UPDATE ledgers SET searched_revision = 0;
