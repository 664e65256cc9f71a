//! Quotes near the moments of entries, which are kept when other old quotes are deleted.

use async_trait::async_trait;

use crate::{
    ids::{account::AccountId, asset::AssetId},
    market::quote::Quote,
    storage::StorageError,
    time::clock::Timestamp,
};

/// A quote that is kept because it is the nearest one of its asset and source to the moment of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MomentQuote {
    /// The moment.
    pub moment: Timestamp,
    /// The quote.
    pub quote: Quote,
}

/// A moment of an entry whose quotes are not kept yet.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct AwaitedMoment {
    /// The moment.
    pub moment: Timestamp,
    /// An asset of the entry.
    pub asset: AssetId,
}

/// Reads the quotes near moments.
#[async_trait]
pub trait MomentQuoteReader: Send + Sync {
    /// Returns an account with moments at or before `until` whose quotes are not kept yet, and up to `limit` of them, ordered by time
    /// and asset; `None` if there is none.
    async fn awaited(
        &self,
        until: Timestamp,
        limit: u32,
    ) -> Result<Option<(AccountId, Vec<AwaitedMoment>)>, StorageError>;

    /// Returns the kept quotes of these assets near the moments `from` to `to`, inclusive, of all accounts, each once, ordered by
    /// moment, asset and source.
    async fn of_assets(
        &self,
        assets: &[AssetId],
        from: Timestamp,
        to: Timestamp,
    ) -> Result<Vec<MomentQuote>, StorageError>;
}

/// Writes which quotes are near moments. It is erased with the entries of the account, because the moments of its entries identify
/// it.
#[async_trait]
pub trait MomentQuoteWriter: Send {
    /// Adds moments of an account whose quotes will be kept. Known ones are left out, and so are those of an account without
    /// entries.
    async fn wait_for(&mut self, account: &AccountId, moments: &[AwaitedMoment]) -> Result<(), StorageError>;

    /// Keeps stored quotes for an account, and no longer waits for these moments. The first quote of an asset and a source for a moment
    /// is kept. Nothing is kept for an account without entries. A quote that is not stored is a [`StorageError::Conflict`].
    async fn keep(
        &mut self,
        account: &AccountId,
        moments: &[AwaitedMoment],
        quotes: &[MomentQuote],
    ) -> Result<(), StorageError>;
}
