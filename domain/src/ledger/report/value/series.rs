//! The value of one coin in every period.

use ports::{Amount, AssetId, ChainId};

/// The value of a coin on one chain in every period, or of several together.
#[derive(Clone, Debug)]
pub struct ValueSeries {
    /// The asset; `None` for several.
    pub asset: Option<AssetId>,
    /// What the same coin on other chains has in common with it; empty for several.
    pub coin: String,
    /// Its symbol; empty where unknown.
    pub symbol: String,
    /// Its name; empty where unknown.
    pub name: String,
    /// The chain.
    pub chain: ChainId,
    /// How many coins it sums.
    pub coins: usize,
    /// The first of its periods, as a place among all.
    pub first: usize,
    /// The value at the end of each period from the first one on, rounded to the places of the chart; `None` where it has no price.
    /// It ends when the coin is no longer held.
    pub closing: Vec<Option<Amount>>,
    /// The largest value in each period.
    pub largest: Vec<Option<Amount>>,
}
