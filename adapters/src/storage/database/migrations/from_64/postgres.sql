-- Converts a database of version 64, the last one before the baseline, and replaces its list of migrations.

ALTER TABLE views RENAME TO share_sessions;
ALTER TABLE share_sessions RENAME CONSTRAINT views_pkey TO share_sessions_pkey;
ALTER TABLE share_sessions RENAME CONSTRAINT views_token_hash_key TO share_sessions_token_hash_key;
ALTER TABLE share_sessions RENAME CONSTRAINT views_share_fkey TO share_sessions_share_fkey;
ALTER TABLE share_sessions RENAME CONSTRAINT views_check TO share_sessions_check;
ALTER INDEX views_share RENAME TO share_sessions_share;
ALTER INDEX views_address RENAME TO share_sessions_address;
ALTER INDEX views_expiry RENAME TO share_sessions_expiry;

ALTER TABLE view_recipes RENAME TO share_session_recipes;
ALTER TABLE share_session_recipes RENAME COLUMN view_id TO share_session_id;
ALTER TABLE share_session_recipes RENAME CONSTRAINT view_recipes_pkey TO share_session_recipes_pkey;
ALTER TABLE share_session_recipes RENAME CONSTRAINT view_recipes_view_id_fkey TO share_session_recipes_share_session_id_fkey;

ALTER TABLE entry_assets RENAME CONSTRAINT moved_assets_pkey TO entry_assets_pkey;
ALTER TABLE instance RENAME COLUMN asked TO is_configured;
ALTER TABLE wallets RENAME COLUMN written TO text;
ALTER TABLE derived_addresses RENAME COLUMN place TO address_index;
ALTER TABLE derived_addresses RENAME CONSTRAINT derived_addresses_place_check TO derived_addresses_address_index_check;
ALTER TABLE listed_tokens RENAME COLUMN place TO position;
ALTER TABLE quote_series RENAME COLUMN asked_at TO answered_at;
ALTER TABLE disclosures RENAME COLUMN told TO disclosed;
ALTER INDEX disclosures_told RENAME TO disclosures_disclosed;
ALTER INDEX counters_rest RENAME TO counters_free_at;

-- Texts that were not sealed: version 64 sealed the last of them.
ALTER TABLE instance DROP COLUMN has_plain_texts;
ALTER TABLE wallets DROP COLUMN plain_nickname;
ALTER TABLE annotations DROP COLUMN plain_content;
ALTER TABLE own_labels DROP COLUMN plain_label;
ALTER TABLE api_keys DROP COLUMN plain_name;

-- The answer that was stored: it is built anew.
ALTER TABLE idempotency_keys DROP COLUMN answer;

DELETE FROM _sqlx_migrations WHERE version < 65;
