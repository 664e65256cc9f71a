-- How many files of wallets somebody has added something from: a plan may allow so many.
ALTER TABLE users ADD COLUMN uploads BIGINT NOT NULL DEFAULT 0 CHECK (uploads >= 0);
