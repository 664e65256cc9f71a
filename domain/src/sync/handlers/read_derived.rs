//! Reads an address that was derived from an extended public key. In addition to its balance it determines whether the
//! address was ever used, because that decides how far the key is scanned.

use ports::{
    AccountId, ChainReader, Ports, RemoteError, StorageError, Timestamp, UnitOfWork, WalletId,
    account::Activity,
    chain::{Probe, Reading},
};

use crate::{extended_key::gap, job::enqueue_scan, sync::handlers::job_error::JobError};

/// The result of a reading.
pub struct Read {
    /// The balances.
    pub reading: Reading,
    /// How the account is read next.
    pub activity: Activity,
    /// How often the address was used.
    pub usage: AddressUsage,
}

/// How often an address was used.
pub struct AddressUsage {
    transactions: u64,
    /// The wallets whose keys must be scanned again because the usage changed.
    scans: Vec<WalletId>,
}

impl AddressUsage {
    /// Returns the number of transactions.
    pub fn transactions(&self) -> u64 {
        self.transactions
    }
}

/// Reads an account if it was derived for some wallet. Fails with a reader that cannot determine usage, because the
/// scan could not find the gap.
pub async fn read(ports: &Ports, reader: &dyn ChainReader, account: &AccountId) -> Result<Option<Read>, JobError> {
    let holders = ports.stores.extended_keys.holders(account).await?;
    if holders.is_empty() {
        return Ok(None);
    }
    let probe = reader.probe(account).await?.ok_or_else(|| RemoteError::Unsupported {
        who: reader.profile().name,
        what: "whether an address was ever used".to_owned(),
    })?;
    let states = ports.stores.accounts.states(std::slice::from_ref(account)).await?;
    let before = states.first().and_then(|state| state.transactions);
    let happened = probe.sent != before.unwrap_or(0);
    let activity = activity(ports, account, &holders, &probe).await?;
    let Probe { sent, reading, .. } = probe;
    Ok(Some(Read {
        reading,
        activity,
        usage: AddressUsage {
            transactions: sent,
            scans: if happened { holders } else { Vec::new() },
        },
    }))
}

/// An address that holds something, has a pending transaction or is used next is read often; the others are read daily.
async fn activity(
    ports: &Ports,
    account: &AccountId,
    holders: &[WalletId],
    probe: &Probe,
) -> Result<Activity, StorageError> {
    if !probe.reading.balances.is_empty() || probe.pending > 0 {
        return Ok(Activity::Active);
    }
    if probe.sent > 0 {
        return Ok(Activity::Quiet);
    }
    for holder in holders {
        let wallet = ports.stores.extended_keys.wallet(*holder).await?;
        let Some(extended) = wallet.and_then(|wallet| wallet.extended) else {
            continue;
        };
        let next = gap::next(&extended.key.scripts(), &extended.derived);
        let own = extended.derived.iter().filter(|one| one.account == *account);
        if own.into_iter().any(|one| next.contains(&one.path)) {
            return Ok(Activity::Active);
        }
    }
    Ok(Activity::Quiet)
}

/// Stores the usage of an address and enqueues the scans that it requires.
pub async fn keep(
    ports: &Ports,
    work: &mut dyn UnitOfWork,
    account: &AccountId,
    usage: &AddressUsage,
    now: Timestamp,
) -> Result<(), StorageError> {
    work.accounts().counted(account, usage.transactions).await?;
    for wallet in &usage.scans {
        enqueue_scan(ports, work, *wallet, now).await?;
    }
    Ok(())
}
