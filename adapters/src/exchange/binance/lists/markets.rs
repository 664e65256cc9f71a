//! Which markets of Binance are requested for an account. No list has the trades of all markets.
//!
//! The assets that an account has or had are combined with those in which markets are quoted, as far as Binance lists such a market. Some
//! are requested although they are not listed, because markets that were closed keep their trades: those in BUSD, and the usual ones of an
//! asset without any listed market. An asset that was only bought and sold, and that no other list has, is not found like this: people add
//! its market. What they left out is not requested.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt,
};

use percent_encoding::percent_decode_str;
use ports::{AccountAsset, AssetId, ExchangeMarket, MarketListing, MarketName, MarketOrigin, MarketUpdate};

use crate::exchange::account::Codes;

/// In what markets are quoted.
const QUOTES: [&str; 20] = [
    "USDT", "USDC", "FDUSD", "BUSD", "TUSD", "USDP", "USD1", "DAI", "BTC", "ETH", "BNB", "EUR", "GBP", "TRY", "BRL",
    "AUD", "JPY", "PLN", "UAH", "RUB",
];
/// A quote whose markets were closed.
const CLOSED_QUOTE: &str = "BUSD";
/// In what an asset was quoted that has no market any more.
const USUAL_QUOTES: [&str; 3] = ["USDT", "BTC", "BUSD"];

/// A market of which trades are requested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct TradedMarket {
    pub(super) name: MarketName,
    /// The number from which on its trades are new; `None` where they were never read to their end.
    pub(super) next: Option<u64>,
}

impl TradedMarket {
    /// Reads what [`Display`](fmt::Display) writes: `BTC/USDT`, and `BTC/USDT:5` where its trades were read up to a number.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (pair, next) = match text.split_once(':') {
            Some((pair, next)) => (pair, Some(next.parse().ok()?)),
            None => (text, None),
        };
        let (base, quote) = pair.split_once('/')?;
        let name = name_of(base, quote);
        (!base.is_empty() && !quote.is_empty()).then_some(Self { name, next })
    }
}

impl fmt::Display for TradedMarket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.name.base, self.name.quote)?;
        self.next.map_or(Ok(()), |next| write!(f, ":{next}"))
    }
}

/// Returns the name of the market of two assets.
pub(super) fn name_of(base: &str, quote: &str) -> MarketName {
    MarketName {
        symbol: format!("{base}{quote}"),
        base: base.to_owned(),
        quote: quote.to_owned(),
    }
}

/// Returns whether the code of an asset fits into the text of a market, and into the query of a request.
pub(super) fn fits(code: &str) -> bool {
    !code.is_empty() && !code.contains(['/', ',', ' ', '&', ':'])
}

/// The markets of an account.
pub(super) struct BinanceMarkets {
    /// All of them, as they are listed now.
    pub(super) listed: Vec<MarketUpdate>,
    /// Those that are requested, the ones that were never read to their end first.
    pub(super) requested: Vec<TradedMarket>,
}

/// Returns the markets of these assets, and the stored ones. `open` are the names of all markets that Binance lists.
pub(super) fn of_account(
    (assets, stored): (&[AccountAsset], &[ExchangeMarket]),
    codes: &Codes<'_>,
    open: &BTreeSet<String>,
) -> BinanceMarkets {
    let mut all = derived(assets, codes, open);
    for market in stored {
        all.entry(market.name.clone()).or_insert(market.origin);
    }
    let stored: BTreeMap<&str, &ExchangeMarket> = stored
        .iter()
        .map(|market| (market.name.symbol.as_str(), market))
        .collect();
    let mut markets = BinanceMarkets {
        listed: Vec::new(),
        requested: Vec::new(),
    };
    for (name, origin) in all {
        let known = stored.get(name.symbol.as_str());
        if known.is_none_or(|market| !market.is_left_out) {
            markets.requested.push(TradedMarket {
                name: name.clone(),
                next: known.and_then(|market| market.next_trade),
            });
        }
        markets.listed.push(MarketUpdate::Listed {
            market: MarketListing {
                is_open: open.contains(&name.symbol),
                name,
            },
            origin,
        });
    }
    markets.requested.sort_by_key(|market| market.next.is_some());
    markets
}

/// Returns the markets of these assets, in a fixed order, each with why it is requested.
fn derived(assets: &[AccountAsset], codes: &Codes<'_>, open: &BTreeSet<String>) -> BTreeMap<MarketName, MarketOrigin> {
    let mut bases: BTreeMap<String, bool> = BTreeMap::new();
    for one in assets {
        for code in codes_of(&one.asset, codes) {
            *bases.entry(code).or_default() |= one.is_held;
        }
    }
    let mut found = BTreeMap::new();
    for (base, is_held) in &bases {
        let all = QUOTES.iter().filter(|quote| *quote != base);
        let all: Vec<MarketName> = all.map(|quote| name_of(base, quote)).collect();
        let has_any = all.iter().any(|market| open.contains(&market.symbol));
        let is_requested = |market: &MarketName| {
            let quote = market.quote.as_str();
            open.contains(&market.symbol) || quote == CLOSED_QUOTE || !has_any && USUAL_QUOTES.contains(&quote)
        };
        let origin = if *is_held {
            MarketOrigin::Balance
        } else {
            MarketOrigin::List
        };
        let requested = all.into_iter().filter(is_requested);
        found.extend(requested.map(|name| (name, origin)));
    }
    found
}

