-- The markets of accounts at exchanges that list trades by market. next_trade is the number at the exchange from which on trades are new;
-- NULL where the trades were never read to their end.
CREATE TABLE exchange_markets (
    account TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    symbol TEXT NOT NULL,
    base TEXT NOT NULL,
    quote TEXT NOT NULL,
    origin TEXT NOT NULL,
    is_open BOOLEAN NOT NULL,
    is_left_out BOOLEAN NOT NULL,
    is_unknown BOOLEAN NOT NULL,
    read_at BIGINT,
    trades BIGINT NOT NULL,
    next_trade BIGINT,
    added_at BIGINT NOT NULL,
    PRIMARY KEY (account, symbol)
);
-- Places in lists of trades have another form now: those lists are read again from what is stored.
UPDATE history_progress SET continuation = NULL WHERE stream = 'market_trades';
