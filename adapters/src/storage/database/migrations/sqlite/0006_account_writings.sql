-- Addresses that stand for an account whose own address is another writing of them: the base58 text of a Bitcoin Cash
-- account, which wallets may name it by.
CREATE TABLE account_writings (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    address TEXT NOT NULL,
    PRIMARY KEY (account, address)
) STRICT;
