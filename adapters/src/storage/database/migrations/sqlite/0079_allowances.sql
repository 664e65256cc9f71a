-- What accounts allow others to move: the approvals that transactions logged, the newest first, and what the contracts stated last, both as JSON.
CREATE TABLE allowances (
    account TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    ledger_revision INTEGER NOT NULL,
    logged TEXT NOT NULL,
    left_out INTEGER NOT NULL,
    reading TEXT NOT NULL
) STRICT;
