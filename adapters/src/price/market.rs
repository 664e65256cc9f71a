//! Markets of exchanges: which asset a market prices, and the validation of its bid, ask and volume. The requests are
//! in `exchange`.
//!
//! A market is never matched by symbol: `data/markets.csv` names the one asset, by CAIP-19, that it prices. The same
//! coin on another chain is priced by it where it certainly is the same coin (ether on each chain whose row says so);
//! a bridged token never is.

use std::collections::HashMap;

use ports::{
    amount::Amount,
    asset::AssetId,
    clock::Timestamp,
    money::Price,
    quote::{AssetQuote, Market},
};
use serde_json::{Number, Value};

use super::number::exact;
use crate::{
    chain::rows::RowError,
    table::{self, Line},
};

const FILE: &str = "markets.csv";
const HEAD: &str = "venue,market,asset,quoted_in,source";

/// A row of `data/markets.csv`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedMarket {
    /// The exchange.
    pub venue: String,
    /// The name of the market at the exchange.
    pub name: String,
    /// The asset that it prices.
    pub asset: AssetId,
    /// The unit of its price; `None` is the dollar.
    pub quoted_in: Option<AssetId>,
}

/// Returns the rows that ship.
pub(super) fn listed() -> Result<Vec<ListedMarket>, RowError> {
    parse(include_str!("../../data/markets.csv"))
}

fn parse(text: &str) -> Result<Vec<ListedMarket>, RowError> {
    table::rows((FILE, HEAD), text, row)
}

fn row(line: Line, [venue, name, asset, quoted_in, source]: [&str; 5]) -> Result<ListedMarket, RowError> {
    line.said("source", source)?;
    Ok(ListedMarket {
        venue: venue.to_owned(),
        name: name.to_owned(),
        asset: line.read("asset", asset)?,
        quoted_in: if quoted_in == "USD" {
            None
        } else {
            Some(line.read("quoted_in", quoted_in)?)
        },
    })
}

/// The ticker of a market, in the exchange's own notation.
pub struct Ticker<'a> {
    /// The highest bid.
    pub bid: Option<&'a Value>,
    /// The lowest ask.
    pub ask: Option<&'a Value>,
    /// The 24-hour volume.
    pub volume: Volume<'a>,
    /// The exchange's time in Unix milliseconds, where the ticker has one.
    pub millis: Option<i64>,
}

/// The 24-hour volume, by its unit.
pub enum Volume<'a> {
    /// In the base asset.
    OfAsset(Option<&'a Value>),
    /// In the unit of the price.
    OfQuote(Option<&'a Value>),
}

impl Ticker<'_> {
    /// Validates the ticker. The price is the middle of bid and ask: the last trade may be long ago or far off.
    pub(super) fn validated(&self, name: &str, quoted_in: Option<AssetId>) -> Result<(Price, Market), &'static str> {
        let bid = positive(self.bid).ok_or("its market has no bid")?;
        let ask = positive(self.ask).ok_or("its market has no ask")?;
        if ask < bid {
            return Err("its bid is above its ask");
        }
        match (ask.mul(Amount::from(10)), bid.mul(Amount::from(11))) {
            (Ok(ask), Ok(tenth_above)) if ask <= tenth_above => {}
            _ => return Err("its bid and ask differ by more than 10%"),
        }
        let long = "its price has more digits than we can store exactly";
        let middle = bid.add(ask).and_then(Amount::half).map_err(|_| long)?;
        let price = Price::try_from(middle).map_err(|_| long)?;
        let volume = self.volume(middle).ok_or("its volume is not a number")?;
        let market = Market {
            name: name.to_owned(),
            quoted_in,
            bid,
            ask,
            volume,
        };
        Ok((price, market))
    }

    /// Returns the exchange's time. A time after `now` makes the ticker unusable.
    pub(super) fn time(&self, now: Timestamp) -> Result<Option<Timestamp>, &'static str> {
        let time = self.millis.map(Timestamp::from_millis);
        match time {
            Some(time) if time > now.plus(AssetQuote::AHEAD) => Err("its time is in the future"),
            time => Ok(time),
        }
    }

    fn volume(&self, price: Amount) -> Option<Amount> {
        let volume = match self.volume {
            Volume::OfQuote(volume) => number(volume)?,
            Volume::OfAsset(volume) => number(volume)?.mul(price).ok()?,
        };
        (!volume.is_negative()).then(|| volume.rounded(2))
    }
}

fn positive(value: Option<&Value>) -> Option<Amount> {
    number(value).filter(|amount| !amount.is_zero() && !amount.is_negative())
}

/// Parses a number, also one written as text.
fn number(value: Option<&Value>) -> Option<Amount> {
    match value? {
        Value::Number(number) => exact(number).ok(),
        Value::String(text) => exact(&text.parse::<Number>().ok()?).ok(),
        _ => None,
    }
}

