//! What pages of trades state about the markets of an exchange that lists trades for one market at a time.

use std::str::FromStr;

/// The name of a market at an exchange, and the codes of both sides there.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MarketName {
    /// The name, such as `BTCUSDT`.
    pub symbol: String,
    /// The code of what is traded, such as `BTC`.
    pub base: String,
    /// The code of what it is paid with, such as `USDT`.
    pub quote: String,
}

/// A market as its exchange lists it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MarketListing {
    /// Its name.
    pub name: MarketName,
    /// Whether it is open for trades.
    pub is_open: bool,
}

/// Why a market is requested.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MarketOrigin {
    /// A balance has one of its assets.
    Balance,
    /// A list of the history has one of its assets.
    List,
    /// The person added it.
    Person,
}

impl MarketOrigin {
    /// Returns the stable code that is stored and sent on the wire.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Self::Balance => "balance",
            Self::List => "list",
            Self::Person => "person",
        }
    }
}

/// A text is no origin of a market.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no origin of a market")]
pub struct UnknownMarketOrigin;

impl FromStr for MarketOrigin {
    type Err = UnknownMarketOrigin;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut all = [Self::Balance, Self::List, Self::Person].into_iter();
        all.find(|origin| origin.code() == text).ok_or(UnknownMarketOrigin)
    }
}

/// What a page of trades states about a market.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarketUpdate {
    /// The market belongs to those of the account.
    Listed {
        /// The market, as the exchange lists it now.
        market: MarketListing,
        /// Why it is requested. A market that is stored keeps that the person added it.
        origin: MarketOrigin,
    },
    /// Its trades were read to their end with this page.
    Read {
        /// The name.
        symbol: String,
        /// How many were not counted before.
        trades: u64,
        /// The number from which on trades are new.
        next_trade: u64,
    },
    /// The exchange has no such market.
    Unknown {
        /// The name.
        symbol: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_read_as_it_is_written() {
        for origin in [MarketOrigin::Balance, MarketOrigin::List, MarketOrigin::Person] {
            assert_eq!(origin.code().parse(), Ok(origin));
        }
        assert_eq!("other".parse::<MarketOrigin>(), Err(UnknownMarketOrigin));
    }
}
