-- Converts a database of version 64, the last one before the baseline, and replaces its list of migrations.

ALTER TABLE views RENAME TO share_sessions;
DROP INDEX views_share;
DROP INDEX views_address;
DROP INDEX views_expiry;
CREATE INDEX share_sessions_share ON share_sessions (share);
CREATE INDEX share_sessions_address ON share_sessions (address) WHERE address IS NOT NULL;
CREATE INDEX share_sessions_expiry ON share_sessions (expires_at);

ALTER TABLE view_recipes RENAME TO share_session_recipes;
ALTER TABLE share_session_recipes RENAME COLUMN view_id TO share_session_id;

ALTER TABLE instance RENAME COLUMN asked TO is_configured;
ALTER TABLE wallets RENAME COLUMN written TO text;
ALTER TABLE derived_addresses RENAME COLUMN place TO address_index;
ALTER TABLE listed_tokens RENAME COLUMN place TO position;
ALTER TABLE quote_series RENAME COLUMN asked_at TO answered_at;
ALTER TABLE disclosures RENAME COLUMN told TO disclosed;
DROP INDEX disclosures_told;
CREATE INDEX disclosures_disclosed ON disclosures (disclosed, first_at);
DROP INDEX counters_rest;
CREATE INDEX counters_free_at ON counters (free_at);

-- Texts that were not sealed: version 64 sealed the last of them.
ALTER TABLE instance DROP COLUMN has_plain_texts;
ALTER TABLE wallets DROP COLUMN plain_nickname;
ALTER TABLE annotations DROP COLUMN plain_content;
ALTER TABLE own_labels DROP COLUMN plain_label;
ALTER TABLE api_keys DROP COLUMN plain_name;

-- The answer that was stored: it is built anew. A column of a CHECK cannot be dropped.
ALTER TABLE idempotency_keys RENAME TO earlier_idempotency_keys;
CREATE TABLE idempotency_keys (
    call TEXT NOT NULL,
    key_hash BLOB NOT NULL,
    body_hash BLOB NOT NULL,
    claim TEXT NOT NULL,
    until_at INTEGER NOT NULL,
    owner TEXT REFERENCES users (id) ON DELETE CASCADE,
    PRIMARY KEY (call, key_hash)
) STRICT;
INSERT INTO idempotency_keys (call, key_hash, body_hash, claim, until_at, owner)
SELECT call, key_hash, body_hash, claim, until_at, owner FROM earlier_idempotency_keys;
DROP TABLE earlier_idempotency_keys;
CREATE INDEX idempotency_keys_end ON idempotency_keys (until_at);
CREATE INDEX idempotency_keys_owner ON idempotency_keys (owner);

DELETE FROM _sqlx_migrations WHERE version < 65;