/// The markets of every exchange.
#[derive(Clone, Debug, Default)]
pub(super) struct Markets {
    by_asset: HashMap<AssetId, Vec<ListedMarket>>,
    by_coin: HashMap<String, Vec<ListedMarket>>,
}

impl Markets {
    /// Indexes the rows that ship. `coin` returns the coin id of an asset where it is certain.
    pub(super) fn of(coin: impl Fn(&AssetId) -> Option<String>) -> Result<Self, RowError> {
        let mut markets = Self::default();
        for row in listed()? {
            if let Some(coin) = coin(&row.asset) {
                markets.by_coin.entry(coin).or_default().push(row.clone());
            }
            markets.by_asset.entry(row.asset.clone()).or_default().push(row);
        }
        Ok(markets)
    }

    /// Returns the market of an exchange that prices this asset, or the coin that it certainly is.
    pub(super) fn at(&self, venue: &str, asset: &AssetId, coin: Option<&str>) -> Option<&ListedMarket> {
        let own = self.by_asset.get(asset).into_iter().flatten();
        let same = coin.and_then(|coin| self.by_coin.get(coin)).into_iter().flatten();
        own.chain(same).find(|row| row.venue == venue)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn validated(bid: Value, ask: Value, volume: Value) -> Result<(Price, Market), &'static str> {
        let ticker = Ticker {
            bid: Some(&bid),
            ask: Some(&ask),
            volume: Volume::OfAsset(Some(&volume)),
            millis: None,
        };
        ticker.validated("M", None)
    }

    #[test]
    fn the_price_is_the_middle_of_bid_and_ask() {
        let (price, market) = validated(json!("3180.10"), json!("3180.30"), json!("10.5")).unwrap();
        assert_eq!(price.amount().to_string(), "3180.2");
        assert_eq!(market.volume.to_string(), "33392.1");
    }

    #[test]
    fn a_market_without_two_sides_has_no_price() {
        for (bid, ask, volume, why) in [
            (json!("0.00000000"), json!("1"), json!("1"), "no bid"),
            (json!("-1"), json!("1"), json!("1"), "no bid"),
            (json!("NaN"), json!("1"), json!("1"), "no bid"),
            (json!("1"), json!(null), json!("1"), "no ask"),
            (json!("1"), json!("1e999"), json!("1"), "no ask"),
            (json!("2"), json!("1"), json!("1"), "above its ask"),
            (json!("1"), json!("1.11"), json!("1"), "more than 10%"),
            // These numbers are almost too long for exact arithmetic.
            (json!("1"), json!("1".repeat(77)), json!("1"), "more than 10%"),
            (
                json!("1".repeat(77)),
                json!("1".repeat(77)),
                json!("1"),
                "more than 10%",
            ),
            (json!("1"), json!("1"), json!("many"), "volume"),
            (json!("1"), json!("1"), json!("-1"), "volume"),
        ] {
            let error = validated(bid.clone(), ask.clone(), volume).unwrap_err();
            assert!(error.contains(why), "{bid} {ask}: {error}");
        }
    }

    #[test]
    fn every_row_names_a_known_asset_once_for_each_exchange() {
        let rows = listed().unwrap();
        assert!(rows.len() > 100);
        let known: Vec<AssetId> = crate::chain::tokens::tokens()
            .unwrap()
            .iter()
            .map(|token| token.asset.id.clone())
            .collect();
        let mut seen = std::collections::HashSet::new();
        for row in &rows {
            assert!(
                crate::price::SOURCES.iter().any(|spec| spec.slug == row.venue),
                "{row:?}"
            );
            assert!(row.asset.contract().is_none() || known.contains(&row.asset), "{row:?}");
            assert!(seen.insert((row.venue.clone(), row.asset.clone())), "twice: {row:?}");
            assert!(
                row.quoted_in.as_ref().is_none_or(|unit| known.contains(unit)),
                "{row:?}"
            );
        }
    }

    #[test]
    fn an_invalid_row_is_reported_with_its_line_and_column() {
        let good = "kraken,XETHZUSD,eip155:1/slip44:60,USD,somewhere";
        assert!(parse(&format!("{HEAD}\n{good}\n")).is_ok());
        for (from, to, message) in [
            ("eip155:1/", "eip155/", "markets.csv, line 2, asset: "),
            ("60,USD,", "60,EUR,", "markets.csv, line 2, quoted_in: "),
            ("somewhere", "", "markets.csv, line 2, source: is empty"),
            (",USD", "", "markets.csv, line 2, any: has 4 columns"),
        ] {
            let error = parse(&format!("{HEAD}\n{}", good.replacen(from, to, 1))).unwrap_err();
            assert!(error.to_string().starts_with(message), "{error}");
        }
    }
}
