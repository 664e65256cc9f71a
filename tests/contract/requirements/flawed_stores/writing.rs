//! The faults of the writing side: a unit of work that loses, keeps or hides what it should not.

use async_trait::async_trait;
use futures::FutureExt as _;
use ports::{StorageError, Timestamp, UnitOfWork, User, UserId, UserWriter};

use super::{Fault, FaultyUnit};

impl Drop for FaultyUnit {
    fn drop(&mut self) {
        if let Some(inner) = self.inner.take().filter(|_| self.fault == Fault::KeepsDropped) {
            // A commit in memory never waits.
            inner.commit().now_or_never().unwrap().unwrap();
        }
    }
}

/// The stores whose writing side has no fault.
macro_rules! delegate {
    ($($noun:ident: $writes:path),+ $(,)?) => {
        $(
            fn $noun(&mut self) -> &mut dyn $writes {
                self.inner().$noun()
            }
        )+
    };
}

#[async_trait]
impl UnitOfWork for FaultyUnit {
    fn users(&mut self) -> &mut dyn UserWriter {
        self
    }

    fn facts(&mut self) -> &mut dyn ports::FactWriter {
        self
    }

    fn entries(&mut self) -> &mut dyn ports::EntryWriter {
        self
    }

    fn annotations(&mut self) -> &mut dyn ports::AnnotationWriter {
        self
    }

    delegate! {
        feedback: ports::FeedbackWriter,
        attachments: ports::AttachmentWriter,
        user_details: ports::UserDetailsWriter,
        user_emails: ports::UserEmailWriter,
        email_codes: ports::EmailCodeWriter,
        registrations: ports::RegistrationWriter,
        sign_in_wallets: ports::SignInWalletWriter,
        api_keys: ports::ApiKeyWriter,
        sessions: ports::SessionWriter,
        wallets: ports::WalletWriter,
        extended_keys: ports::ExtendedKeyWriter,
        accounts: ports::AccountWriter,
        names: ports::NameWriter,
        assets: ports::AssetWriter,
        token_lists: ports::TokenListWriter,
        snapshots: ports::SnapshotWriter,
        quotes: ports::QuoteWriter,
        currencies: ports::CurrencyWriter,
        mails: ports::MailWriter,
        manual_prices: ports::ManualPriceWriter,
        hidden_assets: ports::HiddenAssetWriter,
        accepted_decimals: ports::AcceptedDecimalsWriter,
        added_tokens: ports::AddedTokenWriter,
        jobs: ports::JobWriter,
        sources: ports::source::SourceWriter,
        counters: ports::CounterWriter,
        shares: ports::ShareWriter,
        idempotency: ports::IdempotencyWriter,
        history_progress: ports::HistoryProgressWriter,
        own_labels: ports::OwnLabelWriter,
        reconciliations: ports::ReconciliationWriter,
        past_prices: ports::PastPriceWriter,
        entry_assets: ports::EntryAssetWriter,
        moment_quotes: ports::MomentQuoteWriter,
    }

    async fn commit(mut self: Box<Self>) -> Result<(), StorageError> {
        match self.inner.take() {
            Some(inner) if self.fault != Fault::LosesCommits => inner.commit().await,
            _ => Ok(()),
        }
    }
}

#[async_trait]
impl UserWriter for FaultyUnit {
    async fn add(&mut self, user: &User) -> Result<(), StorageError> {
        match self.inner().users().add(user).await {
            Err(StorageError::Conflict { .. }) if self.fault == Fault::HidesConflicts => Ok(()),
            added => added,
        }
    }

    async fn lock(&mut self, id: UserId) -> Result<Option<User>, StorageError> {
        self.inner().users().lock(id).await
    }

    async fn set_version(&mut self, id: UserId, version: i64) -> Result<(), StorageError> {
        self.inner().users().set_version(id, version).await
    }

    async fn set_uploads(&mut self, id: UserId, uploads: u32) -> Result<(), StorageError> {
        self.inner().users().set_uploads(id, uploads).await
    }

    async fn leave(&mut self, id: UserId, now: Timestamp) -> Result<bool, StorageError> {
        self.inner().users().leave(id, now).await
    }

    async fn erase(&mut self, id: UserId) -> Result<bool, StorageError> {
        if self.fault == Fault::ErasesNothing {
            return Ok(true);
        }
        self.inner().users().erase(id).await
    }

    async fn erase_left(&mut self, before: Timestamp, limit: u32) -> Result<u64, StorageError> {
        self.inner().users().erase_left(before, limit).await
    }
}
