-- What people write is sealed with their key: nicknames, notes and other annotations, their own labels, names of API keys. Texts
-- of before wait in the columns plain_… until the database is opened, which seals them.
ALTER TABLE wallets RENAME COLUMN nickname TO plain_nickname;
ALTER TABLE wallets ADD COLUMN sealed_nickname BLOB;

ALTER TABLE annotations ADD COLUMN plain_content TEXT;
ALTER TABLE annotations ADD COLUMN sealed_content BLOB;
UPDATE annotations SET plain_content = content;
ALTER TABLE annotations DROP COLUMN content;

ALTER TABLE own_labels ADD COLUMN plain_label TEXT;
ALTER TABLE own_labels ADD COLUMN sealed_label BLOB;
UPDATE own_labels SET plain_label = label;
ALTER TABLE own_labels DROP COLUMN label;

ALTER TABLE api_keys ADD COLUMN plain_name TEXT;
ALTER TABLE api_keys ADD COLUMN sealed_name BLOB;
UPDATE api_keys SET plain_name = name;
ALTER TABLE api_keys DROP COLUMN name;

-- Whether such texts, or their traces in the files, may be left.
ALTER TABLE instance ADD COLUMN has_plain_texts INTEGER NOT NULL DEFAULT 0 CHECK (has_plain_texts IN (0, 1));
UPDATE instance SET has_plain_texts = 1;
