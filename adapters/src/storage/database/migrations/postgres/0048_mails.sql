-- Mails that wait to be sent, and the keys of those that ended, so that none is sent twice. The content, which has the
-- recipient, is encrypted; it is erased when the mail was sent or given up.
CREATE TABLE mails (
    id TEXT NOT NULL PRIMARY KEY,
    dedupe_key TEXT COLLATE "C" NOT NULL UNIQUE,
    state TEXT NOT NULL CHECK (state IN ('queued', 'sent', 'failed')),
    content BYTEA CHECK ((content IS NOT NULL) = (state = 'queued')),
    attempts BIGINT NOT NULL,
    next_attempt_at BIGINT NOT NULL,
    failure TEXT,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    sent_at BIGINT
);
CREATE INDEX mails_queued ON mails (next_attempt_at) WHERE state = 'queued';
