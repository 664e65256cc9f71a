//! The names of chains and coins at price sources, from `data/chains.toml` and `data/tokens.csv`.

use std::collections::HashMap;

use ports::{asset::AssetId, chain::ChainId};

use super::market::{ListedMarket, Markets};
use crate::chain::{
    rows::{ChainSpec, PriceNames, RowError},
    tokens::coins,
};

/// The names of chains, coins and markets at the price sources.
#[derive(Clone, Debug, Default)]
pub struct Names {
    chains: HashMap<ChainId, PriceNames>,
    /// CoinGecko's ids of native assets, and of tokens where the match is certain.
    coins: HashMap<AssetId, String>,
    markets: Markets,
}

impl Names {
    /// Collects the names from the rows that ship.
    pub fn of(rows: &[ChainSpec]) -> Result<Self, RowError> {
        let chains = rows.iter().map(|row| (row.chain.id.clone(), row.price_names.clone()));
        let coins = coins(rows)?;
        Ok(Self {
            chains: chains.collect(),
            markets: Markets::of(|asset| coins.get(asset).cloned())?,
            coins,
        })
    }

    /// Returns DefiLlama's key: `coingecko:ethereum` for a native asset, `ethereum:0xa0b8…eb48` for a token. A token
    /// is always requested by its contract, because a bridged coin is not the original.
    pub(super) fn defillama(&self, asset: &AssetId) -> Option<String> {
        if let Some(mint) = asset.minted_by() {
            let slug = self.chains.get(&asset.chain())?.defillama.as_deref()?;
            return Some(format!("{slug}:{mint}"));
        }
        let Some(contract) = asset.contract() else {
            return self.coin(asset).map(|coin| format!("coingecko:{coin}"));
        };
        let slug = self.chains.get(&asset.chain())?.defillama.as_deref()?;
        Some(format!("{slug}:{}", contract.as_str().to_ascii_lowercase()))
    }

    /// Returns CoinGecko's id of a coin, where the match is certain.
    pub(super) fn coin(&self, asset: &AssetId) -> Option<&str> {
        self.coins.get(asset).map(String::as_str)
    }

    /// Returns the market of an exchange that prices an asset.
    pub(super) fn market(&self, venue: &str, asset: &AssetId) -> Option<&ListedMarket> {
        self.markets.at(venue, asset, self.coin(asset))
    }

    /// Returns CoinGecko's platform and the contract on it, in lower case as in its responses.
    pub(super) fn contract(&self, asset: &AssetId) -> Option<(&str, String)> {
        let platform = self.chains.get(&asset.chain())?.coingecko.as_deref()?;
        Some((platform, asset.contract()?.as_str().to_ascii_lowercase()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chain::rows::rows;

    fn names() -> Names {
        Names::of(rows().unwrap()).unwrap()
    }

    fn id(text: &str) -> AssetId {
        text.parse().unwrap()
    }

    #[test]
    fn coins_and_contracts_have_their_names() {
        let (names, ether) = (names(), id("eip155:8453/slip44:60"));
        let dollar = id("eip155:10/erc20:0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85");
        assert_eq!(names.defillama(&ether).as_deref(), Some("coingecko:ethereum"));
        assert_eq!(names.coin(&ether), Some("ethereum"));
        for (coin, name) in [
            ("bip122:000000000000000000651ef99cb9fcbe/slip44:145", "bitcoin-cash"),
            ("bip122:1a91e3dace36e2be3bf030a65679fe82/slip44:3", "dogecoin"),
        ] {
            let coin = id(coin);
            assert_eq!(names.defillama(&coin), Some(format!("coingecko:{name}")));
            assert!(names.market("kraken", &coin).is_some() && names.market("coinbase", &coin).is_some());
        }
        assert_eq!(names.contract(&ether), None);
        assert_eq!(
            names.defillama(&dollar).as_deref(),
            Some("optimism:0x0b2c639c533813f4aa9d7837caf62653d097ff85")
        );
        let (platform, contract) = names.contract(&dollar).unwrap();
        assert_eq!(platform, "optimistic-ethereum");
        assert_eq!(contract, "0x0b2c639c533813f4aa9d7837caf62653d097ff85");
    }

    #[test]
    fn assets_without_a_name_are_not_requested() {
        let names = names();
        for unknown in [
            "eip155:999999/slip44:60",
            "eip155:1/slip44:0",
            "eip155:999999/erc20:0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85",
        ] {
            let unknown = id(unknown);
            assert_eq!(names.defillama(&unknown), None);
            assert_eq!(names.coin(&unknown), None);
            assert_eq!(names.contract(&unknown), None);
        }
    }
}
