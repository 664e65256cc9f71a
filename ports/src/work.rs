//! Units of work: database transactions.

use async_trait::async_trait;

use crate::{
    accepted_decimals::AcceptedDecimalsWrites, account::AccountWrites, added_token::AddedTokenWrites,
    asset::AssetWrites, counter::CounterWrites, currency::CurrencyWrites, extended_key::ExtendedKeyWrites,
    hidden_asset::HiddenAssetWrites, idempotency::IdempotencyWrites, job::JobWrites, manual_price::ManualPriceWrites,
    name::NameWrites, quote::QuoteWrites, session::SessionWrites, share::ShareWrites, snapshot::SnapshotWrites,
    source::SourceWrites, storage::StorageError, token_list::TokenListWrites, user::UserWrites, wallet::WalletWrites,
};

/// Opens units of work and answers for the database as a whole.
#[cfg_attr(any(test, feature = "mock"), mockall::automock)]
#[async_trait]
pub trait Storage: Send + Sync {
    /// Opens a unit of work. Never hold one across a remote call: on SQLite it is the only writer. What is read while
    /// one is open is read through it: a database in memory lets no other reader in until it ends.
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StorageError>;

    /// Opens a unit of work whose waits have no time limit, for erasure and housekeeping.
    async fn begin_unlimited(&self) -> Result<Box<dyn UnitOfWork>, StorageError>;

    /// Removes what was erased from the files as well, where the database keeps copies of it.
    async fn scrub(&self) -> Result<(), StorageError>;

    /// Which database it is (`sqlite`, `postgres`), for people.
    fn kind(&self) -> &'static str;

    /// Writes and reads something, to see that both work.
    async fn check(&self) -> Result<(), StorageError>;
}

/// A database transaction: everything in it is kept by [`commit`](UnitOfWork::commit), nothing when it is dropped.
///
/// The one trait with more than seven methods: it is the list of the nouns that can change together.
#[async_trait]
pub trait UnitOfWork: Send {
    /// Users.
    fn users(&mut self) -> &mut dyn UserWrites;
    /// Sessions.
    fn sessions(&mut self) -> &mut dyn SessionWrites;
    /// Wallets.
    fn wallets(&mut self) -> &mut dyn WalletWrites;
    /// What was derived from extended public keys.
    fn extended_keys(&mut self) -> &mut dyn ExtendedKeyWrites;
    /// Accounts.
    fn accounts(&mut self) -> &mut dyn AccountWrites;
    /// Names.
    fn names(&mut self) -> &mut dyn NameWrites;
    /// Assets.
    fn assets(&mut self) -> &mut dyn AssetWrites;
    /// Which list names which token.
    fn token_lists(&mut self) -> &mut dyn TokenListWrites;
    /// Snapshots.
    fn snapshots(&mut self) -> &mut dyn SnapshotWrites;
    /// Quotes.
    fn quotes(&mut self) -> &mut dyn QuoteWrites;
    /// Rates of currencies.
    fn currencies(&mut self) -> &mut dyn CurrencyWrites;
    /// Manual prices.
    fn manual_prices(&mut self) -> &mut dyn ManualPriceWrites;
    /// Hidden assets.
    fn hidden_assets(&mut self) -> &mut dyn HiddenAssetWrites;
    /// Accepted decimals.
    fn accepted_decimals(&mut self) -> &mut dyn AcceptedDecimalsWrites;
    /// Tokens that people added.
    fn added_tokens(&mut self) -> &mut dyn AddedTokenWrites;
    /// Jobs.
    fn jobs(&mut self) -> &mut dyn JobWrites;
    /// States of sources.
    fn sources(&mut self) -> &mut dyn SourceWrites;
    /// Counters of tries.
    fn counters(&mut self) -> &mut dyn CounterWrites;
    /// Shares, and visitors' looks at them.
    fn shares(&mut self) -> &mut dyn ShareWrites;
    /// Keys of calls that are made once.
    fn idempotency(&mut self) -> &mut dyn IdempotencyWrites;
    /// Keeps everything.
    async fn commit(self: Box<Self>) -> Result<(), StorageError>;
}
