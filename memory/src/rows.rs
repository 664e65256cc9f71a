//! The rows of the tables that are no types of the ports.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use ports::{
    AccountIdHash, Address, Asset, AssetId, ChainId, EmailCode, Job, KeyRights, Quote, SourceId, Timestamp,
    TransactionId, User, UserId, disclosure::DisclosedField, entry::StoredEntry, fact::StoredFact,
    idempotency::ClaimId, mail::QueuedMail, moment_quote::AwaitedMoment, session::SessionId, share::ShareSession,
    wallet::Nickname,
};

#[derive(Clone)]
pub(crate) struct UserRow {
    /// Without the link, which is stored with the share.
    pub(crate) user: User,
    /// When the last session ended; `None` while the user has one.
    pub(crate) left_at: Option<Timestamp>,
}

/// A code with hashes of its secrets.
#[derive(Clone)]
pub(crate) struct EmailCodeRow {
    pub(crate) code: EmailCode,
    /// `None` once a newer code was sent.
    pub(crate) hash: Option<[u8; 32]>,
    pub(crate) link: [u8; 32],
    pub(crate) tries: u32,
}

#[derive(Clone)]
pub(crate) struct ShareSessionRow {
    pub(crate) session: ShareSession,
    pub(crate) token_hash: [u8; 32],
}

#[derive(Clone)]
pub(crate) struct StoredAsset {
    /// Without its membership in lists.
    pub(crate) asset: Asset,
    pub(crate) assumed_decimals: Option<u8>,
    /// The origin of the row's decimals, kept in case its contract states none.
    pub(crate) assumed_by: String,
}

/// The quotes of one source for one asset.
#[derive(Clone, Default)]
pub(crate) struct Series {
    /// When the source last answered a request for the current price.
    pub(crate) asked_at: Option<Timestamp>,
    /// Sorted by the source's own time, then by the time of receipt.
    pub(crate) quotes: Vec<Arc<Quote>>,
}

/// The moments of an account.
#[derive(Clone, Default)]
pub(crate) struct Moments {
    pub(crate) awaited: BTreeSet<AwaitedMoment>,
    pub(crate) quotes: BTreeMap<(Timestamp, AssetId, SourceId), Quote>,
}

#[derive(Clone)]
pub(crate) struct JobRow {
    /// Its `again` is set exactly if `again_at` is.
    pub(crate) job: Job,
    /// The due time for which it was enqueued again while it ran.
    pub(crate) again_at: Option<Timestamp>,
    /// The fencing token, which increases with every claim.
    pub(crate) fence: i64,
    /// The worker that leases it and the end of the lease; only for a running job.
    pub(crate) held: Option<(String, Timestamp)>,
}

/// The fields by which the disclosures of one day are summed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DisclosureSubject {
    pub(crate) day: String,
    pub(crate) host: String,
    pub(crate) source: SourceId,
    pub(crate) purpose: String,
    pub(crate) disclosed: DisclosedField,
    pub(crate) chain: Option<ChainId>,
}

/// A subject, and the time of its first disclosure in the row.
pub(crate) type DisclosureKey = (DisclosureSubject, Timestamp);

/// The number of disclosures, and the time of the last one.
#[derive(Clone)]
pub(crate) struct Sum {
    pub(crate) times: u64,
    pub(crate) last_at: Timestamp,
}

/// The attempts of a counter.
#[derive(Clone, Default)]
pub(crate) struct CounterRow {
    pub(crate) attempts: Vec<Timestamp>,
    /// When all attempts will have expired.
    pub(crate) free_at: Option<Timestamp>,
}

#[derive(Clone)]
pub(crate) struct KeyRow {
    pub(crate) body: [u8; 32],
    pub(crate) claim: ClaimId,
    pub(crate) until: Timestamp,
    /// The user that was made.
    pub(crate) user: Option<UserId>,
}

/// The facts of an account.
#[derive(Clone, Default)]
pub(crate) struct AccountFacts {
    pub(crate) by_transaction: BTreeMap<TransactionId, Vec<Arc<StoredFact>>>,
    /// The transactions with facts that count, with the first block that any of them reports.
    pub(crate) in_order: BTreeSet<(u64, TransactionId)>,
}

/// The ledger of an account.
#[derive(Clone, Default)]
pub(crate) struct AccountEntries {
    pub(crate) revision: u64,
    /// The revision whose entries were searched for moved assets.
    pub(crate) searched_revision: u64,
    pub(crate) moments: Moments,
    /// The revisions of each entry, the first one first.
    pub(crate) revisions: BTreeMap<TransactionId, Vec<Arc<StoredEntry>>>,
}

/// A mail that waits, or the key of one that ended.
#[derive(Clone)]
pub(crate) struct MailRow {
    pub(crate) dedupe_key: String,
    pub(crate) created_at: Timestamp,
    /// `None` where it was sent or given up.
    pub(crate) queued: Option<QueuedMail>,
}

/// A stored key of an exchange, as its text, because a key cannot be copied.
#[derive(Clone)]
pub(crate) struct CredentialRow {
    pub(crate) user: UserId,
    pub(crate) account: Address,
    pub(crate) key: String,
    pub(crate) rights: KeyRights,
    pub(crate) id_hashes: Vec<AccountIdHash>,
    pub(crate) checked_at: Timestamp,
    pub(crate) created_at: Timestamp,
    pub(crate) refresh_until: Option<Timestamp>,
}

/// A request for consent, with the text of its verifier, because that cannot be copied.
#[derive(Clone)]
pub(crate) struct OAuthStateRow {
    pub(crate) user: UserId,
    pub(crate) session: SessionId,
    pub(crate) exchange: ChainId,
    pub(crate) name: Nickname,
    pub(crate) verifier: String,
    pub(crate) created_at: Timestamp,
    pub(crate) expires_at: Timestamp,
}
