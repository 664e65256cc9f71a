-- What accounts allow others to move: the approvals that transactions logged, the newest first, and what the contracts stated last, both as JSON.
CREATE TABLE allowances (
    account TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    ledger_revision BIGINT NOT NULL,
    logged TEXT NOT NULL,
    left_out BIGINT NOT NULL,
    reading TEXT NOT NULL
);
