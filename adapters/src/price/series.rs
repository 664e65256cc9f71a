//! Which assets share their past prices: forms of one coin and wrapped coins at all times, and renamed assets
//! (`data/renamed.csv`) from a day on.

use std::collections::BTreeSet;

use ports::{
    AssetId,
    price_series::{PriceSeries, Renaming},
};

use crate::{
    chain::{
        coins::Coins,
        rows::{ChainSpec, RowError},
    },
    table::{self, Line},
};

const FILE: &str = "renamed.csv";
const HEAD: &str = "asset,until,continued_as,ratio,source";

/// Returns the price series of these chains.
pub fn price_series(rows: &[ChainSpec]) -> Result<PriceSeries, RowError> {
    let coins = Coins::of(rows)?;
    let coin = |asset: &AssetId| coins.coin(asset).unwrap_or(asset).clone();
    let wrapped = rows.iter().filter_map(|row| {
        let token = AssetId::token(&row.chain.id, row.wrapped.as_ref()?)?;
        Some((token, coin(&row.native.id)))
    });
    let forms = coins.forms().map(|(form, coin)| (form.clone(), coin.clone()));
    let renamings = parse(include_str!("../../data/renamed.csv"))?;
    Ok(PriceSeries::new(forms.chain(wrapped), renamings))
}

fn parse(text: &str) -> Result<Vec<Renaming>, RowError> {
    let rows = table::rows((FILE, HEAD), text, |line, fields| Ok((line, renaming(line, fields)?)))?;
    let (mut earlier, mut later) = (BTreeSet::new(), BTreeSet::new());
    let mut renamings = Vec::new();
    for (line, row) in rows {
        let is_new = earlier.insert(row.asset.clone()) && later.insert(row.continued_as.clone());
        line.check("asset", is_new, "is in another row")?;
        let is_chained = earlier.contains(&row.continued_as) || later.contains(&row.asset);
        line.check("continued_as", !is_chained, "is renamed itself")?;
        renamings.push(row);
    }
    Ok(renamings)
}

fn renaming(line: Line, [asset, until, continued_as, ratio, source]: [&str; 5]) -> Result<Renaming, RowError> {
    line.check_not_empty("source", source)?;
    Ok(Renaming {
        asset: line.read("asset", asset)?,
        until: line.read("until", until)?,
        continued_as: line.read("continued_as", continued_as)?,
        ratio: if ratio.is_empty() {
            None
        } else {
            Some(line.read("ratio", ratio)?)
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::rows::rows;

    fn on(asset: &str, day: &str) -> (String, String) {
        let series = price_series(rows().unwrap()).unwrap();
        let found = series.on(&asset.parse().unwrap(), day.parse().unwrap()).unwrap();
        let one = found.ratio.convert("1".parse().unwrap()).unwrap();
        (found.asset.to_string(), one.to_string())
    }

    fn owned((asset, ratio): (&str, &str)) -> (String, String) {
        (asset.to_owned(), ratio.to_owned())
    }

    #[test]
    fn ether_has_one_series_also_wrapped_and_on_other_chains() {
        let ether = ("eip155:1/slip44:60", "1");
        for asset in [
            "eip155:1/slip44:60",
            "eip155:8453/slip44:60",
            "eip155:1/erc20:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2",
            "eip155:8453/erc20:0x4200000000000000000000000000000000000006",
        ] {
            assert_eq!(on(asset, "2023-05-01"), owned(ether), "{asset}");
        }
        let bridged = "eip155:56/erc20:0x2170Ed0880ac9A755fd29B2688956BD959F933F8";
        assert_eq!(on(bridged, "2023-05-01"), owned((bridged, "1")), "a bridge can fail");
    }

    #[test]
    fn renamed_assets_have_the_prices_of_their_day() {
        let matic = "eip155:1/erc20:0x7D1AfA7B718fb893dB30A3aBc0Cfc608AaCfeBB0";
        let (polygon, wrapped) = (
            "eip155:137/slip44:966",
            "eip155:137/erc20:0x0d500B1d8E8eF31E21C99d1Db9A6444d3ADf1270",
        );
        for asset in [matic, polygon, wrapped] {
            assert_eq!(on(asset, "2024-09-03"), owned((matic, "1")), "{asset}");
            assert_eq!(on(asset, "2024-09-04"), owned((polygon, "1")), "{asset}");
        }
        let lend = "eip155:1/erc20:0x80fB784B7eD66730e8b1DBd9820aFD29931aab03";
        let aave = "eip155:1/erc20:0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9";
        assert_eq!(on(lend, "2020-10-02"), owned((lend, "1")));
        assert_eq!(on(lend, "2020-10-03"), owned((aave, "0.01")));
        assert_eq!(on(aave, "2020-10-02"), owned((lend, "100")));
        let series = price_series(rows().unwrap()).unwrap();
        let luna = "cosmos:phoenix-1/slip44:330".parse().unwrap();
        assert!(series.on(&luna, "2022-05-27".parse().unwrap()).is_err());
    }

    #[test]
    fn an_invalid_row_is_reported_with_its_line_and_column() {
        let good = "eip155:1/slip44:60,2024-01-01,eip155:10/slip44:60,2,somewhere";
        assert!(parse(&format!("{HEAD}\n{good}\n")).is_ok());
        let next = "eip155:10/slip44:60,2025-01-01,eip155:137/slip44:60,1,somewhere";
        for (rows, message) in [
            (good.replace(",2,", ",0,"), "line 2, ratio: is not above zero"),
            (good.replace("2024-01-01", "2024-1-1"), "line 2, until: is not a day"),
            (good.replace("somewhere", ""), "line 2, source: is empty"),
            (format!("{good}\n{good}"), "line 3, asset: is in another row"),
            (format!("{good}\n{next}"), "line 3, continued_as: is renamed itself"),
        ] {
            let error = parse(&format!("{HEAD}\n{rows}")).unwrap_err().to_string();
            assert!(error.starts_with(&format!("renamed.csv, {message}")), "{error}");
        }
    }
}
