//! Coins: which assets are certainly the same coin, and what CoinGecko calls it (`data/coins.csv`).
//!
//! A coin is identified by one of its assets: ether by the native asset of Ethereum, also on other chains. A bridged
//! token is never the same coin as its original.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::LazyLock,
};

use ports::AssetId;

use super::rows::{ChainSpec, RowError};
use crate::table::{self, Line};

const FILE: &str = "coins.csv";
const HEAD: &str = "asset,same_as,coingecko";
static COINS: LazyLock<Result<Coins, RowError>> = LazyLock::new(|| Coins::parse(include_str!("../../data/coins.csv")));

/// The coins that ship, and those of the configuration.
#[derive(Clone, Debug, Default)]
pub struct Coins {
    /// The coin of each asset that is another form of one.
    forms: BTreeMap<AssetId, AssetId>,
    /// CoinGecko's id of each coin.
    coingecko: BTreeMap<AssetId, String>,
}

/// A row of `data/coins.csv`.
enum CoinRow {
    /// A coin, with CoinGecko's id.
    Coin(AssetId, String),
    /// An asset that is another form of a coin.
    Form(AssetId, AssetId),
}

impl Coins {
    /// Returns the coins that ship, with the native assets of these rows whose CoinGecko id the configuration states.
    pub fn of(rows: &[ChainSpec]) -> Result<Self, RowError> {
        let mut coins = COINS.as_ref().map_err(Clone::clone)?.clone();
        for row in rows {
            if let Some(name) = &row.coingecko {
                coins.add(&row.native.id, name);
            }
        }
        Ok(coins)
    }

    /// Returns the coin that an asset certainly is.
    #[must_use]
    pub fn coin<'a>(&'a self, asset: &'a AssetId) -> Option<&'a AssetId> {
        let is_coin = |asset: &&AssetId| self.coingecko.contains_key(*asset);
        self.forms.get(asset).or_else(|| Some(asset).filter(is_coin))
    }

    /// Returns CoinGecko's id of an asset, where the match is certain.
    #[must_use]
    pub fn coingecko(&self, asset: &AssetId) -> Option<&str> {
        self.coingecko.get(self.coin(asset)?).map(String::as_str)
    }

    /// Returns the assets that are another form of a coin, each with the coin.
    pub fn forms(&self) -> impl Iterator<Item = (&AssetId, &AssetId)> {
        self.forms.iter()
    }

    /// Returns CoinGecko's ids of all coins.
    pub fn all_coingecko(&self) -> impl Iterator<Item = &str> {
        self.coingecko.values().map(String::as_str)
    }

    /// Adds an asset by CoinGecko's id: as another form of a coin with this id, or as a coin.
    fn add(&mut self, asset: &AssetId, name: &str) {
        let known = self.coingecko.iter().find(|(_, known)| *known == name);
        match known.map(|(coin, _)| coin.clone()) {
            Some(coin) => {
                self.forms.insert(asset.clone(), coin);
            }
            None => {
                self.coingecko.insert(asset.clone(), name.to_owned());
            }
        }
    }

    fn parse(text: &str) -> Result<Self, RowError> {
        let (mut coins, mut names) = (Self::default(), BTreeSet::new());
        let mut forms = Vec::new();
        for (line, row) in table::rows((FILE, HEAD), text, |line, fields| Ok((line, coin_row(line, fields)?)))? {
            match row {
                CoinRow::Coin(asset, name) => {
                    let is_new = names.insert(name.clone()) && coins.coingecko.insert(asset, name).is_none();
                    line.check("coingecko", is_new, "is in another row")?;
                }
                CoinRow::Form(asset, coin) => forms.push((line, asset, coin)),
            }
        }
        for (line, asset, coin) in forms {
            line.check(
                "same_as",
                coins.coingecko.contains_key(&coin),
                "is no coin of this table",
            )?;
            let is_new = !coins.coingecko.contains_key(&asset) && coins.forms.insert(asset, coin).is_none();
            line.check("asset", is_new, "is in another row")?;
        }
        Ok(coins)
    }
}

