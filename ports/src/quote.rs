//! Quotes: what a source said an asset was worth. An observation, never changed.

use std::{collections::BTreeSet, time::Duration};

use async_trait::async_trait;

use crate::{
    amount::Amount,
    asset::AssetId,
    clock::Timestamp,
    money::{Price, Ratio},
    source::{Profile, RemoteError, SourceId},
    storage::StorageError,
};

crate::id!(
    /// A quote's id.
    QuoteId
);

/// What a source said about one asset. That nobody lists it and that it is worth nothing are different facts.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// The price of one whole unit, in dollars unless a [`Market`] says otherwise.
    Price {
        /// The price.
        price: Price,
        /// How sure the source says it is, 0 to 1.
        confidence: Option<Ratio>,
    },
    /// The source says that it is worth nothing.
    WorthZero,
    /// The source knows the asset's kind but has no price for it: a fact too.
    NotListed,
    /// The source gave something for the asset that cannot be a price, such as a number below zero. Never a price, and
    /// not the same as having none; the other assets of the same answer are not touched by it.
    Unusable {
        /// What was wrong with it, in words of our own.
        what: String,
    },
}

/// The market that a price comes from, where the source is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Market {
    /// The market's own name at the source, such as `ETHUSDT`.
    pub name: String,
    /// What its prices count in, where that is not the dollar itself: a price in USDT is not a price in dollars.
    pub quoted_in: Option<AssetId>,
    /// The highest price that somebody offers to pay.
    pub bid: Amount,
    /// The lowest price that somebody asks.
    pub ask: Amount,
    /// What changed hands there within a day, in what its prices count in.
    pub volume: Amount,
}

/// One asset's answer from a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quoted {
    /// The asset that was asked for.
    pub asset: AssetId,
    /// What the source said.
    pub answer: Answer,
    /// The source's own time of the price.
    pub source_time: Option<Timestamp>,
    /// The market, where the source is one. An [`Answer::Price`] is then in what its prices count in.
    pub market: Option<Market>,
}

impl Quoted {
    /// A source's clock may be ahead of ours by so much. A price that names a later time is none: it would stay the newest
    /// until that time comes, and make every other price look old.
    pub const AHEAD: Duration = Duration::from_mins(10);
}

/// A quote as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// Which quote.
    pub id: QuoteId,
    /// Of which asset.
    pub asset: AssetId,
    /// Who said it.
    pub source: SourceId,
    /// What was said.
    pub answer: Answer,
    /// The source's own time; the time of receipt where it names none.
    pub source_time: Timestamp,
    /// When we had the answer.
    pub received_at: Timestamp,
    /// The market, where the source is one. An [`Answer::Price`] is then in what its prices count in.
    pub market: Option<Market>,
}

/// A price that was agreed upon: decided from what sources said, whatever anybody holds.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct AgreedPrice {
    /// Of which asset.
    pub asset: AssetId,
    /// Dollars for one whole unit.
    pub price: Price,
    /// How many sources agreed.
    pub sources: u32,
    /// When.
    pub at: Timestamp,
}

/// Quotes prices in dollars, or in an asset that its [`Market`] names.
///
/// An implementer MUST answer each asset it [`covers`](PriceSource::covers) with one [`Quoted`], MUST NOT answer others,
/// and MUST fail as a whole when the source does: an asset that the source left out is [`Answer::NotListed`], one for
/// which it gave something that is no price is [`Answer::Unusable`].
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait PriceSource: Send + Sync {
    /// Who this is and what it learns.
    fn profile(&self) -> Profile;

    /// Whether the source can be asked about this asset at all.
    fn covers(&self, asset: &AssetId) -> bool;

    /// How many assets one question may hold.
    fn batch(&self) -> usize;

    /// Whose number it gives for this asset: its own id, unless it repeats what another source says. Sources of one origin are
    /// one witness of a price.
    fn origin(&self, asset: &AssetId) -> SourceId {
        let _ = asset;
        self.profile().id
    }

    /// Prices now, or at a past moment where `at` is given.
    async fn quotes(&self, assets: &[AssetId], at: Option<Timestamp>) -> Result<Vec<Quoted>, RemoteError>;
}

/// Reads quotes.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait QuoteStore: Send + Sync {
    /// These quotes; those that are gone are absent.
    async fn find(&self, ids: &[QuoteId]) -> Result<Vec<Quote>, StorageError>;

    /// For each asset and source the quote with the newest time of its own, among those received at or before `at` whose
    /// own time is after `after`. A quote of a past moment that was received lately is not the newest. An answer that is no
    /// price ([`Answer::NotListed`], [`Answer::Unusable`]) gives way to a price of its day that was received after it, even
    /// where the source's time of that is earlier.
    async fn newest(&self, assets: &[AssetId], after: Timestamp, at: Timestamp) -> Result<Vec<Quote>, StorageError>;

    /// For each asset and source the quote whose own time is nearest to `at`, at most `within_millis` away.
    async fn around(&self, assets: &[AssetId], at: Timestamp, within_millis: i64) -> Result<Vec<Quote>, StorageError>;

    /// The assets that the source was last asked about the present between these moments, both included, and answered.
    async fn asked(&self, source: &SourceId, from: Timestamp, to: Timestamp)
    -> Result<BTreeSet<AssetId>, StorageError>;

    /// The price of each of these assets that was last agreed upon.
    async fn agreed(&self, assets: &[AssetId]) -> Result<Vec<AgreedPrice>, StorageError>;
}

/// Keeps quotes.
#[async_trait]
pub trait QuoteWrites: Send {
    /// Adds quotes. A quote that says the same as the newest one of its asset and source, of the same market and at the same
    /// source time, is kept once.
    async fn add(&mut self, quotes: &[Quote]) -> Result<(), StorageError>;

    /// Notes when a source answered about the present of these assets, of each of which it has [added](Self::add) a quote:
    /// one that says the same again and again was asked all the same.
    async fn answered(&mut self, source: &SourceId, assets: &[AssetId], at: Timestamp) -> Result<(), StorageError>;

    /// Keeps what was agreed upon, in place of what was agreed upon before. What one source alone says takes the place of
    /// nothing that several agreed upon within a minute of it: sources are asked at the same time, and the one that comes to
    /// write last may have looked before the others were heard.
    async fn agree(&mut self, prices: &[AgreedPrice]) -> Result<(), StorageError>;

    /// Deletes quotes received before `before` but the last one of each asset, source and UTC day of the source's time.
    async fn thin(&mut self, before: Timestamp) -> Result<u64, StorageError>;
}
