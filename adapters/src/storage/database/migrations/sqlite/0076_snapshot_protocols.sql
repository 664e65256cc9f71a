-- What accounts have in protocols, and which protocols could not be read. Like the balances, it is one text.
ALTER TABLE snapshots ADD COLUMN protocols TEXT NOT NULL DEFAULT '{"positions":[],"unread":[]}';
