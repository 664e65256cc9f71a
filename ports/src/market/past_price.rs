//! Daily closing prices of past days.

use async_trait::async_trait;

use crate::{
    ids::{asset::AssetId, source::SourceId},
    market::money::{Price, Ratio},
    source::{Profile, RemoteError},
    storage::StorageError,
    time::{clock::Timestamp, day::Day},
};

/// The closing price of an asset on a day, by one source. The close of a day is the price at the start of the next day, UTC.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct PastPrice {
    /// Which asset.
    pub asset: AssetId,
    /// The day.
    pub day: Day,
    /// The source.
    pub source: SourceId,
    /// Dollars for one whole unit, or units of [`Self::quoted_in`]; `None` where the source has no price for this day, which
    /// is an answer too.
    pub price: Option<Price>,
    /// The quote asset of the price where that is not the dollar, as the source reported it.
    pub quoted_in: Option<AssetId>,
    /// The moment of the price by the source.
    pub at: Timestamp,
    /// The source's own confidence, 0 to 1.
    pub confidence: Option<Ratio>,
    /// When it was read.
    pub read_at: Timestamp,
}

impl PastPrice {
    /// Returns whether another answer of the source about the same asset and day replaces this one.
    #[must_use]
    pub fn is_replaced_by(&self, other: &Self) -> bool {
        self.price.is_none() && (other.price.is_some() || other.read_at > self.read_at)
    }
}

/// A source of daily closing prices.
///
/// An implementer MUST answer only for days that are over at the source, MUST leave out days without a price rather than
/// repeat the day before, MUST refuse a range of more days than [`Self::days_per_request`], and MUST fail as a whole when
/// the source does. An asset that the source does not list is an empty answer, and one that it refuses does not affect other
/// calls.
#[async_trait]
pub trait PastPriceSource: Send + Sync {
    /// Returns the source's description, including what it learns about users.
    fn profile(&self) -> Profile;

    /// Returns whether the source can price this kind of asset.
    fn covers(&self, asset: &AssetId) -> bool;

    /// Returns the origin of its prices for this asset, as [`PriceSource::origin`](crate::market::quote::PriceSource::origin) does.
    fn origin(&self, asset: &AssetId) -> SourceId;

    /// Returns the number of days that one request returns at most.
    fn days_per_request(&self) -> u32;

    /// Returns the closing prices of the days `from` to `to`, inclusive, each day at most once and in order. The number of
    /// days is at most [`Self::days_per_request`].
    async fn closes(&self, asset: &AssetId, from: Day, to: Day) -> Result<Vec<ClosingPrice>, RemoteError>;
}

/// A closing price as a source reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClosingPrice {
    /// The day.
    pub day: Day,
    /// Dollars for one whole unit, or units of `quoted_in`.
    pub price: Price,
    /// The quote asset where that is not the dollar.
    pub quoted_in: Option<AssetId>,
    /// The moment of the price by the source.
    pub at: Timestamp,
    /// The source's own confidence, 0 to 1.
    pub confidence: Option<Ratio>,
}

/// Reads past prices.
#[async_trait]
pub trait PastPriceReader: Send + Sync {
    /// Returns the stored prices of an asset on the days `from` to `to`, inclusive, ordered by day and source.
    async fn of_asset(&self, asset: &AssetId, from: Day, to: Day) -> Result<Vec<PastPrice>, StorageError>;
}

/// Writes past prices.
#[async_trait]
pub trait PastPriceWriter: Send {
    /// Adds prices. The first price of a source for an asset and a day is kept. `None` is replaced by a price, and by a `None` that
    /// was read later.
    async fn add(&mut self, prices: &[PastPrice]) -> Result<(), StorageError>;
}
