-- The assets that accounts gave away, received in exchange or paid with, and the days from the first to the last entry with each.
-- No account is named, because past prices are read once for all users. Days are counted from 1970-01-01.
CREATE TABLE moved_assets (
    asset TEXT NOT NULL PRIMARY KEY,
    first_day INTEGER NOT NULL,
    last_day INTEGER NOT NULL
) STRICT;

-- The revision of a ledger whose entries were searched for moved assets.
ALTER TABLE ledgers ADD COLUMN searched_revision INTEGER NOT NULL DEFAULT 0;
CREATE INDEX ledgers_unsearched ON ledgers (account) WHERE searched_revision < revision;
