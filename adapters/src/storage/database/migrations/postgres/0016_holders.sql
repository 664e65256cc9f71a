-- How many addresses hold an asset, who counted them and when. All three are NULL where nobody said.
ALTER TABLE assets ADD COLUMN holders BIGINT CHECK (holders >= 0);
ALTER TABLE assets ADD COLUMN holders_by TEXT;
ALTER TABLE assets ADD COLUMN holders_at BIGINT;
