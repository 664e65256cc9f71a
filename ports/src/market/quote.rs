//! Quotes: the price of an asset as a source reported it. A quote never changes.

use std::{collections::BTreeSet, time::Duration};

use async_trait::async_trait;

use crate::{
    amount::Amount,
    ids::{asset::AssetId, source::SourceId},
    market::money::{Price, Ratio},
    source::{Profile, RemoteError},
    storage::StorageError,
    time::clock::Timestamp,
};

crate::id!(
    /// A quote's id.
    QuoteId
);

/// A source's answer for one asset. "Not listed" and "worth zero" are different answers.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuoteAnswer {
    /// The price of one whole unit, in dollars unless a [`Market`] names another unit.
    Price {
        /// The price.
        price: Price,
        /// The source's own confidence, 0 to 1.
        confidence: Option<Ratio>,
    },
    /// The source reports a price of zero.
    WorthZero,
    /// The source covers the asset's kind but has no price for this one.
    NotListed,
    /// The source returned something that cannot be a price, such as a negative number. That differs from having no price,
    /// and does not affect the other assets of the same answer.
    Unusable {
        /// What was wrong with it, never in the source's own words.
        what: String,
    },
}

/// The market that a price comes from, where the source is an exchange.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Market {
    /// The market's name at the source, such as `ETHUSDT`.
    pub name: String,
    /// The quote asset of its prices where that is not the dollar: a price in USDT is not a price in dollars.
    pub quoted_in: Option<AssetId>,
    /// The best bid.
    pub bid: Amount,
    /// The best ask.
    pub ask: Amount,
    /// The volume of 24 hours, in the quote asset.
    pub volume: Amount,
}

/// One asset's answer from a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssetQuote {
    /// The requested asset.
    pub asset: AssetId,
    /// The answer.
    pub answer: QuoteAnswer,
    /// The time of the price by the source's clock.
    pub source_time: Option<Timestamp>,
    /// The market, where the source is an exchange. An [`QuoteAnswer::Price`] is then in [`Market::quoted_in`].
    pub market: Option<Market>,
}

impl AssetQuote {
    /// How far a source's clock may be ahead of this server's. A price with a later time is rejected, because it would stay
    /// the newest until that time and make all other prices look old.
    pub const AHEAD: Duration = Duration::from_mins(10);
}

/// A stored quote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quote {
    /// Which quote.
    pub id: QuoteId,
    /// Which asset.
    pub asset: AssetId,
    /// The source.
    pub source: SourceId,
    /// The answer.
    pub answer: QuoteAnswer,
    /// The time by the source's clock, or the time of receipt where the source gives none.
    pub source_time: Timestamp,
    /// When the answer was received.
    pub received_at: Timestamp,
    /// The market, where the source is an exchange. An [`QuoteAnswer::Price`] is then in [`Market::quoted_in`].
    pub market: Option<Market>,
}

/// A consensus price, computed from the quotes of several sources, independent of anybody's holdings.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct AgreedPrice {
    /// Which asset.
    pub asset: AssetId,
    /// Dollars for one whole unit.
    pub price: Price,
    /// How many sources agreed.
    pub sources: u32,
    /// When it was computed.
    pub at: Timestamp,
}

/// Quotes prices in dollars, or in an asset that its [`Market`] names.
///
/// An implementer MUST answer each asset it [`covers`](PriceSource::covers) with one [`AssetQuote`], MUST NOT answer others,
/// and MUST fail as a whole when the source does. An asset that the source leaves out is [`QuoteAnswer::NotListed`]; one with an
/// unusable price is [`QuoteAnswer::Unusable`].
#[async_trait]
pub trait PriceSource: Send + Sync {
    /// Returns the source's description, including what it learns about users.
    fn profile(&self) -> Profile;

    /// Returns whether the source can price this kind of asset.
    fn covers(&self, asset: &AssetId) -> bool;

    /// Returns the maximum number of assets in one request.
    fn batch(&self) -> usize;

    /// Returns the origin of its price for this asset: its own id, unless it republishes another source's price. Sources
    /// with the same origin count as one in a consensus.
    fn origin(&self, asset: &AssetId) -> SourceId {
        let _ = asset;
        self.profile().id
    }

    /// Returns the prices now, or at the time `at`.
    async fn quotes(&self, assets: &[AssetId], at: Option<Timestamp>) -> Result<Vec<AssetQuote>, RemoteError>;
}

/// Reads quotes.
#[async_trait]
pub trait QuoteReader: Send + Sync {
    /// Returns these quotes; deleted ones are left out.
    async fn find(&self, ids: &[QuoteId]) -> Result<Vec<Quote>, StorageError>;

    /// Returns, for each asset and source, the quote with the newest source time, among those received at or before `at`
    /// with a source time after `after`. Answers without a price ([`QuoteAnswer::NotListed`], [`QuoteAnswer::Unusable`]) yield to a
    /// price of the same day that was received after them, even where its source time is earlier.
    async fn newest(&self, assets: &[AssetId], after: Timestamp, at: Timestamp) -> Result<Vec<Quote>, StorageError>;

    /// Returns, for each asset and source, the quote whose source time is nearest to `at`, at most `within_millis` away.
    async fn around(&self, assets: &[AssetId], at: Timestamp, within_millis: i64) -> Result<Vec<Quote>, StorageError>;

    /// Returns the assets for which the source's last answer about the current price came between `from` and `to`,
    /// inclusive.
    async fn answered_between(
        &self,
        source: &SourceId,
        from: Timestamp,
        to: Timestamp,
    ) -> Result<BTreeSet<AssetId>, StorageError>;

    /// Returns the last consensus price of each of these assets.
    async fn agreed(&self, assets: &[AssetId]) -> Result<Vec<AgreedPrice>, StorageError>;
}

/// Writes quotes.
#[async_trait]
pub trait QuoteWriter: Send {
    /// Adds quotes. A quote that equals the newest one of its asset and source in answer, market and source time is not
    /// added again.
    async fn add(&mut self, quotes: &[Quote]) -> Result<(), StorageError>;

    /// Records when a source answered about the current price of these assets, for which quotes were [added](Self::add);
    /// unchanged quotes are not stored again, so the time of the answer is recorded here.
    async fn answered(&mut self, source: &SourceId, assets: &[AssetId], at: Timestamp) -> Result<(), StorageError>;

    /// Stores consensus prices in place of the previous ones. A price of one source alone does not replace a price of
    /// several sources from within a minute of it: sources are requested concurrently, and the last one to write may have
    /// been computed before the other quotes were stored.
    async fn agree(&mut self, prices: &[AgreedPrice]) -> Result<(), StorageError>;

    /// Deletes quotes received before `before`, except the last one of each asset, source and UTC day of the source time, and those
    /// that are [kept](crate::market::moment_quote::MomentQuoteWriter::keep) for moments of entries. Returns how many.
    async fn thin(&mut self, before: Timestamp) -> Result<u64, StorageError>;
}
