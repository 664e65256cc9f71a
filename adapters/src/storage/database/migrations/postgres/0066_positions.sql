-- What accounts have in protocols or in parts of exchange accounts. Like the balances, it is one text.
ALTER TABLE snapshots ADD COLUMN positions TEXT NOT NULL DEFAULT '[]';
