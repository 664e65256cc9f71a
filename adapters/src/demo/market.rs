//! The prices of the demo world: a base price for each asset that drifts with time.

use std::collections::{HashMap, hash_map::Entry};

use ports::{
    asset::{Asset, AssetId, Metadata},
    chain::ChainId,
    clock::Timestamp,
};

use super::{
    blocks::DemoChain,
    dollars::{DOLLAR, parts},
    holdings::{self, TypicalHolding},
    random::{mix, seed, wave},
    unusual::{TOKENS, Unusual, UnusualToken},
};

/// Base prices of well-known symbols, invented but plausible. Columns: the `price` in dollars; the `market` whose
/// drift it follows; the `swing`, the amplitude of the drift in percent of the usual; and the `weight`, how often it
/// is traded. Rarely traded assets have old quotes in some cases.
pub(super) const BASES: &str = include_str!("market.csv");
const MILLION: u128 = 1_000_000;
/// The components of the drift: the period in seconds, and the amplitude in millionths.
const DRIFT: [(i64, i64); 6] = [
    (63_072_000, 380_000),
    (15_552_000, 220_000),
    (2_592_000, 110_000),
    (604_800, 45_000),
    (86_400, 18_000),
    (3_600, 4_000),
];

/// An asset of the demo world.
#[derive(Debug)]
pub(super) struct DemoListing {
    pub metadata: Metadata,
    pub unusual: Option<Unusual>,
    /// How often it is traded, relative to others.
    pub weight: u64,
    /// The seed of the asset.
    pub seed: u64,
    /// The seed of its quotes: the same for all assets with the same price, so that ether has one price on every
    /// network.
    pub quoted: u64,
    base: u128,
    market: u64,
    swing: i64,
}

/// All assets of the demo world.
#[derive(Debug, Default)]
pub(super) struct DemoMarket {
    listings: HashMap<AssetId, DemoListing>,
    tokens: HashMap<ChainId, Vec<AssetId>>,
    typical: HashMap<ChainId, Vec<TypicalHolding>>,
}

struct Base {
    price: u128,
    market: u64,
    swing: i64,
    weight: u64,
}

impl DemoMarket {
    /// Creates the market of the chains' native assets, these tokens, and the unusual ones.
    pub(super) fn new(chains: &[DemoChain], tokens: &[Asset]) -> Self {
        let bases: HashMap<&str, Base> = BASES.lines().skip(1).filter_map(base).collect();
        let mut market = Self::default();
        for DemoChain { native, .. } in chains {
            let listing = ordinary(&native.id, &native.metadata, "", &bases);
            market.listings.insert(native.id.clone(), listing);
        }
        for token in tokens {
            let listing = ordinary(&token.id, &token.metadata, &token.group, &bases);
            market.add(token.id.clone(), listing);
        }
        for token in &TOKENS {
            let asset = token.asset();
            let listing = unusual(token, &asset);
            market.add(asset.id, listing);
        }
        market.typical = holdings::by_chain(chains, |chain, symbol| {
            let mut tokens = market.tokens(chain);
            Some(tokens.find(|(_, listing)| listing.metadata.symbol == symbol)?.0.clone())
        });
        market
    }

    /// Adds an asset, unless it is known already, such as a native asset.
    fn add(&mut self, id: AssetId, listing: DemoListing) {
        if let Entry::Vacant(place) = self.listings.entry(id.clone()) {
            place.insert(listing);
            self.tokens.entry(id.chain()).or_default().push(id);
        }
    }

    /// Returns the listing of an asset.
    pub(super) fn listing(&self, asset: &AssetId) -> Option<&DemoListing> {
        self.listings.get(asset)
    }

    /// Returns the typical holdings on a chain.
    pub(super) fn typical(&self, chain: &ChainId) -> &[TypicalHolding] {
        self.typical.get(chain).map_or(&[], Vec::as_slice)
    }

    /// Returns the tokens of a chain with their listings.
    pub(super) fn tokens(&self, chain: &ChainId) -> impl Iterator<Item = (&AssetId, &DemoListing)> {
        let ids = self.tokens.get(chain).into_iter().flatten();
        ids.filter_map(|id| Some((id, self.listings.get(id)?)))
    }
}

impl DemoListing {
    /// Returns the price at a moment, in [`DOLLAR`] parts; never zero.
    pub(super) fn price_at(&self, at: Timestamp) -> u128 {
        let drifted = DRIFT.iter().zip(0..).fold(self.base, |price, ((period, reach), turn)| {
            let height = wave(mix(self.market, turn), *period, at.seconds());
            let change = height * reach / 1000 * self.swing / 100;
            scaled(price, change)
        });
        drifted.max(1)
    }

