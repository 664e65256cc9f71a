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

DELETE FROM _sqlx_migrations WHERE version < 65;
