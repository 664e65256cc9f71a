//! The tables: one collection for each kind of row, and the constraints between them.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use ports::{
    AccountAllowances, AccountId, AccountReconciliation, AccountState, Address, Annotation, ApiKey, ApiKeyId, AssetId,
    Attachment, AttachmentId, ChainId, Day, EntryAsset, EntryId, ExchangeFile, ExchangeFileId, ExchangeMarket,
    Feedback, FeedbackId, Fixing, HistoryProgress, InsightSetting, InsightState, Job, LabelPlace, MailId, ManualPrice,
    MappedCode, Merge, Name, OwnLabel, PastPrice, Recipe, Session, Share, ShareLink, ShareSessionId, SignInChallenge,
    SignInWallet, Snapshot, SourceId, SourceState, StorageError, Stream, Timestamp, UserDetails, UserEmail,
    UserEmailState, UserId, UserSettings, ValuationId, Wallet, WalletId, currency::FixingId, email_code::EmailCodeId,
    extended_key::DerivationPath, job::JobId, name::ReverseName, quote::AgreedPrice, quote::QuoteId,
    session::SessionId, snapshot::SnapshotId,
};

use crate::{
    copy_on_write::CopyOnWrite,
    rows::{
        AccountEntries, AccountFacts, CounterRow, CredentialRow, DisclosureKey, EmailCodeRow, JobRow, KeyRow, MailRow,
        OAuthStateRow, Series, ShareSessionRow, StoredAsset, Sum, UserRow,
    },
};

/// A table by its primary key.
pub(crate) type Table<K, V> = CopyOnWrite<BTreeMap<K, V>>;

/// All stored data as of one commit. A clone shares every table until it is changed.
#[derive(Clone, Default)]
pub(crate) struct Tables {
    pub(crate) users: Table<UserId, UserRow>,
    pub(crate) user_details: Table<UserId, UserDetails>,
    pub(crate) user_settings: Table<UserId, UserSettings>,
    pub(crate) feedback: Table<FeedbackId, Feedback>,
    pub(crate) attachments: Table<AttachmentId, Attachment>,
    pub(crate) user_emails: Table<(UserId, UserEmailState), UserEmail>,
    pub(crate) email_codes: Table<EmailCodeId, EmailCodeRow>,
    /// By the registered user and the anonymous one.
    pub(crate) merges: Table<(UserId, UserId), Merge>,
    /// By the nonce.
    pub(crate) sign_in_challenges: Table<String, SignInChallenge>,
    pub(crate) sign_in_wallets: Table<(Address, Option<ChainId>), SignInWallet>,
    pub(crate) api_keys: Table<ApiKeyId, ApiKey>,
    pub(crate) exchange_credentials: Table<WalletId, CredentialRow>,
    /// By the hash of the state.
    pub(crate) oauth_states: Table<[u8; 32], OAuthStateRow>,
    pub(crate) sessions: Table<SessionId, Session>,
    pub(crate) shares: Table<UserId, Share>,
    pub(crate) share_sessions: Table<ShareSessionId, ShareSessionRow>,
    /// Without the addresses derived from their keys.
    pub(crate) wallets: Table<WalletId, Wallet>,
    pub(crate) derived_addresses: Table<(WalletId, DerivationPath), AccountId>,
    pub(crate) names: Table<Name, BTreeSet<(Timestamp, Address)>>,
    pub(crate) reverse_names: Table<Address, ReverseName>,
    pub(crate) accounts: Table<AccountId, AccountState>,
    /// Other textual forms of the addresses of accounts.
    pub(crate) account_writings: Table<AccountId, BTreeSet<Address>>,
    pub(crate) snapshots: Table<SnapshotId, Arc<Snapshot>>,
    /// The snapshots of each account by time.
    pub(crate) account_snapshots: Table<AccountId, BTreeSet<(Timestamp, SnapshotId)>>,
    /// The assets in the newest snapshot of each account.
    pub(crate) held_assets: Table<AccountId, BTreeSet<AssetId>>,
    pub(crate) assets: Table<AssetId, StoredAsset>,
    /// The position of each token in each list that contains it.
    pub(crate) listed_tokens: Table<AssetId, BTreeMap<SourceId, i64>>,
    pub(crate) quotes: Table<AssetId, Table<SourceId, Series>>,
    /// The series that contains each quote.
    pub(crate) quote_series: Table<QuoteId, (AssetId, SourceId)>,
    pub(crate) agreed_prices: Table<AssetId, AgreedPrice>,
    pub(crate) fixings: Table<FixingId, Arc<Fixing>>,
    pub(crate) manual_prices: Table<(UserId, AssetId), ManualPrice>,
    pub(crate) hidden_assets: Table<(UserId, AssetId), bool>,
    pub(crate) insight_settings: Table<(UserId, String), InsightSetting>,
    pub(crate) insight_states: Table<(UserId, (String, String)), InsightState>,
    pub(crate) accepted_decimals: Table<(UserId, AssetId), u8>,
    pub(crate) added_tokens: Table<(UserId, AssetId), Timestamp>,
    pub(crate) recipes: Table<(UserId, ValuationId), Arc<Recipe>>,
    pub(crate) session_recipes: Table<(ShareSessionId, ValuationId), Arc<Recipe>>,
    pub(crate) jobs: Table<JobId, JobRow>,
    /// The job of each kind and subject.
    pub(crate) job_keys: Table<(String, String), JobId>,
    /// The newest revision of any job.
    pub(crate) job_revision: i64,
    pub(crate) disclosures: Table<DisclosureKey, Sum>,
    pub(crate) sources: Table<SourceId, SourceState>,
    pub(crate) counters: Table<(String, [u8; 32]), CounterRow>,
    pub(crate) idempotency_keys: Table<(String, [u8; 32]), KeyRow>,
    pub(crate) facts: Table<AccountId, CopyOnWrite<AccountFacts>>,
    pub(crate) entries: Table<AccountId, CopyOnWrite<AccountEntries>>,
    pub(crate) history_progress: Table<AccountId, BTreeMap<Stream, HistoryProgress>>,
    pub(crate) annotations: Table<(UserId, (EntryId, String)), Annotation>,
    pub(crate) own_labels: Table<(UserId, LabelPlace), OwnLabel>,
    pub(crate) exchange_files: Table<ExchangeFileId, ExchangeFile>,
    pub(crate) mapped_codes: Table<(AccountId, AssetId), MappedCode>,
    /// By account and name.
    pub(crate) exchange_markets: Table<(AccountId, String), ExchangeMarket>,
    pub(crate) reconciliations: Table<AccountId, AccountReconciliation>,
    pub(crate) allowances: Table<AccountId, AccountAllowances>,
    pub(crate) mails: Table<MailId, MailRow>,
    pub(crate) entry_assets: Table<AssetId, EntryAsset>,
    pub(crate) past_prices: Table<AssetId, Table<(Day, SourceId), PastPrice>>,
}

