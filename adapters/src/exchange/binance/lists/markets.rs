//! Which markets of Binance are requested for an account. No list has the trades of all markets.
//!
//! The assets that an account has or had are combined with those in which markets are quoted, as far as Binance lists such a market. Some
//! are requested although they are not listed, because markets that were closed keep their trades: those in BUSD, and the usual ones of an
//! asset without any listed market. An asset that was only bought and sold, and that no other list has, is not found like this; the balance
//! of what it was bought for then differs.

use std::{collections::BTreeSet, fmt};

use percent_encoding::percent_decode_str;
use ports::AssetId;

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

/// A market, by the codes of both sides.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct TradedMarket {
    pub(super) base: String,
    pub(super) quote: String,
}

impl TradedMarket {
    fn new(base: &str, quote: &str) -> Self {
        Self {
            base: base.to_owned(),
            quote: quote.to_owned(),
        }
    }

    /// Returns its name at Binance, such as `BTCUSDT`.
    pub(super) fn symbol(&self) -> String {
        format!("{}{}", self.base, self.quote)
    }

    /// Reads what [`Display`](fmt::Display) writes, such as `BTC/USDT`.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (base, quote) = text.split_once('/')?;
        (!base.is_empty() && !quote.is_empty()).then(|| Self::new(base, quote))
    }
}

impl fmt::Display for TradedMarket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.base, self.quote)
    }
}

/// Returns the markets of these assets, in a fixed order. `listed` are the names of all markets.
pub(super) fn markets(assets: &[AssetId], codes: &Codes<'_>, listed: &BTreeSet<String>) -> Vec<TradedMarket> {
    let bases: BTreeSet<String> = assets.iter().flat_map(|asset| codes_of(asset, codes)).collect();
    let mut found = BTreeSet::new();
    for base in &bases {
        let all = QUOTES.iter().filter(|quote| *quote != base);
        let all: Vec<TradedMarket> = all.map(|quote| TradedMarket::new(base, quote)).collect();
        let has_any = all.iter().any(|market| listed.contains(&market.symbol()));
        let is_requested = |market: &TradedMarket| {
            let quote = market.quote.as_str();
            listed.contains(&market.symbol()) || quote == CLOSED_QUOTE || !has_any && USUAL_QUOTES.contains(&quote)
        };
        found.extend(all.into_iter().filter(is_requested));
    }
    found.into_iter().collect()
}

/// Returns the codes of an asset. Those that would not fit into the text of a market are left out.
fn codes_of(asset: &AssetId, codes: &Codes<'_>) -> Vec<String> {
    let own = asset.as_str().strip_prefix(codes.exchange.as_str());
    let own = own.and_then(|rest| rest.strip_prefix("/code:"));
    let own = own.map(|code| percent_decode_str(code).decode_utf8_lossy().into_owned());
    let mapped = codes.listed.of_asset(codes.name, asset).map(str::to_owned);
    let fits = |code: &String| !code.contains(['/', ',', ' ', '&']);
    own.into_iter().chain(mapped).filter(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::account::ExchangeCodes;

    fn names(assets: &[&str], listed: &[&str]) -> Vec<String> {
        let listed_codes = ExchangeCodes::listed().unwrap();
        let codes = Codes {
            listed: &listed_codes,
            exchange: "exchange:binance".parse().unwrap(),
            name: "binance",
        };
        let assets: Vec<AssetId> = assets.iter().map(|asset| asset.parse().unwrap()).collect();
        let listed = listed.iter().map(|&symbol| symbol.to_owned()).collect();
        markets(&assets, &codes, &listed)
            .iter()
            .map(TradedMarket::to_string)
            .collect()
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
        let market = TradedMarket::new("BTC", "USDT");
        assert_eq!(TradedMarket::read(&market.to_string()), Some(market));
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
