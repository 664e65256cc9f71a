//! The markets of accounts at exchanges that list trades by market.

use async_trait::async_trait;
use ports::{
    AccountId, ExchangeMarket, ExchangeMarketReader, ExchangeMarketWriter, MarketListing, MarketName, MarketOrigin,
    MarketUpdate, StorageError, Timestamp,
};

use super::{
    database::{
        Database, SqlWork,
        sql::{Row, listed, sql},
    },
    ledger::stored_number,
};

fn market(row: &Row) -> Result<ExchangeMarket, StorageError> {
    let row = row.of("exchange_markets", &["account", "symbol"]);
    let read_at: Option<i64> = row.get("read_at")?;
    let next_trade: Option<i64> = row.get("next_trade")?;
    Ok(ExchangeMarket {
        account: row.kept("account", AccountId::kept)?,
        name: MarketName {
            symbol: row.text("symbol")?,
            base: row.text("base")?,
            quote: row.text("quote")?,
        },
        origin: row.parsed("origin")?,
        is_open: row.get("is_open")?,
        is_left_out: row.get("is_left_out")?,
        is_unknown: row.get("is_unknown")?,
        read_at: read_at.map(Timestamp::from_millis),
        trades: row.number("trades")?,
        next_trade: next_trade.map(|_| row.number("next_trade")).transpose()?,
        added_at: row.time("added_at")?,
    })
}

#[async_trait]
impl ExchangeMarketReader for Database {
    async fn of_accounts(&self, accounts: &[AccountId]) -> Result<Vec<ExchangeMarket>, StorageError> {
        let text = listed!(
            "SELECT account, symbol, base, quote, origin, is_open, is_left_out, is_unknown, read_at, trades, next_trade, added_at \
             FROM exchange_markets WHERE account IN ",
            1,
            ""
        );
        let rows = sql(text).bind_list(accounts).fetch_all(self.sql()).await?;
        let mut markets = rows.iter().map(market).collect::<Result<Vec<_>, _>>()?;
        markets.sort_by(|a, b| (&a.account, &a.name).cmp(&(&b.account, &b.name)));
        Ok(markets)
    }
}

#[async_trait]
impl ExchangeMarketWriter for SqlWork {
    async fn update(&mut self, account: &AccountId, update: &MarketUpdate, at: Timestamp) -> Result<(), StorageError> {
        let change = match update {
            MarketUpdate::Listed { market, origin } => return list(self, account, (market, *origin), at).await,
            MarketUpdate::Read {
                symbol,
                trades,
                next_trade,
            } => {
                // What the first reading counted takes the place of what was counted before it.
                let text = "UPDATE exchange_markets SET is_unknown = $3, read_at = $4, \
                     trades = CASE WHEN next_trade IS NULL THEN $5 ELSE trades + $5 END, next_trade = $6 \
                     WHERE account = $1 AND symbol = $2";
                sql(text)
                    .bind(account.to_string())
                    .bind(symbol.as_str())
                    .bind(false)
                    .bind(at)
                    .bind(stored_number(*trades))
                    .bind(stored_number(*next_trade))
            }
            MarketUpdate::Unknown { symbol } => {
                let text =
                    "UPDATE exchange_markets SET is_unknown = $3, next_trade = NULL WHERE account = $1 AND symbol = $2";
                sql(text).bind(account.to_string()).bind(symbol.as_str()).bind(true)
            }
        };
        change.execute(self.tx()).await.map(drop)
    }

    async fn add(&mut self, market: &ExchangeMarket) -> Result<(), StorageError> {
        let text = "INSERT INTO exchange_markets \
             (account, symbol, base, quote, origin, is_open, is_left_out, is_unknown, read_at, trades, next_trade, added_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";
        let added = sql(text)
            .bind(market.account.to_string())
            .bind(market.name.symbol.as_str())
            .bind(market.name.base.as_str())
            .bind(market.name.quote.as_str())
            .bind(market.origin.code())
            .bind(market.is_open)
            .bind(market.is_left_out)
            .bind(market.is_unknown)
            .bind(market.read_at)
            .bind(stored_number(market.trades))
            .bind(market.next_trade.map(stored_number))
            .bind(market.added_at);
        added.execute(self.tx()).await.map(drop)
    }

    async fn leave_out(&mut self, account: &AccountId, symbol: &str, is_left_out: bool) -> Result<bool, StorageError> {
        let text = "UPDATE exchange_markets SET is_left_out = $3, next_trade = CASE WHEN $3 THEN next_trade ELSE NULL END \
             WHERE account = $1 AND symbol = $2";
        let changed = sql(text).bind(account.to_string()).bind(symbol).bind(is_left_out);
        Ok(changed.execute(self.tx()).await? > 0)
    }

    async fn remove(&mut self, account: &AccountId, symbol: &str) -> Result<bool, StorageError> {
        let text = "DELETE FROM exchange_markets WHERE account = $1 AND symbol = $2";
        let removed = sql(text).bind(account.to_string()).bind(symbol);
        Ok(removed.execute(self.tx()).await? > 0)
    }
}

/// Adds a market, or stores what is listed of one that is stored.
async fn list(
    work: &mut SqlWork,
    account: &AccountId,
    (market, origin): (&MarketListing, MarketOrigin),
    at: Timestamp,
) -> Result<(), StorageError> {
    let text = "INSERT INTO exchange_markets \
         (account, symbol, base, quote, origin, is_open, is_left_out, is_unknown, trades, added_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7, 0, $8) \
         ON CONFLICT (account, symbol) DO UPDATE SET is_open = excluded.is_open, \
         origin = CASE WHEN exchange_markets.origin = $9 THEN exchange_markets.origin ELSE excluded.origin END";
    let listed = sql(text)
        .bind(account.to_string())
        .bind(market.name.symbol.as_str())
        .bind(market.name.base.as_str())
        .bind(market.name.quote.as_str())
        .bind(origin.code())
        .bind(market.is_open)
        .bind(false)
        .bind(at)
        .bind(MarketOrigin::Person.code());
    listed.execute(work.tx()).await.map(drop)
}
