-- The keys with which accounts at exchanges are read, one for the row of each account. The key is encrypted; rights is what the
-- exchange stated about it, as JSON.
CREATE TABLE exchange_credentials (
    wallet_id TEXT NOT NULL PRIMARY KEY REFERENCES wallets (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    account TEXT NOT NULL UNIQUE,
    sealed_key BLOB NOT NULL,
    rights TEXT NOT NULL,
    checked_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX exchange_credentials_user ON exchange_credentials (user_id);