    /// Returns the base price in [`DOLLAR`] parts, from which amounts are computed.
    pub(super) fn base(&self) -> u128 {
        self.base.max(1)
    }
}

/// Changes a price by `millionths`, to no less than a tenth of it.
pub(super) fn scaled(price: u128, millionths: i64) -> u128 {
    let factor = (1_000_000 + millionths).max(100_000);
    price * u128::from(factor.unsigned_abs()) / MILLION
}

fn base(line: &str) -> Option<(&str, Base)> {
    let mut fields = line.split(',');
    let symbol = fields.next()?;
    let base = Base {
        price: parts(fields.next()?)?,
        market: seed(&["market", fields.next()?]),
        swing: fields.next()?.parse().ok()?,
        weight: fields.next()?.parse().ok()?,
    };
    Some((symbol, base))
}

fn ordinary(id: &AssetId, metadata: &Metadata, group: &str, bases: &HashMap<&str, Base>) -> DemoListing {
    let known = bases.get(base_symbol(&metadata.symbol, bases));
    let own = if group.is_empty() || group == id.as_str() {
        seed(&["market", &metadata.symbol])
    } else {
        seed(&["market", group])
    };
    let base = known.map_or_else(|| invented(own), |base| base.price);
    let market = known.map_or(own, |base| base.market);
    DemoListing {
        metadata: metadata.clone(),
        unusual: None,
        weight: bases.get(metadata.symbol.as_str()).map_or(1, |base| base.weight),
        seed: seed(&["asset", id.as_str()]),
        quoted: seed(&["quoted", &market.to_string(), &base.to_string()]),
        base,
        market,
        swing: known.map_or(140, |base| base.swing),
    }
}

/// Returns the symbol from whose row the price is taken: its own, else that of the coin of which it is a form.
fn base_symbol<'a>(symbol: &'a str, bases: &HashMap<&str, Base>) -> &'a str {
    let forms = [("USD", "USDC"), ("ETH", "ETH"), ("BTC", "WBTC"), ("EUR", "EURC")];
    let form = forms.into_iter().find(|(part, _)| symbol.contains(part));
    match form {
        Some((_, coin)) if !bases.contains_key(symbol) => coin,
        _ => symbol,
    }
}

/// Invents a price for a symbol without a row: between a tenth of a cent and a hundred dollars.
fn invented(own: u64) -> u128 {
    let size = [1_000, 10_000, 100_000, 1_000_000, 10_000_000][usize::try_from(mix(own, 90) % 5).unwrap_or(0)];
    size * u128::from(1_000_000 + mix(own, 91) % 9_000_000)
}

fn unusual(token: &UnusualToken, asset: &Asset) -> DemoListing {
    DemoListing {
        metadata: asset.metadata.clone(),
        unusual: Some(token.unusual),
        weight: 0,
        seed: seed(&["asset", asset.id.as_str()]),
        quoted: seed(&["asset", asset.id.as_str()]),
        base: parts(token.price).unwrap_or(DOLLAR),
        market: seed(&["market", token.symbol]),
        swing: 140,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_base_price_is_read() {
        let read: Vec<_> = BASES.lines().skip(1).filter_map(base).collect();
        assert_eq!(read.len(), BASES.lines().count() - 1);
        assert!(read.iter().all(|(_, base)| base.price > 0 && base.weight > 0));
        assert_eq!(parts("0.0000091"), Some(9_100_000));
        assert_eq!(parts("3180"), Some(3180 * DOLLAR));
    }

    #[test]
    fn prices_drift_a_little_in_an_hour_and_far_in_years() {
        let ether = DemoListing {
            metadata: Metadata::default(),
            unusual: None,
            weight: 1,
            seed: 1,
            quoted: 1,
            base: 3180 * DOLLAR,
            market: seed(&["market", "eth"]),
            swing: 100,
        };
        let start = 1_750_000_000;
        let at = |hours: i64| ether.price_at(Timestamp::from_seconds(start + hours * 3600));
        for hour in 0..200 {
            let (one, two) = (at(hour), at(hour + 1));
            assert!(one.abs_diff(two) * 50 < one, "more than 2 % in an hour");
        }
        let days: Vec<u128> = (0..5 * 365).map(|day| at(-day * 24)).collect();
        let (low, high) = (days.iter().min().unwrap(), days.iter().max().unwrap());
        assert!(high * 10 > low * 14, "{low} to {high}");
        assert!(*low > 600 * DOLLAR && *high < 12_000 * DOLLAR, "{low} to {high}");
    }

    #[test]
    fn names_without_a_known_price_get_one_of_a_believable_size() {
        for own in 0..1000 {
            let price = invented(mix(own, 0));
            assert!((DOLLAR / 1000..=100 * DOLLAR).contains(&price), "{price}");
        }
    }
}
