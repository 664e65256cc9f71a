//! Why the markets of an account were not changed.

use ports::{RemoteError, StorageError};

/// Why the markets of an account were not changed.
#[derive(Debug, thiserror::Error)]
pub enum ExchangeMarketError {
    /// The caller has no such account, or the account has no such market.
    #[error("You have no such account or market.")]
    NotFound,
    /// The exchange lists the trades of all markets at once.
    #[error("{0} lists the trades of all pairs at once, so that no pair is missing.")]
    NoMarkets(String),
    /// What was entered is neither the name of a market nor two assets.
    #[error("Enter two assets, such as BTC and USDT, or the name of a pair, such as BTCUSDT.")]
    NoName,
    /// The exchange has no such market.
    #[error("{exchange} has no pair {name}. Check both assets; the exchange may have closed the pair long ago.")]
    Unknown {
        /// The exchange, for people.
        exchange: String,
        /// What was entered.
        name: String,
    },
    /// The account has the market already.
    #[error("{0} is in the list already.")]
    Listed(String),
    /// The account has as many markets as a person may add.
    #[error("You can add up to {0} pairs to an account.")]
    TooMany(usize),
    /// The market comes from an asset of the account, or gave trades, so that it is left out instead.
    #[error("{0} comes from an asset of the account or gave trades. Leave it out instead.")]
    NotRemovable(String),
    /// The exchange did not answer.
    #[error("{0}")]
    Exchange(RemoteError),
    /// The storage failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}
