//! The names of chains and coins at price sources, from `data/chains.toml`, `data/coins.csv` and
//! `data/markets.csv`. Everywhere else an asset has its own id only.

use std::{collections::HashMap, sync::Arc};

use ports::{asset::AssetId, chain::ChainId, clock::Clock};

use super::markets::{ListedMarket, Markets};
use crate::{
    chain::{
        coins::Coins,
        rows::{ChainSpec, PriceNames, RowError},
    },
    http_client::HttpClient,
};

/// What a price source needs: the outgoing client, the clock, and the names of assets at the sources.
pub type PriceSourceParts = (Arc<HttpClient>, Arc<dyn Clock>, Arc<Names>);

/// The names of chains, coins and markets at the price sources.
#[derive(Clone, Debug, Default)]
pub struct Names {
    chains: HashMap<ChainId, PriceNames>,
    coins: Coins,
    markets: Markets,
}

impl Names {
    /// Collects the names from the rows that ship.
    pub fn of(rows: &[ChainSpec]) -> Result<Self, RowError> {
        let chains = rows.iter().map(|row| (row.chain.id.clone(), row.price_names.clone()));
        let coins = Coins::of(rows)?;
        Ok(Self {
            chains: chains.collect(),
            markets: Markets::of(&coins)?,
            coins,
        })
    }

    /// Returns DefiLlama's key: `coingecko:ethereum` for a native asset, `ethereum:0xa0b8…eb48` for a token. A token
    /// is always requested by its contract, because a bridged coin is not the original.
    pub(crate) fn defillama(&self, asset: &AssetId) -> Option<String> {
        if let Some(mint) = asset.minted_by() {
            let slug = self.chains.get(&asset.chain())?.defillama.as_deref()?;
            return Some(format!("{slug}:{mint}"));
        }
        let Some(contract) = asset.contract() else {
            return self.coingecko(asset).map(|coin| format!("coingecko:{coin}"));
        };
        let slug = self.chains.get(&asset.chain())?.defillama.as_deref()?;
        Some(format!("{slug}:{}", contract.as_str().to_ascii_lowercase()))
    }

    /// Returns CoinGecko's id of an asset, where the match is certain.
    pub(crate) fn coingecko(&self, asset: &AssetId) -> Option<&str> {
        self.coins.coingecko(asset)
    }

    /// Returns the market of an exchange that prices an asset.
    pub(crate) fn market(&self, venue: &str, asset: &AssetId) -> Option<&ListedMarket> {
        self.markets.at(venue, asset, self.coins.coin(asset))
    }

    /// Returns CoinGecko's platform and the contract on it, in lower case as in its responses.
    pub(crate) fn contract(&self, asset: &AssetId) -> Option<(&str, String)> {
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
        assert_eq!(names.coingecko(&ether), Some("ethereum"));
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
            assert_eq!(names.coingecko(&unknown), None);
            assert_eq!(names.contract(&unknown), None);
        }
    }
}
