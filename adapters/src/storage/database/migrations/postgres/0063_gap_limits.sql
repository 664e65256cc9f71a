-- How many unused addresses in a row end the search for the addresses of an extended key.
ALTER TABLE wallets ADD COLUMN gap_limit BIGINT CHECK (gap_limit >= 20);
UPDATE wallets SET gap_limit = 20 WHERE extended_key IS NOT NULL;
