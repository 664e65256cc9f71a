//! The progress of everything that one user waits for, updated from the jobs that change.
//!
//! A board is loaded once and then follows the changes, so an update costs as much as has changed, not as much as the
//! user has.

use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
    time::Duration,
};

use ports::{Job, Ports, StorageError, Timestamp, UserId, Wallet};

use crate::{
    account::PersonAccounts,
    job::{READ_ACCOUNT, READ_HISTORY, READ_RECEIPTS, REFRESH_QUOTES, RESOLVE_NAME, SCAN_KEY},
    sync::history_board::HistoryBoard,
};

/// The kinds of jobs that have progress lines.
const KINDS: [&str; 6] = [
    READ_ACCOUNT.name,
    READ_HISTORY.name,
    READ_RECEIPTS.name,
    REFRESH_QUOTES.name,
    RESOLVE_NAME.name,
    SCAN_KEY.name,
];
/// Subjects per query. Other requests can be served between two queries.
const LOOKED_UP: usize = 1_000;
/// The wallets are read again at least this often. Nickname changes by other processes are noticed in no other way.
const WALLETS_EVERY: Duration = Duration::from_secs(30);

/// What a job belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum JobOwner {
    /// An account of an address that the user added, with the index of its wallet.
    Wallet(usize),
    /// An extended key, or an account derived from keys, with the indices of their wallets.
    Keys(Vec<usize>),
    /// A name to resolve.
    Name,
    /// A price source, with its display name.
    Source(String),
}

/// A subject that the user waits for, with its job if there is one.
#[derive(Clone, Debug)]
pub(super) struct BoardEntry {
    pub(super) order: usize,
    pub(super) owner: JobOwner,
    pub(super) job: Option<Job>,
}

/// Everything that one user waits for.
pub struct ProgressBoard {
    pub(super) user: UserId,
    pub(super) wallets: Vec<Wallet>,
    pub(super) entries: BTreeMap<String, BoardEntry>,
    pub(super) histories: HistoryBoard,
    pub(super) revision: i64,
    /// A hash of the wallets. If it changes, lines may have disappeared.
    pub(super) layout: u64,
    version: Option<i64>,
    read_at: Timestamp,
    is_stale: bool,
}

impl ProgressBoard {
    /// Loads everything that a user waits for.
    pub(super) async fn load(ports: &Ports, user: UserId) -> Result<Self, StorageError> {
        // The revision is read before the jobs, so that a change in between is found by the next update.
        let revision = ports.stores.job_changes.changed_since(i64::MAX, 0).await?;
        let mut board = Self {
            user,
            wallets: vec![],
            entries: BTreeMap::new(),
            histories: HistoryBoard::default(),
            revision: revision.map_or(0, |changes| changes.revision),
            layout: 0,
            version: None,
            read_at: ports.clock.now(),
            is_stale: true,
        };
        board.read_wallets(ports).await?;
        Ok(board)
    }

    /// Returns the newest revision that the board includes.
    #[must_use]
    pub fn revision(&self) -> i64 {
        self.revision
    }

    /// Marks the wallets as changed, so that the next update reads them again.
    pub fn invalidate(&mut self) {
        self.is_stale = true;
    }

