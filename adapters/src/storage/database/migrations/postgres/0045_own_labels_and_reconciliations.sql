-- What users call addresses that are none of their wallets, on all chains of a CAIP-2 namespace.
CREATE TABLE own_labels (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    namespace TEXT COLLATE "C" NOT NULL,
    address TEXT COLLATE "C" NOT NULL,
    label TEXT NOT NULL,
    set_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, namespace, address)
);

-- The last comparison of what an account's entries add up to with its balances.
CREATE TABLE reconciliations (
    account TEXT NOT NULL PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    ledger_revision BIGINT NOT NULL,
    block BIGINT NOT NULL,
    balances TEXT NOT NULL,
    compared BIGINT NOT NULL,
    differing BIGINT NOT NULL,
    is_whole BOOLEAN NOT NULL,
    checked_at BIGINT NOT NULL
);
