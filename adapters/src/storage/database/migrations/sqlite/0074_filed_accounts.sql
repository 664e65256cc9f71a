-- The part of the account of which a file has every change, and how many parts the account has, as JSON.
ALTER TABLE exchange_files ADD COLUMN part TEXT;
UPDATE exchange_files SET part = '["funding",2]' WHERE form = 'Account change details of the Funding account';
UPDATE exchange_files SET part = '["unified",2]' WHERE form = 'Account change details of the Unified Trading Account';
-- Since when an account consists of imported files alone, so that it is not read.
ALTER TABLE accounts ADD COLUMN filed_at INTEGER;
