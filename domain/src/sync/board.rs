//! Everything that one person waits for, kept up to date from the jobs that change.
//!
//! A board is loaded once and then follows the changes: what a look costs depends on what happened, not on how much the
//! person has.

use std::{
    collections::BTreeMap,
    hash::{DefaultHasher, Hash, Hasher},
    time::Duration,
};

use ports::{Job, Ports, StorageError, Timestamp, UserId, Wallet};

use crate::{
    account::readable,
    job::{READ_ACCOUNT, REFRESH_QUOTES, RESOLVE_NAME, SCAN_KEY},
};

/// The kinds of jobs that have lines.
const KINDS: [&str; 4] = [READ_ACCOUNT, REFRESH_QUOTES, RESOLVE_NAME, SCAN_KEY];
/// Subjects that are looked up in one statement: others are served between two of them.
const LOOKED_UP: usize = 1_000;
/// Wallets are read again at least this often: what other processes did to their nicknames is noticed no other way.
const WALLETS_EVERY: Duration = Duration::from_secs(30);

/// What a job is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Owner {
    /// An account of an address that the person gave; the index of its wallet.
    Wallet(usize),
    /// A key, or an account that was derived from keys; the indices of their wallets.
    Keys(Vec<usize>),
    /// A name.
    Name,
    /// A price source, by its name.
    Source(String),
}

/// A subject that the person waits for, with its job where there is one.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) order: usize,
    pub(super) owner: Owner,
    pub(super) job: Option<Job>,
}

/// Everything that one person waits for.
pub struct ProgressBoard {
    pub(super) user: UserId,
    pub(super) wallets: Vec<Wallet>,
    pub(super) entries: BTreeMap<String, Entry>,
    pub(super) revision: i64,
    /// Changes with the wallets: lines may be gone where it does.
    pub(super) layout: u64,
    version: Option<i64>,
    read_at: Timestamp,
    is_stale: bool,
}

impl ProgressBoard {
    /// Loads everything that a person waits for.
    pub(super) async fn load(ports: &Ports, user: UserId) -> Result<Self, StorageError> {
        // Asked first: what changes while the jobs are read is found by the next look.
        let revision = ports.stores.job_changes.changed_since(i64::MAX, 0).await?;
        let mut board = Self {
            user,
            wallets: vec![],
            entries: BTreeMap::new(),
            revision: revision.map_or(0, |changes| changes.revision),
            layout: 0,
            version: None,
            read_at: ports.clock.now(),
            is_stale: true,
        };
        board.read_wallets(ports).await?;
        Ok(board)
    }

    /// The newest revision that is in it.
    #[must_use]
    pub fn revision(&self) -> i64 {
        self.revision
    }

    /// Wallets were changed: they are read again at the next look.
    pub fn invalidate(&mut self) {
        self.is_stale = true;
    }

    /// Takes over jobs that changed, up to a revision, and looks whether the wallets changed. Answers whether anything of
    /// the person's did.
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
        self.revision = self.revision.max(revision);
        if self.are_wallets_due(ports).await? {
            let before = self.layout;
            self.read_wallets(ports).await?;
            is_changed |= self.layout != before;
        }
        Ok(is_changed)
    }

    /// Takes over a job, if it is the person's and news.
    fn take(&mut self, job: &Job) -> bool {
        if !KINDS.contains(&job.kind.as_str()) {
            return false;
        }
        let Some(entry) = self.entries.get_mut(&job.subject) else {
            return false;
        };
        if entry.job.as_ref().is_some_and(|known| known.revision >= job.revision) {
            return false;
        }
        // How far a key is, and where a name points, stands in the wallets.
        self.is_stale |= matches!(entry.owner, Owner::Keys(_) | Owner::Name);
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
        let wallets = ports.stores.wallets.of_user(self.user).await?;
        let mut known = std::mem::take(&mut self.entries);
        let mut entries = entries(ports, &wallets);
        let mut missing = Vec::new();
        for (subject, entry) in &mut entries {
            match known.remove(subject) {
                Some(known) => entry.job = known.job,
                None => missing.push(subject.clone()),
            }
        }
        drop(known);
        for some in missing.chunks(LOOKED_UP) {
            for job in ports.stores.jobs.of_subjects(&KINDS.map(str::to_owned), some).await? {
                if let Some(entry) = entries.get_mut(&job.subject) {
                    entry.job = Some(job);
                }
            }
        }
        self.layout = layout(&wallets, &entries);
        (self.wallets, self.entries) = (wallets, entries);
        self.version = user.map(|user| user.version);
        (self.read_at, self.is_stale) = (now, false);
        Ok(())
    }
}

/// What a person with these wallets waits for, in the order in which it is shown: accounts in the order of the wallets,
/// keys, names, price sources.
fn entries(ports: &Ports, wallets: &[Wallet]) -> BTreeMap<String, Entry> {
    let mut entries = BTreeMap::new();
    let chains = readable(ports);
    for (at, wallet) in wallets.iter().enumerate() {
        for account in chains
            .iter()
            .filter_map(|chain| chain.account(wallet.address.as_ref()?))
        {
            add(&mut entries, account.to_string(), Owner::Wallet(at));
        }
    }
    for (at, wallet) in wallets.iter().enumerate() {
        let Some(extended) = &wallet.extended else { continue };
        let derived = extended.derived.iter().map(|one| one.account.to_string());
        for subject in derived.chain([wallet.id.to_string()]) {
            let order = entries.len();
            let entry = entries.entry(subject).or_insert(Entry {
                order,
                owner: Owner::Keys(vec![]),
                job: None,
            });
            match &mut entry.owner {
                Owner::Keys(keys) => keys.push(at),
                other => *other = Owner::Keys(vec![at]),
            }
        }
    }
    for name in wallets.iter().filter_map(|wallet| wallet.name.as_ref()) {
        add(&mut entries, name.to_string(), Owner::Name);
    }
    if entries.values().any(|entry| entry.owner != Owner::Name) {
        for profile in ports.prices.iter().map(|source| source.profile()) {
            add(&mut entries, profile.id.to_string(), Owner::Source(profile.name));
        }
    }
    entries
}

fn add(entries: &mut BTreeMap<String, Entry>, subject: String, owner: Owner) {
    let order = entries.len();
    entries.entry(subject).or_insert(Entry {
        order,
        owner,
        job: None,
    });
}

/// The same for the same wallets with the same labels, also in another process.
fn layout(wallets: &[Wallet], entries: &BTreeMap<String, Entry>) -> u64 {
    let mut hasher = DefaultHasher::new();
    entries.len().hash(&mut hasher);
    for wallet in wallets {
        (wallet.id.to_string(), wallet.label(), wallet.key()).hash(&mut hasher);
        for one in wallet.extended.iter().flat_map(|extended| &extended.derived) {
            one.account.to_string().hash(&mut hasher);
        }
    }
    hasher.finish()
}
