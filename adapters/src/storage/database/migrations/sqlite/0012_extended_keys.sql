-- The extended public key of a wallet. It is kept readable, as what follows from it is; it never leaves this machine.
ALTER TABLE wallets ADD COLUMN extended_key TEXT;

-- How many transactions an account had part in when it was last read, where somebody counted.
ALTER TABLE accounts ADD COLUMN transactions INTEGER;

-- The addresses that were derived from wallets' keys. Each belongs to one person's wallet; its account is anybody's.
CREATE TABLE derived_addresses (
    wallet TEXT NOT NULL REFERENCES wallets (id) ON DELETE CASCADE,
    script TEXT NOT NULL CHECK (script IN ('pkh', 'wpkh', 'sh-wpkh', 'tr')),
    branch INTEGER NOT NULL CHECK (branch IN (0, 1)),
    place INTEGER NOT NULL CHECK (place >= 0),
    account TEXT NOT NULL,
    PRIMARY KEY (wallet, script, branch, place)
) STRICT;
CREATE INDEX derived_addresses_account ON derived_addresses (account);
