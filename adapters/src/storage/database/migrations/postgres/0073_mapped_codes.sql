-- What people state that codes of assets at exchanges mean, for each of their accounts there. Without an
-- asset, an earlier statement was taken back.
CREATE TABLE mapped_codes (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    code TEXT NOT NULL,
    asset TEXT,
    stated_at BIGINT NOT NULL,
    PRIMARY KEY (account, code)
);
