//! What the codes of assets at exchanges mean, from `data/exchange-assets.csv`.

use std::collections::HashMap;

use ports::{AssetId, ChainId};

use crate::{
    chain::rows::RowError,
    table::{self, Line},
};

const FILE: &str = "exchange-assets.csv";
const HEAD: &str = "exchange,code,asset,source";

/// The assets that the codes of exchanges mean.
#[derive(Clone, Debug, Default)]
pub struct ExchangeCodes {
    assets: HashMap<(String, String), AssetId>,
}

impl ExchangeCodes {
    /// Returns the codes that ship.
    pub fn listed() -> Result<Self, RowError> {
        Self::parse(include_str!("../../../data/exchange-assets.csv"))
    }

    fn parse(text: &str) -> Result<Self, RowError> {
        let mut codes = Self::default();
        for (line, exchange, code, asset) in table::rows((FILE, HEAD), text, row)? {
            let is_new = codes.assets.insert((exchange, code), asset).is_none();
            line.check("code", is_new, "is listed twice")?;
        }
        Ok(codes)
    }

    /// Returns the asset of a code that is mapped. `name` is that of the exchange, such as `kraken`.
    pub(crate) fn mapped(&self, name: &str, code: &str) -> Option<&AssetId> {
        self.assets.get(&(name.to_owned(), code.to_owned()))
    }

    /// Returns the codes of an exchange that mean an asset.
    pub(crate) fn of_asset<'a>(&'a self, name: &'a str, asset: &'a AssetId) -> impl Iterator<Item = &'a str> {
        let own = self
            .assets
            .iter()
            .filter(move |((exchange, _), mapped)| exchange == name && *mapped == asset);
        own.map(|((_, code), _)| code.as_str())
    }

    /// Returns the asset of a code: the mapped one, or one that is known by its code only. `None` for a code that is too long to be one.
    pub(crate) fn asset(&self, exchange: &ChainId, name: &str, code: &str) -> Option<AssetId> {
        let mapped = self.mapped(name, code).cloned();
        mapped.or_else(|| AssetId::code(exchange, code))
    }
}

/// The codes of one exchange.
pub(crate) struct Codes<'a> {
    pub(crate) listed: &'a ExchangeCodes,
    pub(crate) exchange: ChainId,
    /// The name of the exchange, such as `kraken`.
    pub(crate) name: &'static str,
}

impl Codes<'_> {
    /// Returns the asset of a code; an error for a code that is too long to be one.
    pub(crate) fn asset(&self, code: &str) -> Result<AssetId, &'static str> {
        let asset = self.listed.asset(&self.exchange, self.name, code);
        asset.ok_or("a code of an asset that is no code")
    }
}

fn row(line: Line, [exchange, code, asset, source]: [&str; 4]) -> Result<(Line, String, String, AssetId), RowError> {
    line.check_not_empty("exchange", exchange)?;
    line.check_not_empty("code", code)?;
    line.check_not_empty("source", source)?;
    let asset: AssetId = line.read("asset", asset)?;
    Ok((line, exchange.to_owned(), code.to_owned(), asset))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{
        chain::{rows::rows, tokens::start_list},
        exchange::{ACCOUNTS, account::currency_name::currency},
    };

    #[test]
    fn every_code_means_an_asset_that_this_program_knows() {
        let rows = rows().unwrap();
        let natives = rows.iter().map(|row| row.native.id.clone());
        let tokens = start_list(rows).unwrap().into_iter().map(|token| token.id);
        let known: BTreeSet<AssetId> = natives.chain(tokens).collect();
        let codes = ExchangeCodes::listed().unwrap();
        assert!(codes.assets.len() > 70);
        for ((exchange, code), asset) in &codes.assets {
            let is_currency = asset.currency_code().is_some_and(|code| currency(code).is_some());
            assert!(is_currency || known.contains(asset), "{exchange} {code}: {asset}");
            assert!(ACCOUNTS.iter().any(|spec| spec.name == exchange), "{exchange}");
        }
    }

    #[test]
    fn a_code_without_a_row_is_an_asset_of_the_exchange() {
        let codes = ExchangeCodes::listed().unwrap();
        let kraken: ChainId = "exchange:kraken".parse().unwrap();
        let asset = |code: &str| codes.asset(&kraken, "kraken", code).map(|asset| asset.to_string());
        assert_eq!(asset("XETH").as_deref(), Some("eip155:1/slip44:60"));
        assert_eq!(asset("ZEUR").as_deref(), Some("fiat:iso4217/code:EUR"));
        assert_eq!(asset("NEWCOIN").as_deref(), Some("exchange:kraken/code:NEWCOIN"));
        assert_eq!(asset("USD:BTNL").as_deref(), Some("exchange:kraken/code:USD%3ABTNL"));
        assert_eq!((asset(""), asset(&"x".repeat(65))), (None, None));
    }

    #[test]
    fn an_invalid_row_is_reported_with_its_line_and_column() {
        let good = "kraken,XETH,eip155:1/slip44:60,somewhere";
        assert!(ExchangeCodes::parse(&format!("{HEAD}\n{good}\n")).is_ok());
        for (rows, message) in [
            (
                format!("{good}\n{good}"),
                "exchange-assets.csv, line 3, code: is listed twice",
            ),
            (
                good.replace("somewhere", ""),
                "exchange-assets.csv, line 2, source: is empty",
            ),
            (good.replace("XETH", ""), "exchange-assets.csv, line 2, code: is empty"),
            (
                good.replace("slip44:60", "slip44"),
                "exchange-assets.csv, line 2, asset: is not an asset id",
            ),
        ] {
            let error = ExchangeCodes::parse(&format!("{HEAD}\n{rows}\n")).unwrap_err();
            assert!(error.to_string().starts_with(message), "{error}");
        }
    }
}
