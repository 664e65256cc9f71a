//! Units of work.

use std::{collections::BTreeSet, sync::Arc};

use async_trait::async_trait;
use ports::{
    AcceptedDecimalsWriter, AddedTokenWriter, AnnotationWriter, ApiKeyWriter, AssetId, AssetWriter, AttachmentWriter,
    CounterWriter, CurrencyWriter, EmailCodeWriter, EntryAssetWriter, EntryWriter, ExtendedKeyWriter, FactWriter,
    FeedbackWriter, HiddenAssetWriter, HistoryProgressWriter, IdempotencyWriter, JobWriter, MailWriter,
    ManualPriceWriter, MomentQuoteWriter, NameWriter, OwnLabelWriter, PastPriceWriter, QuoteWriter,
    ReconciliationWriter, RegistrationWriter, SessionWriter, ShareWriter, SignInWalletWriter, SnapshotWriter,
    StorageError, TokenListWriter, UnitOfWork, UserDetailsWriter, UserEmailWriter, UserId, UserWriter, WalletWriter,
    account::AccountWriter, source::SourceWriter,
};

use super::{
    asset_cache,
    counter_key::CounterKey,
    job_revision::revise_jobs,
    keyring::{Keyring, UserKeys},
    snapshot_cache::SnapshotCache,
    sql::Tx,
};
use crate::seal::DataKey;

/// A transaction that implements all writers.
pub(crate) struct SqlWork {
    tx: Tx,
    changed_jobs: Vec<String>,
    changed_assets: BTreeSet<AssetId>,
    snapshots: SnapshotCache,
    thinned: bool,
    counter_key: CounterKey,
    keyring: Arc<Keyring>,
    user_keys: UserKeys,
}

impl SqlWork {
    pub(crate) fn new(tx: Tx, snapshots: &SnapshotCache, counter_key: CounterKey, keyring: Arc<Keyring>) -> Self {
        Self {
            tx,
            changed_jobs: vec![],
            changed_assets: BTreeSet::new(),
            snapshots: snapshots.clone(),
            thinned: false,
            counter_key,
            keyring,
            user_keys: UserKeys::default(),
        }
    }

    pub(crate) fn counter_key(&self) -> CounterKey {
        self.counter_key
    }

    /// Returns the keys under which values are sealed.
    pub(crate) fn keyring(&self) -> Arc<Keyring> {
        self.keyring.clone()
    }

    /// Returns the key of a user, which is created when it is first needed. A user who does not exist is a conflict.
    pub(crate) async fn user_key(&mut self, user: UserId) -> Result<DataKey, StorageError> {
        self.user_keys.of_user(&self.keyring, &mut self.tx, user).await.cloned()
    }

    pub(crate) fn tx(&mut self) -> &mut Tx {
        &mut self.tx
    }

    /// Records jobs that this unit of work changed, which get a new revision at its end. Returns whether there are any.
    pub(crate) fn changed(&mut self, jobs: Vec<String>) -> bool {
        let any = !jobs.is_empty();
        self.changed_jobs.extend(jobs);
        any
    }

    /// Records that snapshots were deleted, which may be in the cache.
    pub(crate) fn thinned(&mut self) {
        self.thinned = true;
    }

    /// Records assets whose cached data this unit of work changed; they get a new revision at its end.
    pub(crate) fn changed_assets<'a>(&mut self, assets: impl IntoIterator<Item = &'a AssetId>) {
        self.changed_assets.extend(assets.into_iter().cloned());
    }
}

/// Clears the snapshot cache even where the caller of the commit was cancelled.
struct ClearWhenDone(SnapshotCache);

impl Drop for ClearWhenDone {
    fn drop(&mut self) {
        self.0.clear();
    }
}

#[async_trait]
impl UnitOfWork for SqlWork {
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
        revise_jobs(&mut self.tx, &self.changed_jobs).await?;
        asset_cache::revise(&mut self.tx, &self.changed_assets).await?;
        let _cleared = self.thinned.then(|| ClearWhenDone(self.snapshots.clone()));
        self.tx.commit().await
    }
}
