-- When a file is removed to which nothing refers. Those of before stay with their person.
ALTER TABLE attachments ADD COLUMN expires_at BIGINT;
CREATE INDEX attachments_expiry ON attachments (expires_at);
