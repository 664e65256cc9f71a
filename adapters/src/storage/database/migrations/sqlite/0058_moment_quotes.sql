-- Moments of entries whose quotes are kept once no nearer one can come, each with an asset of the entry.
CREATE TABLE awaited_moments (
    ledger INTEGER NOT NULL REFERENCES ledgers (number) ON DELETE CASCADE,
    moment INTEGER NOT NULL,
    asset TEXT NOT NULL,
    PRIMARY KEY (ledger, moment, asset)
) STRICT;
CREATE INDEX awaited_moments_moment ON awaited_moments (moment);

-- The quotes that are nearest to moments of entries. They stay when other old quotes are deleted.
CREATE TABLE moment_quotes (
    ledger INTEGER NOT NULL REFERENCES ledgers (number) ON DELETE CASCADE,
    moment INTEGER NOT NULL,
    asset TEXT NOT NULL,
    source TEXT NOT NULL,
    quote TEXT NOT NULL REFERENCES quotes (id),
    PRIMARY KEY (ledger, moment, asset, source)
) STRICT;
CREATE INDEX moment_quotes_asset ON moment_quotes (asset, moment);
CREATE INDEX moment_quotes_quote ON moment_quotes (quote);
