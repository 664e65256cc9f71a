-- The decimals that a list states for a token whose contract was asked and does not state them. Who stated the decimals of
-- a row is kept from the beginning, because a row's origin may change before its contract is asked.
ALTER TABLE assets ADD COLUMN assumed_decimals INTEGER CHECK (assumed_decimals BETWEEN 0 AND 255);
ALTER TABLE assets ADD COLUMN assumed_by TEXT;
UPDATE assets SET assumed_by = origin;

-- Which of them a person accepted.
CREATE TABLE accepted_decimals (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    asset TEXT NOT NULL,
    decimals INTEGER NOT NULL CHECK (decimals BETWEEN 0 AND 255),
    accepted_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, asset)
) STRICT;