fn coin_row(line: Line, [asset, same_as, name]: [&str; 3]) -> Result<CoinRow, RowError> {
    let asset = line.read("asset", asset)?;
    let is_slug = name
        .bytes()
        .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == b'-');
    match (same_as, name) {
        ("", name) if !name.is_empty() && is_slug => Ok(CoinRow::Coin(asset, name.to_owned())),
        (coin, "") if !coin.is_empty() => Ok(CoinRow::Form(asset, line.read("same_as", coin)?)),
        _ => Err(line.wrong("coingecko", "must be a slug; a row has either same_as or coingecko")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::{rows::rows, tokens::tokens};

    #[test]
    fn every_asset_is_known_and_every_chain_has_a_coin() {
        let coins = Coins::of(rows().unwrap()).unwrap();
        let natives = rows().unwrap().iter().map(|row| &row.native.id);
        let known: BTreeSet<&AssetId> = natives
            .clone()
            .chain(tokens().unwrap().iter().map(|asset| &asset.id))
            .collect();
        for asset in coins.coingecko.keys().chain(coins.forms.keys()) {
            assert!(known.contains(asset), "{asset}");
        }
        for native in natives {
            assert!(coins.coingecko(native).is_some(), "{native}");
        }
    }

    #[test]
    fn one_coin_has_many_forms() {
        let coins = Coins::of(rows().unwrap()).unwrap();
        let asset = |text: &str| -> AssetId { text.parse().unwrap() };
        let [ether, on_base] = ["eip155:1/slip44:60", "eip155:8453/slip44:60"].map(asset);
        assert_eq!(coins.coin(&on_base), Some(&ether));
        assert_eq!(coins.coin(&ether), Some(&ether));
        assert_eq!(coins.coingecko(&on_base), Some("ethereum"));
        let unknown = asset("eip155:999999/slip44:60");
        assert_eq!(coins.coin(&unknown), None);
    }

    #[test]
    fn a_coin_of_the_configuration_is_recognized_by_its_name_at_coingecko() {
        let mut row = rows().unwrap()[0].clone();
        for (native, name, coin) in [
            ("eip155:31337/slip44:60", "ethereum", "eip155:1/slip44:60"),
            ("eip155:31337/slip44:60", "workbench", "eip155:31337/slip44:60"),
        ] {
            row.native.id = native.parse().unwrap();
            row.coingecko = Some(name.to_owned());
            let coins = Coins::of(std::slice::from_ref(&row)).unwrap();
            assert_eq!(coins.coin(&row.native.id), Some(&coin.parse().unwrap()));
            assert_eq!(coins.coingecko(&row.native.id), Some(name));
        }
    }

    #[test]
    fn a_contradictory_row_is_reported() {
        let ether = "eip155:1/slip44:60,,ethereum";
        for (row, message) in [
            ("eip155:10/slip44:60,,", "line 3, coingecko: "),
            ("eip155:10/slip44:60,eip155:1/slip44:60,ether", "line 3, coingecko: "),
            ("eip155:10/slip44:60,,Ether", "line 3, coingecko: "),
            ("eip155:10/slip44:60,,ethereum", "line 3, coingecko: is in another row"),
            ("eip155:1/slip44:60,,ether", "line 3, coingecko: is in another row"),
            ("eip155:10/slip44:60,eip155:5/slip44:60,", "line 3, same_as: is no coin"),
            (
                "eip155:1/slip44:60,eip155:1/slip44:60,",
                "line 3, asset: is in another row",
            ),
        ] {
            let error = Coins::parse(&format!("{HEAD}\n{ether}\n{row}\n"))
                .unwrap_err()
                .to_string();
            assert!(error.contains(message), "{row}: {error}");
        }
    }
}
