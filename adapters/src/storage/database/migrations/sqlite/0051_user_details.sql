-- What people state about themselves, sealed with their key.
CREATE TABLE user_details (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    sealed BLOB NOT NULL
) STRICT;
