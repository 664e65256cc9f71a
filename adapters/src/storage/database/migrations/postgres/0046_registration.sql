-- Keys, encrypted with the master key. A person's key is erased with their row.
ALTER TABLE instance ADD COLUMN data_key BYTEA;
ALTER TABLE users ADD COLUMN data_key BYTEA;

-- When a registered user will be erased.
ALTER TABLE users ADD COLUMN delete_at BIGINT;
CREATE INDEX users_delete_at ON users (delete_at) WHERE delete_at IS NOT NULL;

-- Where on the page a user registered.
ALTER TABLE users ADD COLUMN signed_up_from TEXT;

-- What a session was opened on, and when its user last proved who they are.
ALTER TABLE sessions ADD COLUMN device TEXT;
ALTER TABLE sessions ADD COLUMN network TEXT;
ALTER TABLE sessions ADD COLUMN proved_at BIGINT;

-- The e-mail addresses of people: the one they sign in with, and one that is not yet proven. Found by a keyed hash.
CREATE TABLE user_emails (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    state TEXT COLLATE "C" NOT NULL CHECK (state IN ('verified', 'pending')),
    lookup BYTEA NOT NULL,
    sealed BYTEA NOT NULL,
    set_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, state)
);
CREATE UNIQUE INDEX user_emails_verified ON user_emails (lookup) WHERE state = 'verified';

-- Codes and links that prove an e-mail address. Only keyed hashes are stored; the code is removed when a newer one is sent.
CREATE TABLE email_codes (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL CHECK (purpose IN ('sign_in', 'change')),
    lookup BYTEA NOT NULL,
    sealed BYTEA NOT NULL,
    code_hash BYTEA,
    link_hash BYTEA NOT NULL UNIQUE,
    tries BIGINT NOT NULL DEFAULT 0,
    signed_up_from TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    link_expires_at BIGINT NOT NULL
);
CREATE INDEX email_codes_lookup ON email_codes (lookup, purpose);
CREATE INDEX email_codes_ends ON email_codes (link_expires_at);

-- Anonymous users whose data was added to a registered one. The anonymous user is erased, so only a keyed hash of the id is kept.
CREATE TABLE merges (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    source BYTEA NOT NULL,
    wallets BIGINT NOT NULL,
    frozen BIGINT NOT NULL,
    merged_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, source)
);
