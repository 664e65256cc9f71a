//! Scans an extended public key: derives the addresses to watch and enqueues their reading. The scan itself sends no
//! requests; a reading that finds an address used enqueues the next scan.

use std::{collections::BTreeSet, time::Duration};

use async_trait::async_trait;
use ports::{
    AccountId, Ports, StorageError, Timestamp, UnitOfWork, UserId, Wallet, WalletId,
    account::Activity,
    extended_key::{DerivationPath, DerivedAddress, WalletExtendedKey},
    job::Lease,
};

use crate::{
    extended_key::{accounts, gap},
    job::{JobKind, READ_ACCOUNT, SCAN_KEY, being_read},
    sync::handlers::{handler::JobHandler, job_error::JobError, refresh_quotes::shuffle},
};

/// An account read within this time is not read again because another address turned out to be used.
const JUST_READ: Duration = Duration::from_secs(30);

/// Handles jobs of [`SCAN_KEY`].
pub struct ScanKey;

#[async_trait]
impl JobHandler for ScanKey {
    fn kind(&self) -> JobKind {
        SCAN_KEY
    }

    /// Derives addresses, stores them and enqueues their reading.
    async fn run(&self, ports: &Ports, lease: &Lease) -> Result<(), JobError> {
        let wallet: WalletId = lease
            .job
            .subject
            .parse()
            .map_err(|_| JobError::Invalid("not a wallet".to_owned()))?;
        let found = ports.stores.extended_keys.wallet(wallet).await?;
        let scanned = match found {
            Some(Wallet {
                user,
                extended: Some(extended),
                ..
            }) => {
                let room = room(ports, user).await?;
                Some(scan(ports, extended, room).await?)
            }
            _ => None,
        };
        let now = ports.clock.now();
        let mut work = ports.storage.begin().await?;
        if !work.jobs().done(lease, now).await? {
            return Err(JobError::LeaseLost);
        }
        if let Some(scanned) = scanned {
            keep(ports, work.as_mut(), wallet, &scanned, now).await?;
        }
        Ok(work.commit().await?)
    }
}

/// Returns how many more addresses may be derived for a user.
async fn room(ports: &Ports, user: UserId) -> Result<usize, StorageError> {
    let wallets = ports.stores.wallets.of_user(user).await?;
    let derived = wallets.iter().filter_map(|wallet| wallet.extended.as_ref());
    let derived: usize = derived.map(|extended| extended.derived.len()).sum();
    Ok(ports.person_limits.derived_addresses.saturating_sub(derived))
}

/// The result of a scan.
struct Scanned {
    /// Newly derived addresses.
    new: Vec<(DerivationPath, AccountId)>,
    /// Accounts to read, in random order.
    read: Vec<AccountId>,
    /// When the accounts that are being read were looked up.
    looked_up_at: Timestamp,
    /// Accounts that are used next. They are read more often than the other unused ones.
    next: Vec<AccountId>,
}

/// Derives until no place is missing. The usage of addresses that another user already watches is known, so the scan
/// continues from there. At most `room` addresses are new; [`gap::is_full`] reports that there are more.
async fn scan(ports: &Ports, extended: WalletExtendedKey, mut room: usize) -> Result<Scanned, JobError> {
    let WalletExtendedKey {
        key,
        gap_limit,
        mut derived,
    } = extended;
    let scripts = key.scripts();
    let mut new = Vec::new();
    loop {
        let known: BTreeSet<DerivationPath> = derived.iter().map(|one| one.path).collect();
        let missing = gap::watched(&scripts, &derived, gap_limit)
            .into_iter()
            .filter(|path| !known.contains(path))
            .take(room);
        let found = accounts(ports, &key, missing).map_err(|error| JobError::Invalid(error.to_string()))?;
        if found.is_empty() {
            break;
        }
        room = room.saturating_sub(found.len());
        derived.extend(with_states(ports, &found).await?);
        new.extend(found);
    }
    let next = gap::next(&scripts, &derived);
    let looked_up_at = ports.clock.now();
    let read = to_read(ports, &derived, looked_up_at).await?;
    let next = derived.into_iter().filter(|one| next.contains(&one.path));
    Ok(Scanned {
        new,
        read,
        looked_up_at,
        next: next.map(|one| one.account).collect(),
    })
}

async fn with_states(
    ports: &Ports,
    found: &[(DerivationPath, AccountId)],
) -> Result<Vec<DerivedAddress>, StorageError> {
    let ids: Vec<_> = found.iter().map(|(_, account)| account.clone()).collect();
    let states = ports.stores.accounts.states(&ids).await?;
    let derived = found.iter().map(|(path, account)| {
        let state = states.iter().find(|state| state.id == *account);
        DerivedAddress {
            path: *path,
            account: account.clone(),
            transactions: state.and_then(|state| state.transactions),
            read_at: state.and_then(|state| state.read_at),
        }
    });
    Ok(derived.collect())
}

/// Returns the accounts whose usage is unknown or that are unused and were not just read: a payment may have reached
/// them together with the one that triggered the scan. The order is random, so that it does not reveal the order of the
/// wallet.
async fn to_read(ports: &Ports, derived: &[DerivedAddress], now: Timestamp) -> Result<Vec<AccountId>, StorageError> {
    let just_read =
        |one: &DerivedAddress| one.transactions.is_some() && one.read_at.is_some_and(|at| now.within(JUST_READ, at));
    let wanted = derived
        .iter()
        .filter(|one| one.is_used() != Some(true) && !just_read(one));
    let wanted: BTreeSet<AccountId> = wanted.map(|one| one.account.clone()).collect();
    let mut wanted: Vec<AccountId> = wanted.into_iter().collect();
    let reading = being_read(ports, &wanted).await?;
    wanted.retain(|account| !reading.contains(account));
    shuffle(&mut wanted, ports.entropy.bytes());
    Ok(wanted)
}

async fn keep(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    wallet: WalletId,
    scanned: &Scanned,
    now: Timestamp,
) -> Result<(), StorageError> {
    let accounts: Vec<_> = scanned.new.iter().map(|(_, account)| account.clone()).collect();
    if !work.extended_keys().derive(wallet, &scanned.new).await? {
        return Ok(());
    }
    work.accounts().add(&accounts, now).await?;
    let next = &scanned.next;
    work.accounts().set_activity(next, Activity::Active, now).await?;
    for account in &scanned.read {
        let wanted = READ_ACCOUNT.job(ports, &account.to_string(), now);
        work.jobs()
            .enqueue_unless_done(&wanted, scanned.looked_up_at, now)
            .await?;
    }
    Ok(())
}
