-- The files of exchanges that were imported into accounts. Their rows are facts of a source with this id. streams are the lists that a
-- file replaces, as JSON; empty for all of them.
CREATE TABLE exchange_files (
    id TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    form TEXT NOT NULL,
    streams TEXT NOT NULL,
    first_time INTEGER NOT NULL,
    last_time INTEGER NOT NULL,
    row_count INTEGER NOT NULL,
    unreadable INTEGER NOT NULL,
    counts_unlisted INTEGER NOT NULL CHECK (counts_unlisted IN (0, 1)),
    imported_at INTEGER NOT NULL
) STRICT;
CREATE INDEX exchange_files_account ON exchange_files (account);
