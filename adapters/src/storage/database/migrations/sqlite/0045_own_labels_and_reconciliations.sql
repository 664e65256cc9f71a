-- What users call addresses that are none of their wallets, on all chains of a CAIP-2 namespace.
CREATE TABLE own_labels (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    namespace TEXT NOT NULL,
    address TEXT NOT NULL,
    label TEXT NOT NULL,
    set_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, namespace, address)
) STRICT;

-- The last comparison of what an account's entries add up to with its balances.
CREATE TABLE reconciliations (
    account TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    ledger_revision INTEGER NOT NULL,
    block INTEGER NOT NULL,
    balances TEXT NOT NULL,
    compared INTEGER NOT NULL,
    differing INTEGER NOT NULL,
    is_whole INTEGER NOT NULL CHECK (is_whole IN (0, 1)),
    checked_at INTEGER NOT NULL
) STRICT;
