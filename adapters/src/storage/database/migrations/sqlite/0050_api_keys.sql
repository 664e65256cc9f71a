-- Keys with which programs of people read their data. Of the token only its hash and its first characters are stored. The
-- scopes are separated by commas.
CREATE TABLE api_keys (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    token_start TEXT NOT NULL,
    token_hash BLOB NOT NULL UNIQUE,
    scopes TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    used_at INTEGER,
    expires_at INTEGER
) STRICT;
CREATE INDEX api_keys_user ON api_keys (user_id);
CREATE INDEX api_keys_ends ON api_keys (expires_at) WHERE expires_at IS NOT NULL;
