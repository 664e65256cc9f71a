//! Markets of exchanges: which asset a market prices.
//!
//! A market is never matched by symbol: `data/markets.csv` names the one asset, by CAIP-19, that it prices. The same
//! coin on another chain is priced by it where it certainly is the same coin (`data/coins.csv`: ether on many chains);
//! a bridged token never is.

use std::collections::HashMap;

use ports::asset::AssetId;

use crate::{
    chain::{coins::Coins, rows::RowError},
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
pub fn listed_markets() -> Result<Vec<ListedMarket>, RowError> {
    parse(include_str!("../../data/markets.csv"))
}

fn parse(text: &str) -> Result<Vec<ListedMarket>, RowError> {
    table::rows((FILE, HEAD), text, row)
}

fn row(line: Line, [venue, name, asset, quoted_in, source]: [&str; 5]) -> Result<ListedMarket, RowError> {
    line.check_not_empty("source", source)?;
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

/// The markets of every exchange.
#[derive(Clone, Debug, Default)]
pub(super) struct Markets {
    by_asset: HashMap<AssetId, Vec<ListedMarket>>,
    by_coin: HashMap<AssetId, Vec<ListedMarket>>,
}

impl Markets {
    /// Indexes the rows that ship.
    pub(super) fn of(coins: &Coins) -> Result<Self, RowError> {
        let mut markets = Self::default();
        for row in listed_markets()? {
            if let Some(coin) = coins.coin(&row.asset) {
                markets.by_coin.entry(coin.clone()).or_default().push(row.clone());
            }
            markets.by_asset.entry(row.asset.clone()).or_default().push(row);
        }
        Ok(markets)
    }

    /// Returns the market of an exchange that prices this asset, or the coin that it certainly is.
    pub(super) fn at(&self, venue: &str, asset: &AssetId, coin: Option<&AssetId>) -> Option<&ListedMarket> {
        let own = self.by_asset.get(asset).into_iter().flatten();
        let same = coin.and_then(|coin| self.by_coin.get(coin)).into_iter().flatten();
        own.chain(same).find(|row| row.venue == venue)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_names_a_known_asset_once_for_each_exchange() {
        let rows = listed_markets().unwrap();
        assert!(rows.len() > 100);
        let known: Vec<AssetId> = crate::chain::tokens::tokens()
            .unwrap()
            .iter()
            .map(|asset| asset.id.clone())
            .collect();
        let mut seen = std::collections::HashSet::new();
        for row in &rows {
            let current = crate::price::SOURCES.iter().map(|spec| spec.slug);
            let mut venues = current.chain(crate::price::PAST_SOURCES.iter().map(|spec| spec.slug));
            assert!(venues.any(|slug| slug == row.venue), "{row:?}");
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