    /// Applies changed jobs up to a revision, and reads the wallets again if they are due. Returns whether anything of
    /// the user's changed.
    pub(super) async fn follow<'a>(
        &mut self,
        ports: &Ports,
        changed: impl Iterator<Item = &'a Job> + Send,
        revision: i64,
    ) -> Result<bool, StorageError> {
        let mut is_changed = false;
        for job in changed {
            is_changed |= self.take(job);
        }
        self.histories.load(ports).await?;
        self.revision = self.revision.max(revision);
        if self.are_wallets_due(ports).await? {
            let before = self.layout;
            self.read_wallets(ports).await?;
            is_changed |= self.layout != before;
        }
        Ok(is_changed)
    }

    /// Applies a job if it belongs to the user and is newer than the known state.
    fn take(&mut self, job: &Job) -> bool {
        if !KINDS.contains(&job.kind.as_str()) {
            return false;
        }
        let Some(entry) = self.entries.get_mut(&job.subject) else {
            return false;
        };
        if is_of_history(job) {
            return self.histories.take(job);
        }
        if entry.job.as_ref().is_some_and(|known| known.revision >= job.revision) {
            return false;
        }
        // The progress of a key scan and the target of a name are stored in the wallets.
        self.is_stale |= matches!(entry.owner, JobOwner::Keys(_) | JobOwner::Name);
        entry.job = Some(job.clone());
        true
    }

    async fn are_wallets_due(&self, ports: &Ports) -> Result<bool, StorageError> {
        let now = ports.clock.now();
        if self.is_stale || !now.within(WALLETS_EVERY, self.read_at) {
            return Ok(true);
        }
        let user = ports.stores.users.find(self.user).await?;
        Ok(user.map(|user| user.version) != self.version)
    }

    async fn read_wallets(&mut self, ports: &Ports) -> Result<(), StorageError> {
        let now = ports.clock.now();
        let user = ports.stores.users.find(self.user).await?;
        let person = PersonAccounts::load(ports, self.user).await?;
        let mut known = std::mem::take(&mut self.entries);
        let mut entries = entries(ports, &person);
        let mut missing = Vec::new();
        for (subject, entry) in &mut entries {
            match known.remove(subject) {
                Some(known) => entry.job = known.job,
                None => missing.push(subject.clone()),
            }
        }
        drop(known);
        for some in missing.chunks(LOOKED_UP) {
            let mut jobs = ports.stores.jobs.of_subjects(&KINDS.map(str::to_owned), some).await?;
            // A history is taken before its receipts.
            jobs.sort_by_key(|job| job.kind == READ_RECEIPTS.name);
            for job in jobs {
                if is_of_history(&job) {
                    self.histories.take(&job);
                } else if let Some(entry) = entries.get_mut(&job.subject) {
                    entry.job = Some(job);
                }
            }
        }
        self.histories.retain(|subject| entries.contains_key(subject));
        self.histories.load(ports).await?;
        self.layout = layout(&person.wallets, &entries);
        (self.wallets, self.entries) = (person.wallets, entries);
        self.version = user.map(|user| user.version);
        (self.read_at, self.is_stale) = (now, false);
        Ok(())
    }
}

/// Returns what a user with these wallets waits for, in display order: accounts in the order of the wallets, keys,
/// names, price sources.
fn entries(ports: &Ports, person: &PersonAccounts) -> BTreeMap<String, BoardEntry> {
    let mut entries = BTreeMap::new();
    for one in person.by_wallet(ports) {
        let subject = one.id.to_string();
        if one.is_derived {
            add_of_key(&mut entries, subject, one.wallet);
        } else {
            add(&mut entries, subject, JobOwner::Wallet(one.wallet));
        }
    }
    let wallets = || person.wallets.iter().enumerate();
    for (at, wallet) in wallets().filter(|(_, wallet)| wallet.extended.is_some() && !wallet.is_frozen()) {
        add_of_key(&mut entries, wallet.id.to_string(), at);
    }
    for name in person.wallets.iter().filter_map(|wallet| wallet.name.as_ref()) {
        add(&mut entries, name.to_string(), JobOwner::Name);
    }
    if entries.values().any(|entry| entry.owner != JobOwner::Name) {
        for profile in ports.prices.iter().map(|source| source.profile()) {
            add(&mut entries, profile.id.to_string(), JobOwner::Source(profile.name));
        }
    }
    entries
}

fn is_of_history(job: &Job) -> bool {
    [READ_HISTORY.name, READ_RECEIPTS.name].contains(&job.kind.as_str())
}

fn add(entries: &mut BTreeMap<String, BoardEntry>, subject: String, owner: JobOwner) {
    let order = entries.len();
    entries.entry(subject).or_insert(BoardEntry {
        order,
        owner,
        job: None,
    });
}

/// Adds a job of the wallet with an extended key at this index.
fn add_of_key(entries: &mut BTreeMap<String, BoardEntry>, subject: String, at: usize) {
    let order = entries.len();
    let entry = entries.entry(subject).or_insert(BoardEntry {
        order,
        owner: JobOwner::Keys(vec![]),
        job: None,
    });
    match &mut entry.owner {
        JobOwner::Keys(keys) => keys.push(at),
        other => *other = JobOwner::Keys(vec![at]),
    }
}

/// Returns a hash that is equal for the same wallets with the same labels, also in another process.
fn layout(wallets: &[Wallet], entries: &BTreeMap<String, BoardEntry>) -> u64 {
    let mut hasher = DefaultHasher::new();
    entries.len().hash(&mut hasher);
    for wallet in wallets {
        (wallet.id.to_string(), wallet.label(), wallet.key()).hash(&mut hasher);
        for one in wallet.derived() {
            one.account.to_string().hash(&mut hasher);
        }
    }
    hasher.finish()
}
