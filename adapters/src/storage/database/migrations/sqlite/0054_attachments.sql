-- Files that people attach, sealed with their key.
CREATE TABLE attachments (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    size INTEGER NOT NULL,
    sealed BLOB NOT NULL,
    added_at INTEGER NOT NULL
) STRICT;
CREATE INDEX attachments_user ON attachments (user_id);
