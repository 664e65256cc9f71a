-- When an e-mail or a wallet proved who somebody is; NULL for anonymous people.
ALTER TABLE users ADD COLUMN registered_at BIGINT;
-- When the last session of somebody ended; NULL while there is one. Without a session and a share nothing of theirs is read.
ALTER TABLE users ADD COLUMN left_at BIGINT;
-- When those who have no session left is not known: their time begins now.
UPDATE users SET left_at = CAST(EXTRACT(EPOCH FROM now()) * 1000 AS BIGINT) WHERE NOT EXISTS (SELECT 1 FROM sessions WHERE sessions.user_id = users.id);
CREATE INDEX users_left ON users (left_at) WHERE left_at IS NOT NULL;
CREATE INDEX wallets_removed ON wallets (address) WHERE removed_at IS NOT NULL;
CREATE INDEX views_address ON views (address) WHERE address IS NOT NULL;
