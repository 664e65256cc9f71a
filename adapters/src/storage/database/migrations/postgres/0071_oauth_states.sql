-- Requests for consent at exchanges that were not answered yet. Of the state only the hash is stored; the request, with the name of the
-- account and the verifier of the code, is encrypted.
CREATE TABLE oauth_states (
    state_hash TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    session_id TEXT NOT NULL,
    exchange TEXT NOT NULL,
    sealed_request BYTEA NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX oauth_states_user ON oauth_states (user_id);
CREATE INDEX oauth_states_expiry ON oauth_states (expires_at);
-- Until when a process exchanges the tokens of a key for new ones.
ALTER TABLE exchange_credentials ADD COLUMN refresh_until BIGINT;