/// Returns the error for a row that already exists, or that refers to a missing row.
pub(crate) fn conflict(table: &str) -> StorageError {
    StorageError::Conflict { what: table.to_owned() }
}

/// Returns a conflict in `table` if a unique key is taken.
pub(crate) fn check_unique(table: &str, is_taken: bool) -> Result<(), StorageError> {
    if is_taken { Err(conflict(table)) } else { Ok(()) }
}

/// Returns the end of the UTC day of `at`: the first millisecond of the next day.
pub(crate) fn end_of_day(at: Timestamp) -> Timestamp {
    const DAY: i64 = 86_400_000;
    Timestamp::from_millis((at.millis().div_euclid(DAY) + 1).saturating_mul(DAY))
}

/// Converts a caller's limit to a number of items.
pub(crate) fn most(limit: u32) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX)
}

impl Tables {
    /// Returns a conflict in `table` if the user does not exist.
    pub(crate) fn owned(&self, table: &str, user: UserId) -> Result<(), StorageError> {
        check_unique(table, !self.users.contains_key(&user))
    }

    /// Returns whether the user has a session or a share link.
    pub(crate) fn is_present(&self, user: UserId) -> bool {
        let has_left = self.users.get(&user).is_none_or(|row| row.left_at.is_some());
        !has_left || self.shares.contains_key(&user)
    }

    /// The wallets of present users, without removed ones.
    pub(crate) fn present_wallets(&self) -> impl Iterator<Item = &Wallet> {
        let wallets = self.wallets.values().filter(|wallet| wallet.removed_at.is_none());
        wallets.filter(|wallet| self.is_present(wallet.user))
    }

    /// Returns the slug of a user's share link.
    pub(crate) fn slug(&self, user: UserId) -> Option<&ShareLink> {
        self.shares.get(&user).map(|share| &share.slug)
    }

    /// Gives the changed jobs the next revision. This is the last step of a unit of work.
    pub(crate) fn revise_jobs(&mut self, changed: &BTreeSet<JobId>) {
        if changed.is_empty() {
            return;
        }
        self.job_revision += 1;
        for id in changed {
            if let Some(row) = self.jobs.get_mut(id) {
                row.job.revision = self.job_revision;
            }
        }
    }

    /// Removes the jobs for which `is_chosen` returns true.
    pub(crate) fn remove_jobs(&mut self, is_chosen: impl Fn(&Job) -> bool) {
        if !self.jobs.values().any(|row| is_chosen(&row.job)) {
            return;
        }
        self.jobs.retain(|_, row| !is_chosen(&row.job));
        let Self { jobs, job_keys, .. } = self;
        job_keys.retain(|_, id| jobs.contains_key(id));
    }
}
