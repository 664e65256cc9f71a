-- The files of exchanges that were imported into accounts. Their rows are facts of a source with this id. streams are the lists that a
-- file replaces, as JSON; empty for all of them.
CREATE TABLE exchange_files (
    id TEXT NOT NULL PRIMARY KEY,
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    form TEXT NOT NULL,
    streams TEXT NOT NULL,
    first_time BIGINT NOT NULL,
    last_time BIGINT NOT NULL,
    row_count BIGINT NOT NULL,
    unreadable BIGINT NOT NULL,
    counts_unlisted BOOLEAN NOT NULL,
    imported_at BIGINT NOT NULL
);
CREATE INDEX exchange_files_account ON exchange_files (account);
