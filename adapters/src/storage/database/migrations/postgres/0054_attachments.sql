-- Files that people attach, sealed with their key.
CREATE TABLE attachments (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    size BIGINT NOT NULL,
    sealed BYTEA NOT NULL,
    added_at BIGINT NOT NULL
);
CREATE INDEX attachments_user ON attachments (user_id);
