//! The markets of exchanges that list trades for one market at a time, as far as they are requested for an account.

use async_trait::async_trait;

use crate::{
    address::Address,
    ids::{account::AccountId, asset::AssetId},
    ledger::market_update::{MarketListing, MarketName, MarketOrigin, MarketUpdate},
    source::RemoteError,
    storage::StorageError,
    time::clock::Timestamp,
};

/// What a person enters to add a market.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarketInput {
    /// Its name, such as `BTCUSDT`.
    Symbol(String),
    /// The codes of both sides, in any order.
    Assets(String, String),
}

/// Looks up the markets of an exchange that lists trades for one market at a time.
#[async_trait]
pub trait MarketLookup: Send + Sync {
    /// Returns a market as the exchange lists it; `None` where it has none of this name. `account` is written to the privacy ledger; the
    /// exchange does not learn it.
    async fn market(&self, account: &Address, input: &MarketInput) -> Result<Option<MarketListing>, RemoteError>;

    /// Returns the asset of a side of a market, as in rows and balances; `None` for a text that is no code.
    fn asset(&self, code: &str) -> Option<AssetId>;
}

/// An asset that an account has or had.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AccountAsset {
    /// Which asset.
    pub asset: AssetId,
    /// Whether the newest balances have it. Otherwise a list of the history has it.
    pub is_held: bool,
}

/// A market of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExchangeMarket {
    /// The account.
    pub account: AccountId,
    /// Its name.
    pub name: MarketName,
    /// Why it is requested.
    pub origin: MarketOrigin,
    /// Whether the exchange listed it as open for trades, when that was last requested.
    pub is_open: bool,
    /// Whether the person left it out, so that it is not requested.
    pub is_left_out: bool,
    /// Whether the exchange stated that it has no such market, when its trades were last requested.
    pub is_unknown: bool,
    /// When its trades were last read to their end.
    pub read_at: Option<Timestamp>,
    /// How many trades it gave.
    pub trades: u64,
    /// The number at the exchange from which on its trades are new; `None` where they were never read to their end.
    pub next_trade: Option<u64>,
    /// When it was requested or added for the first time.
    pub added_at: Timestamp,
}

/// How far a market is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarketState {
    /// Its trades were never read to their end.
    Unread,
    /// Its trades were read to their end.
    Read,
    /// The exchange has no such market, or none any more.
    Unknown,
    /// The person left it out.
    LeftOut,
}

impl ExchangeMarket {
    /// Returns how far it is read.
    #[must_use]
    pub fn state(&self) -> MarketState {
        match (self.is_left_out, self.is_unknown, self.next_trade) {
            (true, ..) => MarketState::LeftOut,
            (false, true, _) => MarketState::Unknown,
            (false, false, None) => MarketState::Unread,
            (false, false, Some(_)) => MarketState::Read,
        }
    }

    /// Returns whether trades of it may be missing. A market that the exchange never listed, and whose name is only derived from assets,
    /// may never have existed.
    #[must_use]
    pub fn is_missing(&self) -> bool {
        match self.state() {
            MarketState::Unread | MarketState::LeftOut => true,
            MarketState::Unknown => self.is_open || self.trades > 0 || self.origin == MarketOrigin::Person,
            MarketState::Read => false,
        }
    }
}

/// Reads the markets of accounts.
#[async_trait]
pub trait ExchangeMarketReader: Send + Sync {
    /// Returns the markets of these accounts, ordered by account and name.
    async fn of_accounts(&self, accounts: &[AccountId]) -> Result<Vec<ExchangeMarket>, StorageError>;
}

/// Writes the markets of accounts.
#[async_trait]
pub trait ExchangeMarketWriter: Send {
    /// Stores what a page states. A market that was left out stays so. What a page states about a market that is not stored any more
    /// changes nothing, unless the page lists it. One of an account that is not stored is a [`StorageError::Conflict`].
    async fn update(&mut self, account: &AccountId, update: &MarketUpdate, at: Timestamp) -> Result<(), StorageError>;

    /// Adds a market. One of an account that is not stored, and one that is stored already, is a [`StorageError::Conflict`].
    async fn add(&mut self, market: &ExchangeMarket) -> Result<(), StorageError>;

    /// Leaves a market out, or takes it back: then it counts as never read to its end, because its trades may have gone on. Returns `false`
    /// where there is none of this name.
    async fn leave_out(&mut self, account: &AccountId, symbol: &str, is_left_out: bool) -> Result<bool, StorageError>;

    /// Removes a market. Returns `false` where there is none of this name.
    async fn remove(&mut self, account: &AccountId, symbol: &str) -> Result<bool, StorageError>;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn market() -> ExchangeMarket {
        ExchangeMarket {
            account: "exchange:binance:binance.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap(),
            name: MarketName {
                symbol: "BTCUSDT".to_owned(),
                base: "BTC".to_owned(),
                quote: "USDT".to_owned(),
            },
            origin: MarketOrigin::Balance,
            is_open: true,
            is_left_out: false,
            is_unknown: false,
            read_at: None,
            trades: 0,
            next_trade: None,
            added_at: Timestamp::from_seconds(5),
        }
    }

    #[test]
    fn what_was_never_read_left_out_or_listed_and_unknown_is_missing() {
        let read = ExchangeMarket {
            next_trade: Some(0),
            ..market()
        };
        let left_out = ExchangeMarket {
            is_left_out: true,
            ..read.clone()
        };
        let unknown = ExchangeMarket {
            is_unknown: true,
            ..market()
        };
        let never_listed = ExchangeMarket {
            is_open: false,
            ..unknown.clone()
        };
        let added = ExchangeMarket {
            origin: MarketOrigin::Person,
            ..never_listed.clone()
        };
        for (market, state, is_missing) in [
            (market(), MarketState::Unread, true),
            (read, MarketState::Read, false),
            (left_out, MarketState::LeftOut, true),
            (unknown, MarketState::Unknown, true),
            (never_listed, MarketState::Unknown, false),
            (added, MarketState::Unknown, true),
        ] {
            assert_eq!((market.state(), market.is_missing()), (state, is_missing), "{market:?}");
        }
    }
}
