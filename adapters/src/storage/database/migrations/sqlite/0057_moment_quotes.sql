-- Moments of entries whose quotes are kept once no nearer one can come, each with an asset of the entry.
CREATE TABLE awaited_moments (
    ledger INTEGER NOT NULL REFERENCES ledgers (number) ON DELETE CASCADE,
    moment INTEGER NOT NULL,
    asset TEXT NOT NULL,
    PRIMARY KEY (ledger, moment, asset)
) STRICT;
CREATE INDEX awaited_moments_moment ON awaited_moments (moment);

-- Copies of the quotes that are nearest to moments of entries. They are kept when other old quotes are deleted.
CREATE TABLE moment_quotes (
    ledger INTEGER NOT NULL REFERENCES ledgers (number) ON DELETE CASCADE,
    moment INTEGER NOT NULL,
    id TEXT NOT NULL,
    asset TEXT NOT NULL,
    source TEXT NOT NULL,
    answer TEXT NOT NULL CHECK (answer IN ('price', 'worth_zero', 'not_listed', 'unusable')),
    price TEXT,
    confidence TEXT,
    unusable TEXT,
    source_time INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    market TEXT,
    quoted_in TEXT,
    bid TEXT,
    ask TEXT,
    volume TEXT,
    PRIMARY KEY (ledger, moment, asset, source)
) STRICT;
CREATE INDEX moment_quotes_asset ON moment_quotes (asset, moment);
