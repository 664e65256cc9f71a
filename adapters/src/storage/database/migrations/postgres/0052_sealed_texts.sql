-- What people write is sealed with their key: nicknames, notes and other annotations, their own labels, names of API keys. Texts
-- of before wait in the columns plain_… until the database is opened, which seals them.
ALTER TABLE wallets RENAME COLUMN nickname TO plain_nickname;
ALTER TABLE wallets ADD COLUMN sealed_nickname BYTEA;

ALTER TABLE annotations RENAME COLUMN content TO plain_content;
ALTER TABLE annotations ALTER COLUMN plain_content DROP NOT NULL;
ALTER TABLE annotations ADD COLUMN sealed_content BYTEA;

ALTER TABLE own_labels RENAME COLUMN label TO plain_label;
ALTER TABLE own_labels ALTER COLUMN plain_label DROP NOT NULL;
ALTER TABLE own_labels ADD COLUMN sealed_label BYTEA;

ALTER TABLE api_keys RENAME COLUMN name TO plain_name;
ALTER TABLE api_keys ALTER COLUMN plain_name DROP NOT NULL;
ALTER TABLE api_keys ADD COLUMN sealed_name BYTEA;

-- Whether such texts, or their traces in the files, may be left.
ALTER TABLE instance ADD COLUMN has_plain_texts BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE instance SET has_plain_texts = TRUE;
