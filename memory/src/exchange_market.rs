//! The markets of accounts at exchanges that list trades by market.

use async_trait::async_trait;
use ports::{
    AccountId, ExchangeMarket, ExchangeMarketReader, ExchangeMarketWriter, MarketListing, MarketOrigin, MarketUpdate,
    StorageError, Timestamp,
};

use crate::{
    storage::MemoryStorage,
    tables::{check_unique, conflict},
    work::MemoryWork,
};

const TABLE: &str = "exchange_markets";

#[async_trait]
impl ExchangeMarketReader for MemoryStorage {
    async fn of_accounts(&self, accounts: &[AccountId]) -> Result<Vec<ExchangeMarket>, StorageError> {
        let tables = self.tables();
        let own = tables
            .exchange_markets
            .values()
            .filter(|market| accounts.contains(&market.account));
        let mut markets: Vec<ExchangeMarket> = own.cloned().collect();
        markets.sort_by(|a, b| (&a.account, &a.name).cmp(&(&b.account, &b.name)));
        Ok(markets)
    }
}

#[async_trait]
impl ExchangeMarketWriter for MemoryWork {
    async fn update(&mut self, account: &AccountId, update: &MarketUpdate, at: Timestamp) -> Result<(), StorageError> {
        match update {
            MarketUpdate::Listed { market, origin } => self.list_market(account, (market, *origin), at)?,
            MarketUpdate::Read {
                symbol,
                trades,
                next_trade,
            } => {
                if let Some(mut row) = self.market_row(account, symbol) {
                    let before = row.next_trade.map_or(0, |_| row.trades);
                    row.trades = before.saturating_add(*trades);
                    (row.next_trade, row.read_at, row.is_unknown) = (Some(*next_trade), Some(at), false);
                    self.put_market(row);
                }
            }
            MarketUpdate::Unknown { symbol } => {
                if let Some(mut row) = self.market_row(account, symbol) {
                    (row.is_unknown, row.next_trade) = (true, None);
                    self.put_market(row);
                }
            }
        }
        Ok(())
    }

    async fn add(&mut self, market: &ExchangeMarket) -> Result<(), StorageError> {
        if !self.tables.accounts.contains_key(&market.account) {
            return Err(conflict(TABLE));
        }
        check_unique(TABLE, self.market_row(&market.account, &market.name.symbol).is_some())?;
        self.put_market(market.clone());
        Ok(())
    }

    async fn leave_out(&mut self, account: &AccountId, symbol: &str, is_left_out: bool) -> Result<bool, StorageError> {
        let Some(mut row) = self.market_row(account, symbol) else {
            return Ok(false);
        };
        row.is_left_out = is_left_out;
        row.next_trade = row.next_trade.filter(|_| is_left_out);
        self.put_market(row);
        Ok(true)
    }

    async fn remove(&mut self, account: &AccountId, symbol: &str) -> Result<bool, StorageError> {
        let key = (account.clone(), symbol.to_owned());
        let is_own = self.tables.exchange_markets.contains_key(&key);
        if is_own {
            self.tables.exchange_markets.remove(&key);
        }
        Ok(is_own)
    }
}

impl MemoryWork {
    fn market_row(&self, account: &AccountId, symbol: &str) -> Option<ExchangeMarket> {
        let key = (account.clone(), symbol.to_owned());
        self.tables.exchange_markets.get(&key).cloned()
    }

    fn put_market(&mut self, row: ExchangeMarket) {
        let key = (row.account.clone(), row.name.symbol.clone());
        self.tables.exchange_markets.insert(key, row);
    }

    fn list_market(
        &mut self,
        account: &AccountId,
        (market, origin): (&MarketListing, MarketOrigin),
        at: Timestamp,
    ) -> Result<(), StorageError> {
        if !self.tables.accounts.contains_key(account) {
            return Err(conflict(TABLE));
        }
        let known = self.market_row(account, &market.name.symbol);
        let mut row = known.unwrap_or_else(|| ExchangeMarket {
            account: account.clone(),
            name: market.name.clone(),
            origin,
            is_open: market.is_open,
            is_left_out: false,
            is_unknown: false,
            read_at: None,
            trades: 0,
            next_trade: None,
            added_at: at,
        });
        row.is_open = market.is_open;
        if row.origin != MarketOrigin::Person {
            row.origin = origin;
        }
        self.put_market(row);
        Ok(())
    }
}