/// Returns the codes of an asset. Those that would not fit into the text of a market are left out.
fn codes_of(asset: &AssetId, codes: &Codes<'_>) -> Vec<String> {
    let own = asset.as_str().strip_prefix(codes.exchange.as_str());
    let own = own.and_then(|rest| rest.strip_prefix("/code:"));
    let own = own.map(|code| percent_decode_str(code).decode_utf8_lossy().into_owned());
    let mapped = codes.listed.of_asset(codes.name, asset).map(str::to_owned);
    own.into_iter().chain(mapped).filter(|code| fits(code)).collect()
}

#[cfg(test)]
mod tests {
    use ports::Timestamp;

    use super::*;
    use crate::exchange::account::ExchangeCodes;

    fn of(assets: &[(&str, bool)], stored: &[ExchangeMarket], open: &[&str]) -> BinanceMarkets {
        let listed_codes = ExchangeCodes::listed().unwrap();
        let codes = Codes {
            listed: &listed_codes,
            exchange: "exchange:binance".parse().unwrap(),
            name: "binance",
        };
        let assets = assets.iter().map(|(asset, is_held)| AccountAsset {
            asset: asset.parse().unwrap(),
            is_held: *is_held,
        });
        let assets: Vec<AccountAsset> = assets.collect();
        let open = open.iter().map(|&symbol| symbol.to_owned()).collect();
        of_account((&assets, stored), &codes, &open)
    }

    fn texts(markets: &BinanceMarkets) -> Vec<String> {
        markets.requested.iter().map(TradedMarket::to_string).collect()
    }

    fn names(assets: &[&str], open: &[&str]) -> Vec<String> {
        let held: Vec<(&str, bool)> = assets.iter().map(|asset| (*asset, true)).collect();
        texts(&of(&held, &[], open))
    }

    fn stored(base: &str, next_trade: Option<u64>) -> ExchangeMarket {
        ExchangeMarket {
            account: "exchange:binance:binance.4hK2mQ8tYzB1nW6rC3xVdE".parse().unwrap(),
            name: name_of(base, "USDT"),
            origin: MarketOrigin::Person,
            is_open: true,
            is_left_out: false,
            is_unknown: false,
            read_at: None,
            trades: 0,
            next_trade,
            added_at: Timestamp::from_seconds(5),
        }
    }

    #[test]
    fn markets_that_were_never_read_come_first_and_those_left_out_never() {
        let ether = [("eip155:1/slip44:60", false)];
        let left_out = ExchangeMarket {
            is_left_out: true,
            ..stored("ETH", Some(4))
        };
        let all = [stored("ABC", Some(7)), left_out, stored("XYZ", None)];
        let markets = of(&ether, &all, &["ETHUSDT", "ETHBTC", "ABCUSDT"]);
        assert_eq!(texts(&markets), ["ETH/BTC", "ETH/BUSD", "XYZ/USDT", "ABC/USDT:7"]);
        let listed = markets.listed.iter().map(|update| match update {
            MarketUpdate::Listed { market, origin } => (market.name.symbol.as_str(), *origin, market.is_open),
            other => panic!("{other:?}"),
        });
        let (list, person) = (MarketOrigin::List, MarketOrigin::Person);
        assert_eq!(
            listed.collect::<Vec<_>>(),
            [
                ("ABCUSDT", person, true),
                ("ETHBTC", list, true),
                ("ETHBUSD", list, false),
                ("ETHUSDT", list, true),
                ("XYZUSDT", person, false),
            ]
        );
    }

    #[test]
    fn listed_markets_of_the_assets_are_requested_and_closed_ones_in_busd() {
        let ether = "eip155:1/slip44:60";
        assert_eq!(
            names(&[ether], &["ETHUSDT", "ETHBTC", "BTCUSDT", "ETHXYZ"]),
            ["ETH/BTC", "ETH/BUSD", "ETH/USDT"]
        );
    }

    #[test]
    fn an_asset_without_a_market_is_requested_in_what_was_usual() {
        let codes = [
            "exchange:binance/code:OLD",
            "exchange:binance/code:%E5%B8%81",
            "exchange:binance/code:A%2FB",
        ];
        assert_eq!(
            names(&codes, &["ETHUSDT"]),
            ["OLD/BTC", "OLD/BUSD", "OLD/USDT", "币/BTC", "币/BUSD", "币/USDT"]
        );
        assert_eq!(names(&["exchange:kraken/code:OLD"], &[]), Vec::<String>::new());
    }

    #[test]
    fn a_market_is_read_as_it_is_written() {
        for next in [None, Some(0), Some(71)] {
            let name = name_of("BTC", "USDT");
            let market = TradedMarket { name, next };
            assert_eq!(TradedMarket::read(&market.to_string()), Some(market));
        }
        assert_eq!(TradedMarket::read("BTC/USDT:x"), None);
        assert_eq!(
            (
                TradedMarket::read("BTCUSDT"),
                TradedMarket::read("/USDT"),
                TradedMarket::read("BTC/")
            ),
            (None, None, None)
        );
    }
}
