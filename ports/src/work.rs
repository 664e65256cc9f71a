//! Units of work: database transactions.

use async_trait::async_trait;

use crate::{
    accepted_decimals::AcceptedDecimalsWriter, account::AccountWriter, added_token::AddedTokenWriter,
    annotation::AnnotationWriter, api_key::ApiKeyWriter, asset::AssetWriter, attachment::AttachmentWriter,
    counter::CounterWriter, currency::CurrencyWriter, email_code::EmailCodeWriter, entry::EntryWriter,
    entry_asset::EntryAssetWriter, extended_key::ExtendedKeyWriter, fact::FactWriter, feedback::FeedbackWriter,
    hidden_asset::HiddenAssetWriter, history::HistoryProgressWriter, idempotency::IdempotencyWriter, job::JobWriter,
    mail::MailWriter, manual_price::ManualPriceWriter, moment_quote::MomentQuoteWriter, name::NameWriter,
    own_label::OwnLabelWriter, past_price::PastPriceWriter, quote::QuoteWriter, reconciliation::ReconciliationWriter,
    registration::RegistrationWriter, session::SessionWriter, share::ShareWriter, sign_in_wallet::SignInWalletWriter,
    snapshot::SnapshotWriter, source::SourceWriter, storage::StorageError, token_list::TokenListWriter,
    user::UserWriter, user_details::UserDetailsWriter, user_email::UserEmailWriter, wallet::WalletWriter,
};

/// Opens units of work, and operates on the database as a whole.
#[async_trait]
pub trait Storage: Send + Sync {
    /// Opens a unit of work. Never hold one across a remote call: on SQLite it is the only writer. Until it ends, read
    /// through it only: a database in memory blocks other readers.
    async fn begin(&self) -> Result<Box<dyn UnitOfWork>, StorageError>;

    /// Opens a unit of work whose statements have no time limit, for erasure and maintenance.
    async fn begin_unlimited(&self) -> Result<Box<dyn UnitOfWork>, StorageError>;

    /// Removes erased data from the database's files as well, where the database keeps copies of it there.
    async fn scrub(&self) -> Result<(), StorageError>;

    /// Returns the kind of database (`sqlite`, `postgres`), as shown to users.
    fn kind(&self) -> &'static str;

    /// Checks that writing and reading work.
    async fn check(&self) -> Result<(), StorageError>;

    /// Checks that the keys of this process still open what is stored. Storages that encrypt nothing have nothing to check.
    async fn check_keys(&self) -> Result<(), StorageError> {
        Ok(())
    }

    /// Returns how many bytes the disk of the database has left for this process. `None` where the database is not a file of
    /// this machine.
    async fn room(&self) -> Result<Option<u64>, StorageError> {
        Ok(None)
    }
}

/// A database transaction: [`commit`](UnitOfWork::commit) keeps all its changes, dropping it discards them.
///
/// The one trait with more than seven methods: it lists every kind of record that a transaction can change.
#[async_trait]
pub trait UnitOfWork: Send {
    /// Users.
    fn users(&mut self) -> &mut dyn UserWriter;
    /// What users state about themselves.
    fn user_details(&mut self) -> &mut dyn UserDetailsWriter;
    /// What users say about the product.
    fn feedback(&mut self) -> &mut dyn FeedbackWriter;
    /// Files that users attach.
    fn attachments(&mut self) -> &mut dyn AttachmentWriter;
    /// The e-mail addresses of users.
    fn user_emails(&mut self) -> &mut dyn UserEmailWriter;
    /// Codes that prove e-mail addresses.
    fn email_codes(&mut self) -> &mut dyn EmailCodeWriter;
    /// Registering and merging users.
    fn registrations(&mut self) -> &mut dyn RegistrationWriter;
    /// Wallets with which users sign in.
    fn sign_in_wallets(&mut self) -> &mut dyn SignInWalletWriter;
    /// API keys.
    fn api_keys(&mut self) -> &mut dyn ApiKeyWriter;
    /// Sessions.
    fn sessions(&mut self) -> &mut dyn SessionWriter;
    /// Wallets.
    fn wallets(&mut self) -> &mut dyn WalletWriter;
    /// Addresses derived from extended public keys.
    fn extended_keys(&mut self) -> &mut dyn ExtendedKeyWriter;
    /// Accounts.
    fn accounts(&mut self) -> &mut dyn AccountWriter;
    /// Names.
    fn names(&mut self) -> &mut dyn NameWriter;
    /// Assets.
    fn assets(&mut self) -> &mut dyn AssetWriter;
    /// The tokens that each list names.
    fn token_lists(&mut self) -> &mut dyn TokenListWriter;
    /// Snapshots.
    fn snapshots(&mut self) -> &mut dyn SnapshotWriter;
    /// Quotes.
    fn quotes(&mut self) -> &mut dyn QuoteWriter;
    /// Exchange rates.
    fn currencies(&mut self) -> &mut dyn CurrencyWriter;
    /// Manual prices.
    fn manual_prices(&mut self) -> &mut dyn ManualPriceWriter;
    /// Hidden assets.
    fn hidden_assets(&mut self) -> &mut dyn HiddenAssetWriter;
    /// Accepted decimals.
    fn accepted_decimals(&mut self) -> &mut dyn AcceptedDecimalsWriter;
    /// Tokens that users added.
    fn added_tokens(&mut self) -> &mut dyn AddedTokenWriter;
    /// Jobs.
    fn jobs(&mut self) -> &mut dyn JobWriter;
    /// States of sources.
    fn sources(&mut self) -> &mut dyn SourceWriter;
    /// Rate-limit counters.
    fn counters(&mut self) -> &mut dyn CounterWriter;
    /// Shares and visitors' sessions.
    fn shares(&mut self) -> &mut dyn ShareWriter;
    /// Idempotency keys.
    fn idempotency(&mut self) -> &mut dyn IdempotencyWriter;
    /// Facts.
    fn facts(&mut self) -> &mut dyn FactWriter;
    /// Entries.
    fn entries(&mut self) -> &mut dyn EntryWriter;
    /// The progress of reading histories.
    fn history_progress(&mut self) -> &mut dyn HistoryProgressWriter;
    /// What users added to entries.
    fn annotations(&mut self) -> &mut dyn AnnotationWriter;
    /// The labels that users give to addresses.
    fn own_labels(&mut self) -> &mut dyn OwnLabelWriter;
    /// The last comparison of each account's entries with its balances.
    fn reconciliations(&mut self) -> &mut dyn ReconciliationWriter;
    /// Daily closing prices.
    fn past_prices(&mut self) -> &mut dyn PastPriceWriter;
    /// The assets whose past prices the ledgers need.
    fn entry_assets(&mut self) -> &mut dyn EntryAssetWriter;
    /// Quotes near the moments of entries.
    fn moment_quotes(&mut self) -> &mut dyn MomentQuoteWriter;
    /// The queue of mails.
    fn mails(&mut self) -> &mut dyn MailWriter;
    /// Commits every change of the unit of work.
    async fn commit(self: Box<Self>) -> Result<(), StorageError>;
}
