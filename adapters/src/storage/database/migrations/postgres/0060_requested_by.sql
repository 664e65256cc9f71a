-- The user whose session requested a code or a message to sign. Links and messages from before open the account of their address or
-- wallet alone.
ALTER TABLE email_codes ADD COLUMN requested_by TEXT REFERENCES users (id) ON DELETE CASCADE;
CREATE INDEX email_codes_requested_by ON email_codes (requested_by);
ALTER TABLE sign_in_challenges ADD COLUMN requested_by TEXT REFERENCES users (id) ON DELETE CASCADE;
CREATE INDEX sign_in_challenges_requested_by ON sign_in_challenges (requested_by);
