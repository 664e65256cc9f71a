-- The markets of accounts at exchanges that list trades by market. next_trade is the number at the exchange from which on trades are new;
-- NULL where the trades were never read to their end.
CREATE TABLE exchange_markets (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    symbol TEXT NOT NULL,
    base TEXT NOT NULL,
    quote TEXT NOT NULL,
    origin TEXT NOT NULL,
    is_open INTEGER NOT NULL CHECK (is_open IN (0, 1)),
    is_left_out INTEGER NOT NULL CHECK (is_left_out IN (0, 1)),
    is_unknown INTEGER NOT NULL CHECK (is_unknown IN (0, 1)),
    read_at INTEGER,
    trades INTEGER NOT NULL,
    next_trade INTEGER,
    added_at INTEGER NOT NULL,
    PRIMARY KEY (account, symbol)
) STRICT;
-- Places in lists of trades have another form now: those lists are read again from what is stored.
UPDATE history_progress SET continuation = NULL WHERE stream = 'market_trades';
