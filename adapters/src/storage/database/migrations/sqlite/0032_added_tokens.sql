-- Tokens that people added by their contract address. The chain is that of the asset: accounts are read chain by chain.
CREATE TABLE added_tokens (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    asset TEXT NOT NULL,
    chain TEXT NOT NULL,
    added_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, asset)
) STRICT;
CREATE INDEX added_tokens_chain ON added_tokens (chain, user_id);
