-- How often somebody tried what has to stay rare: when all their tries will have come back.
CREATE TABLE counters (
    name TEXT NOT NULL,
    subject BYTEA NOT NULL,
    free_at BIGINT NOT NULL,
    PRIMARY KEY (name, subject)
);
CREATE INDEX counters_rest ON counters (free_at);

-- What was made under which key: hashes of the key and the body, and the answer without its token. A key without an owner
-- is being worked under.
CREATE TABLE idempotency_keys (
    call TEXT NOT NULL,
    key_hash BYTEA NOT NULL,
    body_hash BYTEA NOT NULL,
    claim TEXT NOT NULL,
    until_at BIGINT NOT NULL,
    owner TEXT REFERENCES users (id) ON DELETE CASCADE,
    answer TEXT,
    PRIMARY KEY (call, key_hash),
    CHECK ((owner IS NULL) = (answer IS NULL))
);
CREATE INDEX idempotency_keys_end ON idempotency_keys (until_at);
CREATE INDEX idempotency_keys_owner ON idempotency_keys (owner);
