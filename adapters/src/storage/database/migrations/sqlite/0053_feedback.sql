-- What people say about the product, sealed with their key.
CREATE TABLE feedback (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    sealed BLOB NOT NULL,
    sent_at INTEGER NOT NULL
) STRICT;
CREATE INDEX feedback_user ON feedback (user_id);
