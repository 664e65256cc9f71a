-- Keys, encrypted with the master key. A person's key is erased with their row.
ALTER TABLE instance ADD COLUMN data_key BLOB;
ALTER TABLE users ADD COLUMN data_key BLOB;

-- When a registered user will be erased.
ALTER TABLE users ADD COLUMN delete_at INTEGER;
CREATE INDEX users_delete_at ON users (delete_at) WHERE delete_at IS NOT NULL;

-- Where on the page a user registered.
ALTER TABLE users ADD COLUMN signed_up_from TEXT;

-- What a session was opened on, and when its user last proved who they are.
ALTER TABLE sessions ADD COLUMN device TEXT;
ALTER TABLE sessions ADD COLUMN network TEXT;
ALTER TABLE sessions ADD COLUMN proved_at INTEGER;

-- The e-mail addresses of people: the one they sign in with, and one that is not yet proven. Found by a keyed hash.
CREATE TABLE user_emails (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    state TEXT NOT NULL CHECK (state IN ('verified', 'pending')),
    lookup BLOB NOT NULL,
    sealed BLOB NOT NULL,
    set_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, state)
) STRICT;
CREATE UNIQUE INDEX user_emails_verified ON user_emails (lookup) WHERE state = 'verified';

-- Codes and links that prove an e-mail address. Only keyed hashes are stored; the code is removed when a newer one is sent.
CREATE TABLE email_codes (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
    purpose TEXT NOT NULL CHECK (purpose IN ('sign_in', 'change')),
    lookup BLOB NOT NULL,
    sealed BLOB NOT NULL,
    code_hash BLOB,
    link_hash BLOB NOT NULL UNIQUE,
    tries INTEGER NOT NULL DEFAULT 0,
    signed_up_from TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    link_expires_at INTEGER NOT NULL
) STRICT;
CREATE INDEX email_codes_lookup ON email_codes (lookup, purpose);
CREATE INDEX email_codes_ends ON email_codes (link_expires_at);

-- Anonymous users whose data was added to a registered one. The anonymous user is erased, so only a keyed hash of the id is kept.
CREATE TABLE merges (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    source BLOB NOT NULL,
    wallets INTEGER NOT NULL,
    frozen INTEGER NOT NULL,
    merged_at INTEGER NOT NULL,
    PRIMARY KEY (user_id, source)
) STRICT;
