-- Wallets with which people sign in. The chain is empty where the key of the address proved it, which is valid everywhere.
CREATE TABLE sign_in_wallets (
    address TEXT NOT NULL,
    chain TEXT NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    linked_at INTEGER NOT NULL,
    PRIMARY KEY (address, chain)
) STRICT;
CREATE INDEX sign_in_wallets_user ON sign_in_wallets (user_id);

-- Messages to sign that were issued, by a keyed hash of their nonce. A row is removed when it is used.
CREATE TABLE sign_in_challenges (
    nonce BLOB NOT NULL PRIMARY KEY,
    address TEXT NOT NULL,
    chain TEXT NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX sign_in_challenges_ends ON sign_in_challenges (expires_at);
