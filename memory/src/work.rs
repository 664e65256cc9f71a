//! Units of work.

use std::collections::BTreeSet;

use async_trait::async_trait;
use futures::lock::OwnedMutexGuard;
use ports::{
    AcceptedDecimalsWriter, AccountWriter, AddedTokenWriter, AnnotationWriter, ApiKeyWriter, AssetWriter,
    AttachmentWriter, CounterWriter, CurrencyWriter, EmailCodeWriter, EntryAssetWriter, EntryWriter, ExtendedKeyWriter,
    FactWriter, FeedbackWriter, HiddenAssetWriter, HistoryProgressWriter, IdempotencyWriter, JobWriter, MailWriter,
    ManualPriceWriter, MomentQuoteWriter, NameWriter, OwnLabelWriter, PastPriceWriter, QuoteWriter,
    ReconciliationWriter, RegistrationWriter, SessionWriter, ShareWriter, SignInWalletWriter, SnapshotWriter,
    StorageError, TokenListWriter, UnitOfWork, UserDetailsWriter, UserEmailWriter, UserWriter, WalletWriter,
    job::JobId, source::SourceWriter,
};

use crate::{counter::SubjectKey, job::revise, storage::MemoryStorage, tables::Tables};

/// A unit of work: a private version of the tables, with the writing side of every store.
pub(crate) struct MemoryWork {
    pub(crate) tables: Tables,
    pub(crate) changed_jobs: BTreeSet<JobId>,
    pub(crate) counter_key: SubjectKey,
    storage: MemoryStorage,
    /// Held until the unit is committed or dropped.
    _writer: OwnedMutexGuard<()>,
}

impl MemoryWork {
    pub(crate) fn new(
        storage: MemoryStorage,
        tables: Tables,
        counter_key: SubjectKey,
        writer: OwnedMutexGuard<()>,
    ) -> Self {
        Self {
            tables,
            changed_jobs: BTreeSet::new(),
            counter_key,
            storage,
            _writer: writer,
        }
    }
}

#[async_trait]
impl UnitOfWork for MemoryWork {
    fn users(&mut self) -> &mut dyn UserWriter {
        self
    }
    fn user_details(&mut self) -> &mut dyn UserDetailsWriter {
        self
    }

    fn attachments(&mut self) -> &mut dyn AttachmentWriter {
        self
    }

    fn feedback(&mut self) -> &mut dyn FeedbackWriter {
        self
    }
    fn user_emails(&mut self) -> &mut dyn UserEmailWriter {
        self
    }
    fn email_codes(&mut self) -> &mut dyn EmailCodeWriter {
        self
    }
    fn registrations(&mut self) -> &mut dyn RegistrationWriter {
        self
    }
    fn sign_in_wallets(&mut self) -> &mut dyn SignInWalletWriter {
        self
    }
    fn api_keys(&mut self) -> &mut dyn ApiKeyWriter {
        self
    }
    fn sessions(&mut self) -> &mut dyn SessionWriter {
        self
    }
    fn wallets(&mut self) -> &mut dyn WalletWriter {
        self
    }
    fn extended_keys(&mut self) -> &mut dyn ExtendedKeyWriter {
        self
    }
    fn accounts(&mut self) -> &mut dyn AccountWriter {
        self
    }
    fn names(&mut self) -> &mut dyn NameWriter {
        self
    }
    fn assets(&mut self) -> &mut dyn AssetWriter {
        self
    }
    fn token_lists(&mut self) -> &mut dyn TokenListWriter {
        self
    }
    fn snapshots(&mut self) -> &mut dyn SnapshotWriter {
        self
    }
    fn quotes(&mut self) -> &mut dyn QuoteWriter {
        self
    }
    fn currencies(&mut self) -> &mut dyn CurrencyWriter {
        self
    }
    fn manual_prices(&mut self) -> &mut dyn ManualPriceWriter {
        self
    }
    fn hidden_assets(&mut self) -> &mut dyn HiddenAssetWriter {
        self
    }
    fn accepted_decimals(&mut self) -> &mut dyn AcceptedDecimalsWriter {
        self
    }
    fn added_tokens(&mut self) -> &mut dyn AddedTokenWriter {
        self
    }
    fn jobs(&mut self) -> &mut dyn JobWriter {
        self
    }
    fn sources(&mut self) -> &mut dyn SourceWriter {
        self
    }
    fn counters(&mut self) -> &mut dyn CounterWriter {
        self
    }
    fn idempotency(&mut self) -> &mut dyn IdempotencyWriter {
        self
    }
    fn shares(&mut self) -> &mut dyn ShareWriter {
        self
    }
    fn facts(&mut self) -> &mut dyn FactWriter {
        self
    }
    fn entries(&mut self) -> &mut dyn EntryWriter {
        self
    }
    fn history_progress(&mut self) -> &mut dyn HistoryProgressWriter {
        self
    }
    fn annotations(&mut self) -> &mut dyn AnnotationWriter {
        self
    }
    fn own_labels(&mut self) -> &mut dyn OwnLabelWriter {
        self
    }
    fn reconciliations(&mut self) -> &mut dyn ReconciliationWriter {
        self
    }
    fn past_prices(&mut self) -> &mut dyn PastPriceWriter {
        self
    }

    fn entry_assets(&mut self) -> &mut dyn EntryAssetWriter {
        self
    }

    fn moment_quotes(&mut self) -> &mut dyn MomentQuoteWriter {
        self
    }
    fn mails(&mut self) -> &mut dyn MailWriter {
        self
    }
    async fn commit(mut self: Box<Self>) -> Result<(), StorageError> {
        revise(&mut self.tables, &self.changed_jobs);
        self.storage.commit(self.tables);
        Ok(())
    }
}
