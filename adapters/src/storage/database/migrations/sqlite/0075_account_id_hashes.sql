-- What tells the account of a key apart from others at its exchange, as a JSON list of hashes.
ALTER TABLE exchange_credentials ADD COLUMN id_hashes TEXT NOT NULL DEFAULT '[]';
