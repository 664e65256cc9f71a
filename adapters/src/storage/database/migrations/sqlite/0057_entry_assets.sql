-- The assets in the entries of accounts, also those that only arrived: their days count once an account moves them. What is stored so
-- far was moved. Every ledger is searched again, so that the others are found.
ALTER TABLE moved_assets RENAME TO entry_assets;
ALTER TABLE entry_assets ADD COLUMN is_moved INTEGER NOT NULL DEFAULT 1 CHECK (is_moved IN (0, 1));
UPDATE ledgers SET searched_revision = 0;
