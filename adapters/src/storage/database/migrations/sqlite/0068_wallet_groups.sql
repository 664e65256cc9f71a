-- The group that a user put a wallet in: its name, encrypted like the nickname. NULL where it is in no group.
ALTER TABLE wallets ADD COLUMN sealed_group_name BLOB;
